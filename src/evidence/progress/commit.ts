/** The checked-out commit, read from the repository's files. Starts no process. */
import { join } from "../../path/path.ts";
import { findGitFolders, type GitFolders } from "../../store/git_exclude.ts";
import { readText } from "../../store/files/text_file.ts";

/** For a commit that the files do not show; constant, so that it never looks like a new commit. */
const UNKNOWN = "unknown";
/** References followed at most, as in git. */
const MOST_STEPS = 5;
/** Some 200,000 packed references. */
const LARGEST_PACKED_BYTES = 16 * 1024 * 1024;
const OBJECT_ID = /^[0-9a-f]{40,64}$/;

/**
 * Reads the id of the checked-out commit.
 *
 * @param project The project's root, links resolved; at or below a repository's top.
 * @returns The id; empty without git or before the first commit; `unknown` for references that only
 * git can read (reftable).
 */
export function readCommit(project: string): string {
  const folders = findGitFolders(project);
  if (folders === null) return "";
  let text = read(join(folders.own, "HEAD"));
  for (let step = 0; step < MOST_STEPS; step++) {
    if (text === null) return UNKNOWN;
    if (OBJECT_ID.test(text)) return text;
    const name = /^ref:\s*(refs\/.+)$/.exec(text)?.[1];
    if (name === undefined || name.split("/").includes("..")) return UNKNOWN;
    // Git writes this for old programs in a repository with a reftable.
    if (name === "refs/heads/.invalid") return UNKNOWN;
    const next = read(join(folders.own, name)) ?? read(join(folders.common, name));
    if (next === null) return readPacked(folders, name);
    text = next;
  }
  return UNKNOWN;
}

function readPacked({ common }: GitFolders, name: string): string {
  const packed = readText(join(common, "packed-refs"), LARGEST_PACKED_BYTES);
  if (packed.kind === "absent") return "";
  if (packed.kind === "unreadable") return UNKNOWN;
  const text = `\n${packed.text}`.replaceAll("\r", "");
  const end = text.indexOf(` ${name}\n`);
  if (end < 0) return "";
  const id = text.slice(text.lastIndexOf("\n", end) + 1, end);
  return OBJECT_ID.test(id) ? id : UNKNOWN;
}

function read(path: string): string | null {
  const content = readText(path, 65_536);
  return content.kind === "text" ? content.text.trim() : null;
}
