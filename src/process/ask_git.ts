/**
 * Asks git about a repository. Every call of git goes through here.
 *
 * A repository's own configuration names programs, and git runs them: filters, hooks, a file system
 * monitor, the helper of a remote. An unpacked archive brings such a configuration along, so none of
 * them may run because ralph asks a question:
 *
 * - only questions that read are possible, and none prints a file through a filter;
 * - each filter that any configuration names is overridden by an empty one;
 * - hooks and the monitor are off, submodules are never entered, and every protocol is forbidden, so
 *   that a missing object is not fetched;
 * - the variables that configure git are not passed on;
 * - a deadline and a size limit kill a git that takes too long or prints too much.
 */
import { dirname } from "../path/path.ts";
import { type ProgramResult, runProgram } from "./run_program.ts";

/** What git can be asked. */
export type GitQuestion = "status" | "ls-files" | "cat-file" | "diff" | "log";

/** The output of a git command, or why there is no output. */
export type GitAnswer =
  | { readonly kind: "text"; readonly text: string }
  /** Git is missing, or it refused: the files themselves can still be read. */
  | { readonly kind: "refused" }
  /** It took too long or printed too much: reading the files would too. */
  | { readonly kind: "late" };

/** Some 500,000 names. */
const MOST_BYTES = 64 << 20;
const MOST_FILTER_BYTES = 1 << 18;
/** No person configures more filters. */
const MOST_FILTERS = 200;

const SAFE_OPTIONS: readonly string[] = [
  "--no-pager",
  "-c core.fsmonitor=false",
  "-c core.hooksPath=/dev/null",
  "-c protocol.allow=never",
  "-c submodule.recurse=false",
].flatMap((option) => option.split(" "));

/** A filter's configuration: `filter.NAME.clean`. Names may contain dots. */
const FILTER_KEY = /^filter\.(.+)\.(?:clean|smudge|process|required)$/s;

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
  const run = (words: readonly string[], maxBytes: number) =>
    runProgram("git", [...SAFE_OPTIONS, ...words], {
      timeoutMs: Math.max(1, endsAtMs - performance.now()),
      maxBytes,
      cwd: top,
      clearEnv: true,
      env: environmentOfGit(top),
    });
  const listed = await run(
    ["config", "--null", "--name-only", "--get-regexp", "^filter[.]"],
    MOST_FILTER_BYTES,
  );
  // 1: no such key is configured.
  if (listed.kind === "ended" && listed.code > 1) return { kind: "refused" };
  if (listed.kind !== "ended") return withoutText(listed);
  const overrides = overridesOf(new TextDecoder().decode(listed.stdout).split("\0"));
  if (overrides === null) return { kind: "refused" };
  const submodules = question === "status" ? ["--ignore-submodules=dirty"] : [];
  const asked = await run([...overrides, question, ...submodules, ...args], MOST_BYTES);
  if (asked.kind !== "ended") return withoutText(asked);
  if (asked.code !== 0) return { kind: "refused" };
  return { kind: "text", text: new TextDecoder().decode(asked.stdout) };
}

function withoutText(result: ProgramResult): GitAnswer {
  return { kind: result.kind === "not-started" ? "refused" : "late" };
}

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

/** Leaves out `GIT_*`: a repository, a trace or an editor that the user set for git. */
function environmentOfGit(top: string): Record<string, string> {
  const inherited = Object.entries(Deno.env.toObject()).filter(([name]) => !/^GIT_/i.test(name));
  return {
    ...Object.fromEntries(inherited),
    // A repository above this folder is another project.
    GIT_CEILING_DIRECTORIES: dirname(top),
    GIT_OPTIONAL_LOCKS: "0",
    GIT_NO_LAZY_FETCH: "1",
    // Stronger than any `protocol.NAME.allow` of the repository, and older than the line above.
    GIT_ALLOW_PROTOCOL: "none",
    GIT_TERMINAL_PROMPT: "0",
    GIT_PAGER: "cat",
  };
}
