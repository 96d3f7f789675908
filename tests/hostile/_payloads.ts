/** Repositories whose configuration names a program, one for each place that git has for it. */
import { join } from "@std/path";
import { gitIn } from "../_project.ts";

/** A repository with a program that must never run. */
interface Payload {
  readonly name: string;
  /** Makes the repository in an empty folder; `command` is what its configuration names. */
  readonly plant: (folder: string, command: string) => void;
  /** Arguments with which plain git runs the program. */
  readonly proof: readonly string[];
}

/** Makes a repository with two tracked files. */
function makeRepository(folder: string): void {
  Deno.mkdirSync(folder, { recursive: true });
  gitIn(folder, "init", "-q", "-b", "main");
  Deno.writeTextFileSync(join(folder, "a.bin"), "one\n");
  Deno.writeTextFileSync(join(folder, "b.txt"), "two\n");
  gitIn(folder, "add", "-A");
  gitIn(folder, "commit", "-qm", "One");
}

/** Writes a file of the same size with an old time, so that git must read its content. */
function touch(folder: string): void {
  Deno.writeTextFileSync(join(folder, "a.bin"), "six\n");
  Deno.utimeSync(join(folder, "a.bin"), 1_000, 1_000);
}

function config(folder: string, key: string, value: string): void {
  gitIn(folder, "config", key, value);
}

/** A filter for every file, outside of the work tree. */
function withFilter(variable: string, name = "x"): Payload["plant"] {
  return (folder, command) => {
    makeRepository(folder);
    config(folder, `filter.${name}.${variable}`, command);
    Deno.writeTextFileSync(join(folder, ".git/info/attributes"), `* filter=${name}\n`);
    touch(folder);
  };
}

/** A partial clone without the tree of its commit, for which git asks the remote. */
function withRemote(set: (folder: string, command: string) => void): Payload["plant"] {
  return (folder, command) => {
    makeRepository(folder);
    config(folder, "core.repositoryFormatVersion", "1");
    config(folder, "extensions.partialClone", "origin");
    config(folder, "remote.origin.promisor", "true");
    config(folder, "remote.origin.partialCloneFilter", "blob:none");
    set(folder, command);
    const tree = gitIn(folder, "rev-parse", "HEAD^{tree}");
    Deno.removeSync(join(folder, ".git/objects", tree.slice(0, 2), tree.slice(2)));
    Deno.removeSync(join(folder, ".git/index"));
  };
}

const STATUS = ["status", "--porcelain"];

export const PAYLOADS: readonly Payload[] = [
  { name: "a clean filter", plant: withFilter("clean"), proof: STATUS },
  { name: "a process filter", plant: withFilter("process"), proof: STATUS },
  {
    name: "a smudge filter",
    plant: withFilter("smudge"),
    proof: ["checkout", "--force", "HEAD", "--", "a.bin"],
  },
  { name: "a filter with a dotted name", plant: withFilter("clean", "a.b"), proof: STATUS },
  { name: "a filter with = in its name", plant: withFilter("clean", "a=b"), proof: STATUS },
  {
    name: "a filter that an included file names",
    plant: (folder, command) => {
      makeRepository(folder);
      const other = join(folder, ".git/other");
      gitIn(folder, "config", "--file", other, "filter.x.clean", command);
      config(folder, "include.path", other);
      Deno.writeTextFileSync(join(folder, ".gitattributes"), "* filter=x\n");
      touch(folder);
    },
    proof: STATUS,
  },
  {
    name: "a submodule's own filter",
    plant: (folder, command) => {
      makeRepository(folder);
      const inner = join(folder, "inner");
      withFilter("clean")(inner, command);
      gitIn(folder, "add", "inner");
      gitIn(folder, "commit", "-qm", "Two");
    },
    proof: STATUS,
  },
  {
    name: "the helper of a missing object's remote",
    plant: withRemote((folder, command) => {
      config(folder, "remote.origin.url", folder);
      config(folder, "remote.origin.uploadpack", command);
    }),
    proof: STATUS,
  },
  {
    name: "an ext:: remote that its own configuration allows",
    plant: withRemote((folder, command) => {
      config(folder, "remote.origin.url", `ext::${command}`);
      config(folder, "protocol.ext.allow", "always");
    }),
    proof: STATUS,
  },
  {
    name: "an ssh command",
    plant: withRemote((folder, command) => {
      config(folder, "remote.origin.url", "ssh://example.invalid/x");
      config(folder, "core.sshCommand", command);
    }),
    proof: STATUS,
  },
  {
    name: "a file system monitor",
    plant: (folder, command) => {
      makeRepository(folder);
      config(folder, "core.fsmonitor", command);
    },
    proof: STATUS,
  },
  {
    name: "a hook",
    plant: (folder, command) => {
      makeRepository(folder);
      const hooks = join(folder, ".git/my-hooks");
      Deno.mkdirSync(hooks);
      const script = `#!/bin/sh\n${command}\n`;
      Deno.writeTextFileSync(join(hooks, "post-index-change"), script, { mode: 0o755 });
      config(folder, "core.hooksPath", hooks);
      touch(folder);
    },
    proof: ["add", "-A"],
  },
  {
    name: "a text conversion and an external diff",
    plant: (folder, command) => {
      makeRepository(folder);
      config(folder, "diff.x.textconv", command);
      config(folder, "diff.external", command);
      Deno.writeTextFileSync(join(folder, ".git/info/attributes"), "* diff=x\n");
      touch(folder);
    },
    proof: ["diff"],
  },
  {
    name: "an alias and a pager",
    plant: (folder, command) => {
      makeRepository(folder);
      for (const name of ["status", "ls-files", "config", "zz"]) {
        config(folder, `alias.${name}`, `!${command}`);
      }
      config(folder, "core.pager", command);
      config(folder, "pager.status", command);
    },
    proof: ["zz"],
  },
];

/**
 * Makes a command for a configuration.
 *
 * @param folder Where its script and its trace go, outside of every repository.
 * @returns The command, and whether it ran since the last call of `hasRun`.
 */
export function makeTrap(folder: string): { command: string; hasRun: () => boolean } {
  const trace = join(folder, "trace");
  const command = join(folder, "payload");
  Deno.writeTextFileSync(command, `#!/bin/sh\necho ran >> '${trace}'\n`, { mode: 0o755 });
  const hasRun = (): boolean => {
    try {
      Deno.removeSync(trace);
      return true;
    } catch {
      return false;
    }
  };
  return { command, hasRun };
}

/** Runs plain git, which may fail. */
export function provoke(folder: string, args: readonly string[]): void {
  new Deno.Command("timeout", {
    args: ["60", "git", ...args],
    cwd: folder,
    env: { GIT_TERMINAL_PROMPT: "0" },
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).outputSync();
}
