/**
 * Keeps ralph's files out of a repository that is made or cloned into place while a loop runs: the
 * usual first steps of a new project are `git init` and `git add -A`.
 *
 * @module
 */
import { excludeFromGit } from "../../store/git_exclude.ts";

/** The files that end a loop when a checkout takes them away. */
const MARKS = [".claude/loop-enabled", ".claude/ralph-state.json"];

/**
 * Lists ralph's files in the repository's exclude file, where that was not done.
 *
 * @param project The project's root, links resolved.
 * @returns Lines for the user; empty where git needs nothing.
 */
export async function listUntracked(project: string): Promise<string[]> {
  const done = excludeFromGit(project);
  if (done.kind === "failed") {
    return [`[RALPH] ralph's files could not be kept out of git: ${done.why}`];
  }
  if (done.kind !== "written") return [];
  const { openIndex } = await import("../../tree/git_index.ts");
  const tracked = MARKS.filter(openIndex(project).hasFile);
  if (tracked.length === 0) return [];
  return [
    `[RALPH] git tracks files of the running loop, and a checkout could end it; take them out ` +
    `with: git rm -f --cached ${tracked.join(" ")}`,
  ];
}
