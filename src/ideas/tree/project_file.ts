/** Lists the files of a project, and reads them if they are text. Not for hooks. */
import { join } from "@std/path";
import { askGit } from "../../system/run_git.ts";
import { bytesOf } from "../../store/files/text_file.ts";
import { infoOf } from "../../store/files/presence.ts";
import { findGitTop } from "../../store/project.ts";
import { walkFiles } from "./walk_files.ts";

/** Time limit for git to list its files. */
const GIT_MS = 10_000;

/** Maximum size; larger files are data, or generated. */
const LARGEST_FILE_BYTES = 1 << 20;

/** Number of bytes that are searched for a zero byte, as git does. */
const BINARY_HEAD_BYTES = 8_000;

/** The entry at the path of a listed file. */
export interface ListedFile {
  /** `gone` if git tracks a missing file; `other` for links and submodules, which are never read. */
  readonly kind: "file" | "gone" | "other";
  readonly size: number;
  /** Epoch milliseconds. */
  readonly mtimeMs: number;
}

/** The files of a project, by path from its root, and how many folders could not be listed. */
export type ProjectFiles = Awaited<ReturnType<typeof listProjectFiles>>;

/** Lists the tracked files, or walks the folders if git tracks none, and stats each file once. */
export async function listProjectFiles(
  project: string,
  mostWalked?: number,
) {
  const tracked = await listTracked(project);
  const isTracked = tracked.length > 0;
  const list = isTracked
    ? { files: tracked, unreadable: 0, isCut: false }
    : await walkFiles(project, mostWalked);
  const files = new Map<string, ListedFile>();
  for (const path of list.files) {
    const info = infoOf(join(project, path));
    const kind = info === null ? "gone" : info.isFile ? "file" : "other";
    files.set(path, { kind, size: info?.size ?? 0, mtimeMs: info?.mtime?.getTime() ?? 0 });
  }
  const { unreadable, isCut } = list;
  return { source: isTracked ? "git" : "walk", files, unreadable, isCut };
}

/** Lists the tracked files of a work tree, or of a folder below it; empty if git cannot tell. */
async function listTracked(project: string): Promise<string[]> {
  const top = findGitTop(project);
  if (top === null) return [];
  const answer = await askGit(top, "ls-files", ["-z", "--cached"], performance.now() + GIT_MS);
  if (answer.kind !== "text") return [];
  const below = project === top ? "" : `${project.slice(top.length + 1)}/`;
  const paths = answer.text.split("\0").filter((path) => path !== "" && path.startsWith(below));
  return [...new Set(paths)].map((path) => path.slice(below.length));
}

/** The text of a project file, or why it is not read as text. */
type FileRead =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "binary" | "large" | "unreadable" };

/**
 * Reads a regular file.
 *
 * @param size Its size, bytes.
 * @returns Its text, or why it has none.
 */
export function readFile(path: string, size: number): FileRead {
  if (size > LARGEST_FILE_BYTES) return { kind: "large" };
  const bytes = bytesOf(path, LARGEST_FILE_BYTES);
  if (bytes === null) return { kind: "unreadable" };
  if (bytes.subarray(0, BINARY_HEAD_BYTES).includes(0)) return { kind: "binary" };
  return { kind: "text", text: new TextDecoder().decode(bytes) };
}
