/**
 * The check `uncommitted-changes`: finds tracked files that differ from git's index. Untracked files and
 * staged changes do not count. Changes may be the user's work in progress, so the text says so and does
 * not ask for a commit.
 */
import { askGit } from "../../system/run_git.ts";
import { findGitTop } from "../../store/project.ts";
import { renderInstant } from "../../text/instant.ts";
import { makeOpportunity, type Opportunity } from "../opportunity.ts";
import type { TreeView } from "./tree_view.ts";

/** Time limit for git; without an answer nothing is reported. */
const TIMEOUT_MS = 10_000;
const NAMES_SHOWN = 5;

const STATUS_OPTIONS = ["--porcelain", "-z", "--untracked-files=no", "--no-renames"];

/**
 * Compares the files with git's index.
 *
 * @param ownFiles The loop's own files, from the project's root; ignored.
 * @returns One opportunity for all differing files; empty if none differs.
 */
export async function findUncommitted(
  { files, project }: TreeView,
  ownFiles: readonly string[],
): Promise<Opportunity[]> {
  const top = findGitTop(project);
  if (top === null) return [];
  const endsAt = performance.now() + TIMEOUT_MS;
  const answer = await askGit(top, "status", STATUS_OPTIONS, endsAt);
  if (answer.kind !== "text") return [];
  const below = project === top ? "" : `${project.slice(top.length + 1)}/`;
  const changed = answer.text.split("\0")
    // `XY PATH`: Y is what differs from the index.
    .filter((entry) => /^.[MDT]/.test(entry) && entry.startsWith(below, 3))
    .map((entry) => entry.slice(3 + below.length))
    .filter((path) => !ownFiles.includes(path) && files.has(path));
  if (changed.length === 0) return [];
  const { length } = changed;
  const times = changed.flatMap((path) => files.get(path)?.mtimeMs || []);
  const since = times.length === 0
    ? ""
    : `, the oldest since ${renderInstant(Math.min(...times)).slice(0, 10)}`;
  const names = changed.slice(0, NAMES_SHOWN).join(", ");
  return [makeOpportunity("uncommitted-changes", {
    key: "",
    file: length === 1 ? changed[0]! : null,
    text: `${length} tracked ${length === 1 ? "file differs" : "files differ"} from git${since}: ` +
      `${names}${length > NAMES_SHOWN ? ", …" : ""}; finish what is yours, and leave alone what ` +
      "may be the user's work in progress",
    weight: Math.min(1.5, 0.5 + length / 20),
  })];
}
