/**
 * Which files the scanner looks at: what git tracks, else a walk that respects `.gitignore`. No
 * process is started.
 *
 * @module
 */
import { bytesOf } from "../store/files/foreign_file.ts";
import { parseIndex } from "./git_index.ts";
import { findIndex } from "./tracked_index.ts";
import { type FileList, walkFiles } from "./walk_files.ts";

/** An index above this many bytes is that of no repository that people work in. */
const LARGEST_INDEX_BYTES = 256 << 20;

/**
 * Lists the files of a project.
 *
 * @param project the resolved path of the project's root
 * @param mostWalked where a walk ends; by default far beyond what people work in
 * @returns what git tracks in it; a walk where there is no index, it cannot be read, or it knows
 * nothing of this folder
 */
export async function listFiles(project: string, mostWalked?: number): Promise<FileList> {
  const tracked = listTracked(project);
  if (tracked === null || tracked.length === 0) return await walkFiles(project, mostWalked);
  return { files: tracked, source: "git", unreadable: 0, isCut: false };
}

function listTracked(project: string): string[] | null {
  const place = findIndex(project);
  if (place === null) return null;
  const { path, prefix } = place;
  const bytes = bytesOf(path, LARGEST_INDEX_BYTES);
  const tracked = bytes && parseIndex(bytes, (file) => file.startsWith(prefix));
  return tracked ? [...tracked.keys()].map((file) => file.slice(prefix.length)) : null;
}
