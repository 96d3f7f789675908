/**
 * Runs git. Every call of git goes through here, and a test fails on any other.
 *
 * A repository's own configuration names programs that git runs: filters, hooks, a file system monitor,
 * the helper of a remote. An unpacked archive may contain such a configuration. The caller says what may
 * run:
 *
 * - `none`, before the user has trusted the repository: each filter that any configuration names is
 *   overridden by an empty filter, and every protocol is forbidden, so that a missing object is not
 *   fetched;
 * - `trusted`: filters and merge drivers, without which files of Git LFS would be committed whole;
 * - `network`: also the hooks and the signature of a push, as if the user pushed.
 *
 * These never run: a `git` in the work tree itself, a file system monitor, an external diff, a text
 * conversion, a pager, and programs that submodules configure.
 */
import { attempt } from "../error.ts";
import { dirname, isAbsolute, join } from "./path.ts";
import { type ProgramOptions, type ProgramResult, runProgram } from "./run_program.ts";

/** The programs of the configuration that git may run. */
export type GitPrograms = "none" | "trusted" | "network";

/** The options of a git command. */
export interface GitCall extends
  Pick<
    ProgramOptions,
    "timeoutMs" | "maxBytes" | "keptErrorBytes" | "input" | "signal" | "end"
  > {
  readonly programs: GitPrograms;
  /** With `none`: true if git may fetch from a file of this machine, such as a bundle. */
  readonly readsFiles?: boolean;
  /** True to limit its memory, for objects that are not trusted. */
  readonly isBounded?: boolean;
  /** The working directory. */
  readonly cwd: string;
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Configuration for the command, as `key=value`. */
  readonly config?: readonly string[];
}

const MOST_FILTER_BYTES = 1 << 18;
/** Maximum number of filters; no person configures more. */
const MOST_FILTERS = 200;
const MOST_ERROR_BYTES = 4_000;

const ALWAYS: readonly string[] = [
  "core.fsmonitor=false",
  // A submodule has its own configuration, which an agent can write.
  "submodule.recurse=false",
  // For these, each commit would start one more process that finds nothing to do.
  "maintenance.auto=false",
  "gc.auto=0",
];

/**
 * Disables the repository's hooks, which are for the user's own commits, and signatures, since no person
 * is there to unlock a key.
 */
const LOCAL: readonly string[] = [
  ...ALWAYS,
  "core.hooksPath=/dev/null",
  "commit.gpgsign=false",
  // Signatures would be among the paths of a log.
  "log.showSignature=false",
];

const CONFIG: Readonly<Record<GitPrograms, readonly string[]>> = {
  none: [...LOCAL, "protocol.allow=never"],
  trusted: LOCAL,
  network: ALWAYS,
};

const NO_DIFF_PROGRAMS: readonly string[] = ["--no-ext-diff", "--no-textconv"];

/**
 * Keeps git out of submodules, whose configuration names programs too; and shows a changed submodule even
 * if the project's own `.gitmodules` hides it.
 */
const SUBMODULES = "--ignore-submodules=dirty";

/** Memory limit: a tree can name itself so often that git would need all memory to list its files. */
const MOST_MEMORY_KB = 1 << 20;
const BOUNDED: readonly [string, ...string[]] = [
  "/bin/sh",
  ...["-c", `ulimit -d ${MOST_MEMORY_KB} 2>/dev/null; exec git "$@"`, "sh"],
];

/** Options with which a command runs no program, and shows every change. */
const COMMAND_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  diff: [...NO_DIFF_PROGRAMS, SUBMODULES],
  "diff-index": [SUBMODULES],
  "diff-tree": [SUBMODULES],
  log: [...NO_DIFF_PROGRAMS, SUBMODULES],
  status: [SUBMODULES],
};

/** Commands that do not read the work tree, so that no filter can run. */
const WITHOUT_FILES: ReadonlySet<string> = new Set(
  ("bundle cat-file check-attr config diff-tree fetch for-each-ref log merge-base remote rev-list " +
    "rev-parse symbolic-ref update-ref").split(" "),
);

/** Overrides `protocol.NAME.allow` of the repository, and works in gits without `GIT_NO_LAZY_FETCH`. */
const NO_FETCH = { GIT_ALLOW_PROTOCOL: "none", GIT_NO_LAZY_FETCH: "1", GIT_OPTIONAL_LOCKS: "0" };

/**
 * Runs a git command.
 *
 * @param command Its name.
 * @param args Its arguments.
 * @returns How it ended; it never throws.
 */
export async function runGit(
  command: string,
  args: readonly string[],
  { programs, env, readsFiles = false, isBounded = false, config = [], ...call }: GitCall,
): Promise<ProgramResult> {
  const isUntrusted = programs === "none";
  const settings = [...CONFIG[programs], ...config].flatMap((each) => ["-c", each]);
  const endsAtMs = performance.now() + call.timeoutMs;
  const [program, ...before] = isBounded ? BOUNDED : ["git"] as const;
  const run = (words: readonly string[], more: Partial<ProgramOptions> = {}) =>
    runProgram(program, [...before, "--no-pager", ...settings, ...words], {
      ...call,
      ...more,
      timeoutMs: Math.max(1, endsAtMs - performance.now()),
      clearEnv: true,
      env: {
        ...env,
        // Not from the agent's search path, which may contain folders of this worktree's project.
        PATH: withoutFoldersOf(call.cwd, Deno.env.get("PATH") ?? ""),
        GIT_TERMINAL_PROMPT: "0",
        GIT_PAGER: "cat",
        ...isUntrusted ? NO_FETCH : {},
        ...readsFiles ? { GIT_ALLOW_PROTOCOL: "file" } : {},
      },
    });
  const words = [command, ...COMMAND_OPTIONS[command] ?? [], ...args];
  if (!isUntrusted || WITHOUT_FILES.has(command)) return await run(words);
  const listed = await run(LIST_FILTERS, LISTING);
  // 1: no such key is configured.
  if (listed.kind !== "ended" || listed.code > 1) return listed;
  const overrides = overridesOf(new TextDecoder().decode(listed.stdout).split("\0"));
  if (overrides !== null) return await run([...overrides, ...words]);
  return { kind: "not-started", why: "filters in git's configuration cannot be switched off" };
}

const LIST_FILTERS = ["config", "--null", "--name-only", "--get-regexp", "^filter[.]"];
const LISTING = { maxBytes: MOST_FILTER_BYTES, keptErrorBytes: MOST_ERROR_BYTES };

/** Matches a filter's configuration: `filter.NAME.clean`. Names may contain dots. */
const FILTER_KEY = /^filter\.(.+)\.(?:clean|smudge|process|required)$/s;

/** Makes options that disable every filter; null if a name cannot be part of an option. */
function overridesOf(keys: readonly string[]): string[] | null {
  const names = new Set(keys.map((key) => FILTER_KEY.exec(key)?.[1]));
  names.delete(undefined);
  if (names.size > MOST_FILTERS) return null;
  const options: string[] = [];
  for (const name of names) {
    if (name === undefined || /[=\n]/.test(name)) return null;
    options.push("-c", `filter.${name}.clean=`, "-c", `filter.${name}.smudge=`);
    options.push("-c", `filter.${name}.process=`, "-c", `filter.${name}.required=false`);
  }
  return options;
}

/** The read-only commands that {@linkcode askGit} runs. */
export type GitQuestion = "status" | "ls-files" | "cat-file" | "diff" | "log";

/** The output of a git command, or why there is no output. */
export type GitAnswer =
  | { readonly kind: "text"; readonly text: string }
  /** Git is missing or refused; the files themselves can still be read. */
  | { readonly kind: "refused" }
  /** It took too long or printed too much, as reading the files would. */
  | { readonly kind: "late" };

/** Maximum output; enough for some 500,000 names. */
const MOST_BYTES = 64 << 20;

/**
 * Asks git one question about a work tree.
 *
 * @param top The top of a work tree, absolute, links resolved.
 * @param endsAtMs Deadline of the answer, in milliseconds of `performance.now()`.
 * @returns The answer; it never throws.
 */
export async function askGit(
  top: string,
  question: GitQuestion,
  args: readonly string[],
  endsAtMs: number,
): Promise<GitAnswer> {
  if (hasPipe(top)) return { kind: "refused" };
  const asked = await runGit(question, args, {
    programs: "none",
    timeoutMs: Math.max(1, endsAtMs - performance.now()),
    maxBytes: MOST_BYTES,
    cwd: top,
    env: environmentOfGit(top),
  });
  if (asked.kind !== "ended") return { kind: asked.kind === "not-started" ? "refused" : "late" };
  if (asked.code !== 0) return { kind: "refused" };
  return { kind: "text", text: new TextDecoder().decode(asked.stdout) };
}

/** Asks git a question as {@linkcode askGit} does. @returns The lines of its answer; empty without one. */
export async function askGitLines(...call: Parameters<typeof askGit>): Promise<string[]> {
  const answer = await askGit(...call);
  return answer.kind === "text" ? answer.text.split("\n").filter((line) => line !== "") : [];
}

/** Files that git opens for every command. If one is a pipe, git would wait for a writer for ever. */
const OPENED: readonly string[] = ["HEAD", "index", "config", "packed-refs"];

function hasPipe(top: string): boolean {
  return OPENED.some((name) => {
    const info = attempt(() => Deno.statSync(join(top, ".git", name)));
    return info !== null && !info.isFile;
  });
}

/** Returns the environment without `GIT_*`: the user may have set a repository, a trace or an editor. */
function environmentOfGit(top: string): Record<string, string> {
  const inherited = Object.entries(Deno.env.toObject()).filter(([name]) => !/^GIT_/i.test(name));
  // A repository above this folder is another project.
  return { ...Object.fromEntries(inherited), GIT_CEILING_DIRECTORIES: dirname(top) };
}

/**
 * Removes the folders of a project, such as `node_modules/.bin`, and relative folders from a search path:
 * the project's author could put a `git` there.
 */
export function withoutFoldersOf(project: string, searchPath: string): string {
  const inside = join(project, "/");
  return searchPath.split(":").filter((folder) => {
    const real = attempt(() => Deno.realPathSync(folder)) ?? join(folder);
    return isAbsolute(folder) && !join(real, "/").startsWith(inside);
  }).join(":");
}
