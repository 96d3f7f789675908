/**
 * Reads a project's changes since a commit, for a reviewer.
 *
 * @module
 */
import { askGit } from "../../system/run_git.ts";
import { findGitTop } from "../../store/project.ts";

/** The changes, or why they are unknown. */
export type Changes =
  | {
    readonly kind: "diff";
    readonly text: string;
    /** Files that git neither tracks nor ignores. */
    readonly untracked: readonly string[];
  }
  | { readonly kind: "unknown"; readonly why: string };

const TIMEOUT_MS = 30_000;
/** Prevents external diff programs: an unpacked archive could contain their configuration. */
const PLAIN_DIFF = ["--no-ext-diff", "--no-textconv", "--no-color"];

/**
 * Reads the changes of tracked files since a commit, committed or not, and lists new files.
 *
 * @param commit The commit to compare with; empty without git or before the first commit.
 */
export async function readChanges(project: string, commit: string): Promise<Changes> {
  const top = findGitTop(project);
  if (top === null) return { kind: "unknown", why: "the project does not use git" };
  if (!/^[0-9a-f]{40,64}$/.test(commit)) {
    return { kind: "unknown", why: "the repository had no commit to compare with" };
  }
  const endsAtMs = performance.now() + TIMEOUT_MS;
  const diff = await askGit(top, "diff", [...PLAIN_DIFF, commit, "--"], endsAtMs);
  const listed = await askGit(top, "ls-files", ["--others", "--exclude-standard"], endsAtMs);
  if (diff.kind !== "text" || listed.kind !== "text") {
    return { kind: "unknown", why: "git did not answer" };
  }
  const untracked = listed.text.split("\n").filter((path) => path !== "");
  return { kind: "diff", text: diff.text, untracked };
}
