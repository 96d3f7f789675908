/** Puts commands into the sandbox. */
import { ensureDirSync } from "@std/fs/ensure-dir";
import { dirname, join } from "@std/path";
import { attempt } from "../../error.ts";
import { runProgram } from "../../system/run_program.ts";
import { knownAgents } from "../agents/known_agents.ts";
import { wrapInBwrap } from "./bwrap.ts";
import { homeOf, selectVariables } from "./environment.ts";
import { layOut } from "./given.ts";
import { createDisk } from "./ground.ts";
import { dockerWords, srtSettings } from "./presets.ts";
import { PrivateFiles, readGitConfig } from "./private_files.ts";
import { listWanted, type SandboxedRun } from "./read_host.ts";
import { fillTemplate } from "./sandbox.ts";
import { openCLibrary } from "../../system/c_library.ts";

/** The system call number of `keyctl`; the C library has no function for it. */
const KEYCTL: Partial<Record<typeof Deno.build.arch, number>> = { x86_64: 250, aarch64: 219 };
const JOIN_SESSION_KEYRING = 1;

let hasLeft = false;

/**
 * Begins an empty session keyring, which started processes inherit. The user's keyring belongs to the user
 * namespace, of which a sandbox has its own.
 */
function leaveKeyring(): void {
  const number = KEYCTL[Deno.build.arch];
  if (hasLeft || Deno.build.os !== "linux" || number === undefined) return;
  hasLeft = true;
  const library = openCLibrary({
    syscall: { parameters: ["i64", "i64", "pointer"], result: "i64" },
  });
  library?.symbols.syscall(BigInt(number), BigInt(JOIN_SESSION_KEYRING), null);
  library?.close();
}

/** A command in its sandbox. */
export interface Confined {
  readonly command: readonly string[];
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Whether the started process only waits for the command and ends with it. */
  readonly isHolder: boolean;
  /** Removes what was created for this command; call it after the command's end. */
  readonly restore: () => Promise<void>;
}

/**
 * Puts a command of a run, such as its agent or a check, into the run's sandbox.
 *
 * @param run The run, whose work folder has its links resolved.
 * @param command The command's words.
 * @param env The command's environment; a sandbox keeps only the allowed variables.
 */
export async function confine(
  run: SandboxedRun,
  command: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Confined> {
  const { job: { sandbox, settings, agent, iterationsDir }, workFolder } = run;
  const open = { command, env, isHolder: false, restore: () => Promise.resolve() };
  if (sandbox.kind === "none") return open;
  if (sandbox.kind === "command") {
    return { ...open, command: fillTemplate(sandbox.template, workFolder, command) };
  }
  leaveKeyring();
  ensureDirSync(dirname(iterationsDir));
  const files = new PrivateFiles(dirname(iterationsDir));
  // A worktree lacks the folder unless git tracks it.
  attempt(() => Deno.mkdirSync(join(workFolder, ".claude")));
  const gitConfig = await readGitConfig(workFolder, env);
  const hasOverlays = sandbox.kind === "bwrap" && sandbox.hasOverlays;
  const isContainer = sandbox.kind === "docker";
  const disk = createDisk(env);
  const wanted = listWanted(run, env, { disk, files, gitConfig, hasOverlays, isContainer });
  const mounts = layOut(wanted, disk);
  const known = knownAgents(agent);
  const names = [...known.flatMap(({ variables }) => variables), ...settings.sandbox_env];
  const kept = { ...selectVariables(env, names), ...withoutSigning(env) };
  const given = mounts.flatMap((mount) => "source" in mount ? [mount] : []);
  const name = `ralph-${crypto.randomUUID()}`;
  const restore = async () => {
    attempt(() => files.remove());
    // If Docker's client is killed, it leaves the container behind.
    if (sandbox.kind === "docker") await runProgram(sandbox.program, ["rm", "-f", name], REMOVAL);
  };
  switch (sandbox.kind) {
    case "bwrap": {
      const words = wrapInBwrap({ program: sandbox.program, mounts, cwd: workFolder, command });
      return { command: words, env: { ...kept, TMPDIR: "/tmp" }, isHolder: true, restore };
    }
    case "docker": {
      const { PATH: _, ...variables } = kept;
      const words = dockerWords({
        ...sandbox,
        name,
        project: workFolder,
        given,
        empty: wanted.empty,
        user: `${Deno.uid()}:${Deno.gid()}`,
        variables: Object.keys(variables),
      });
      // Docker's own variables are for its client, and stay outside.
      return { ...open, command: [...words, ...command], env: { ...env, ...kept }, restore };
    }
    case "srt": {
      const domains = [...known.flatMap((each) => each.domains), ...settings.sandbox_domain];
      const rules = srtSettings(given, homeOf(env), domains);
      const settingsFile = files.add("srt.json", JSON.stringify(rules));
      const words = [sandbox.program, "--settings", settingsFile, "--", ...command];
      const own = { GIT_CONFIG_GLOBAL: files.add("gitconfig", gitConfig) };
      return { ...open, command: words, env: { ...kept, ...own }, restore };
    }
  }
}

/** Time limit for Docker to remove a container. */
const REMOVAL = { timeoutMs: 10_000, maxBytes: 4_096 };

/** Turns off signing of commits: the keys are not in a sandbox, and commits would fail without them. */
function withoutSigning(env: Readonly<Record<string, string>>): Record<string, string> {
  if (env["GIT_CONFIG_COUNT"] !== undefined) return {};
  return {
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: "commit.gpgsign",
    GIT_CONFIG_VALUE_0: "false",
  };
}
