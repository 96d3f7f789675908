/**
 * Asks git about a repository that nobody has trusted: only questions that read are possible, none
 * prints a file through a filter, and none runs a program of the configuration (`runGit`).
 *
 * The variables that configure git are not passed on. A deadline and a size limit kill a git that
 * takes too long or prints too much.
 */
import { dirname } from "../path/path.ts";
import { runGit } from "./run_git.ts";

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

/** Leaves out `GIT_*`: a repository, a trace or an editor that the user set for git. */
function environmentOfGit(top: string): Record<string, string> {
  const inherited = Object.entries(Deno.env.toObject()).filter(([name]) => !/^GIT_/i.test(name));
  // A repository above this folder is another project.
  return { ...Object.fromEntries(inherited), GIT_CEILING_DIRECTORIES: dirname(top) };
}
