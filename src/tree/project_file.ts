/** A file of the project: its fingerprint, and its text if it is worth scanning. Fit for hooks. */
import { bytesOf } from "../store/files/foreign_file.ts";
import { infoOf } from "../store/files/presence.ts";

/** Larger files are data, or generated. */
const LARGEST_FILE_BYTES = 1 << 20;

/** Bytes in which git, too, looks for a zero byte. */
const BINARY_HEAD_BYTES = 8_000;

/** FAT counts in steps of 2 s, other old file systems in whole seconds. */
const COARSE_STEP_MS = 2_000;
/** All others count as finely as the kernel's tick, at most 10 ms. */
const FINE_STEP_MS = 50;

/** The fingerprint of a file that was not read yet. */
export const UNREAD = "";
/** The fingerprint of a file that is listed, and not there. */
export const GONE = "-";
/** The fingerprint of a link, a submodule or another thing that is not read. */
export const NO_FILE = "@";
/** Follows the fingerprint of a file that may change within the clock's step and look the same. */
export const RACY = "?";

/** What is at a path. */
export interface FileState {
  /** Its information; null where it is not a regular file. */
  readonly info: Deno.FileInfo | null;
  /** What every change of the file changes, without white space. */
  readonly fingerprint: string;
}

/**
 * Looks at a path; links are not followed.
 *
 * The time of the last change of status is part of the fingerprint: unlike the modification time,
 * it cannot be set back (Deno 2.7 gives it in whole seconds).
 *
 * @returns Its state; {@linkcode GONE} or {@linkcode NO_FILE} for its fingerprint if it is not a file.
 */
export function stateOf(path: string): FileState {
  const info = infoOf(path);
  if (info === null) return { info, fingerprint: GONE };
  if (!info.isFile) return { info: null, fingerprint: NO_FILE };
  const { size, mtime, ctime, ino } = info;
  const times = `${mtime?.getTime() ?? ""},${ctime?.getTime() ?? ""}`;
  return { info, fingerprint: `${size},${times},${ino ?? ""}` };
}

/**
 * Reads size and time out of a fingerprint.
 *
 * @returns Bytes, and epoch milliseconds; 0 for what it does not have.
 */
export function readFingerprint(fingerprint: string): { size: number; mtimeMs: number } {
  const [size, mtimeMs] = fingerprint.split(",", 2);
  return { size: Number(size) || 0, mtimeMs: Number(mtimeMs) || 0 };
}

/**
 * Whether a path changed since a moment, or so shortly before it that it may have changed again within
 * the clock's step and look the same: then its content decides.
 *
 * @param info From `lstat`.
 * @returns True also if the system gives no time.
 */
export function isChangedSince(info: Deno.FileInfo, momentMs: number): boolean {
  if (info.mtime === null) return true;
  const changedMs = Math.max(info.mtime.getTime(), info.ctime?.getTime() ?? 0);
  const stepMs = changedMs % 1_000 === 0 ? COARSE_STEP_MS : FINE_STEP_MS;
  return changedMs > momentMs - stepMs;
}

/**
 * Marks a fingerprint whose file may change again and look the same.
 *
 * @param nowMs When the scan began, epoch milliseconds.
 */
export function fingerprintToKeep({ info, fingerprint }: FileState, nowMs: number): string {
  return info !== null && isChangedSince(info, nowMs) ? `${fingerprint}${RACY}` : fingerprint;
}

/** The text of a project file, or why it is not read as text. */
export type FileRead =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "binary" }
  | { readonly kind: "large" }
  | { readonly kind: "unreadable" };

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

/**
 * Cuts off the name of a file.
 *
 * @param file A path with `/`.
 * @returns The folder's path without `/` at its end; empty for the root.
 */
export function folderOf(file: string): string {
  return file.slice(0, Math.max(0, file.lastIndexOf("/")));
}

/**
 * Lists the folders that files are in, at any depth.
 *
 * @param files Paths with `/`.
 * @returns Folders without `/` at their end; the root is empty.
 */
export function foldersOf(files: Iterable<string>): Set<string> {
  const folders = new Set<string>([""]);
  for (const file of files) {
    for (let folder = folderOf(file); !folders.has(folder); folder = folderOf(folder)) {
      folders.add(folder);
    }
  }
  return folders;
}
