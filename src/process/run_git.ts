/**
 * Runs git. Every call of git goes through here, and a test fails on any other.
 *
 * A repository's own configuration names programs, and git runs them: filters, hooks, a file system
 * monitor, the helper of a remote. An unpacked archive brings such a configuration along. A caller
 * says what may run:
 *
 * - `none`, before the user has trusted the repository: each filter that any configuration names is
 *   overridden by an empty filter, and every protocol is forbidden, so that a missing object is not
 *   fetched;
 * - `trusted`: filters and merge drivers, without which files of Git LFS would be committed whole;
 * - `network`: the hooks and the signature of a push too, as the user would push.
 *
 * Never run: a `git` in the work tree itself, a file system monitor, an external diff, a text conversion, a pager, and what submodules
 * configure.
 */
import { type ProgramOptions, type ProgramResult, runProgram } from "./run_program.ts";
import { withoutFoldersOf } from "./search_path.ts";

/** Which programs of the configuration git may run. */
export type GitPrograms = "none" | "trusted" | "network";

/** How git is run. */
export interface GitCall extends
  Pick<
    ProgramOptions,
    "timeoutMs" | "maxBytes" | "keptErrorBytes" | "input" | "signal" | "end"
  > {
  readonly programs: GitPrograms;
  /** With `none`: whether git may fetch from a file of this machine, such as a bundle. */
  readonly readsFiles?: boolean;
  /** The working directory. */
  readonly cwd: string;
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
  /** What the command needs configured, as `key=value`. */
  readonly config?: readonly string[];
}

const MOST_FILTER_BYTES = 1 << 18;
/** No person configures more filters. */
const MOST_FILTERS = 200;
const MOST_ERROR_BYTES = 4_000;

const ALWAYS: readonly string[] = [
  "core.fsmonitor=false",
  // A submodule has a configuration of its own, which an agent can write.
  "submodule.recurse=false",
  "gc.auto=0",
];

/** The repository's hooks belong to the user's own commits, and nobody is there to unlock a key. */
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

/** What a command needs so that it runs no program. */
const COMMAND_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  diff: NO_DIFF_PROGRAMS,
  log: NO_DIFF_PROGRAMS,
  // Git would enter submodules, and run what their configuration names.
  status: ["--ignore-submodules=dirty"],
};

/** Commands that read no file of the work tree, so that no filter could run. */
const WITHOUT_FILES: ReadonlySet<string> = new Set(
  "cat-file check-attr config for-each-ref log merge-base remote rev-parse symbolic-ref".split(" "),
);

/** Stronger than any `protocol.NAME.allow` of the repository, and older than `GIT_NO_LAZY_FETCH`. */
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
  { programs, env, readsFiles = false, config = [], ...call }: GitCall,
): Promise<ProgramResult> {
  const isUntrusted = programs === "none";
  const settings = [...CONFIG[programs], ...config].flatMap((each) => ["-c", each]);
  const endsAtMs = performance.now() + call.timeoutMs;
  const run = (words: readonly string[], more: Partial<ProgramOptions> = {}) =>
    runProgram("git", ["--no-pager", ...settings, ...words], {
      ...call,
      ...more,
      timeoutMs: Math.max(1, endsAtMs - performance.now()),
      clearEnv: true,
      env: {
        ...env,
        ...env["PATH"] === undefined ? {} : { PATH: withoutFoldersOf(call.cwd, env["PATH"]) },
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

/** A filter's configuration: `filter.NAME.clean`. Names may contain dots. */
const FILTER_KEY = /^filter\.(.+)\.(?:clean|smudge|process|required)$/s;

/** Options that disable every filter; null if a name cannot be part of an option. */
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
