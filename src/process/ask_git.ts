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
 * - nothing of the environment that steers git is handed on;
 * - a deadline and a size end what takes too long or says too much.
 *
 * @module
 */
import { dirname } from "../path/path.ts";
import { type ProgramResult, runProgram } from "./run_program.ts";

/** What git can be asked. */
export type GitQuestion = "status" | "ls-files" | "cat-file";

/** What git said. */
export type GitAnswer =
  | { readonly kind: "text"; readonly text: string }
  /** There is no git, or it refused: the files themselves can still be looked at. */
  | { readonly kind: "refused" }
  /** It took too long, or said too much: so would everything else. */
  | { readonly kind: "late" };

/** Some 500,000 names. */
const MOST_BYTES = 64 << 20;
const MOST_FILTER_BYTES = 1 << 18;
/** A configuration with more filters is not one of a person. */
const MOST_FILTERS = 200;

const SAFE_OPTIONS: readonly string[] = [
  "--no-pager",
  "-c core.fsmonitor=false",
  "-c core.hooksPath=/dev/null",
  "-c protocol.allow=never",
  "-c submodule.recurse=false",
].flatMap((option) => option.split(" "));

/** A filter's configuration: `filter.NAME.clean`. Names may hold dots. */
const FILTER_KEY = /^filter\.(.+)\.(?:clean|smudge|process|required)$/s;

/**
 * Asks one question.
 *
 * @param top The top of a work tree, absolute, links resolved.
 * @param question What is asked.
 * @param args The question's options.
 * @param endsAtMs When the answer is too late, as `performance.now()` counts.
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

/** Options that take every filter's programs away; null where a name cannot be written as one. */
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

/** What a person set for git's own use (another repository, a trace, an editor) is not for us. */
function environmentOfGit(top: string): Record<string, string> {
  const inherited = Object.entries(Deno.env.toObject()).filter(([name]) => !/^GIT_/i.test(name));
  return {
    ...Object.fromEntries(inherited),
    // A folder above is another repository.
    GIT_CEILING_DIRECTORIES: dirname(top),
    GIT_OPTIONAL_LOCKS: "0",
    GIT_NO_LAZY_FETCH: "1",
    // Stronger than any `protocol.NAME.allow` of the repository, and older than the line above.
    GIT_ALLOW_PROTOCOL: "none",
    GIT_TERMINAL_PROMPT: "0",
    GIT_PAGER: "cat",
  };
}
