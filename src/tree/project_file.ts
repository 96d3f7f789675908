/**
 * A file of the project as text, where it is one worth scanning. Fit for hooks.
 *
 * @module
 */
import { bytesOf } from "../store/files/foreign_file.ts";

/** Larger files are data, or made by machines. */
const LARGEST_FILE_BYTES = 1 << 20;

/** Where git looks for a zero byte, too. */
const BINARY_HEAD_BYTES = 8_000;

/** FAT counts in steps of 2 s, other old file systems in whole seconds. */
const COARSE_STEP_MS = 2_000;
/** All others count as finely as the kernel's tick, at most 10 ms. */
const FINE_STEP_MS = 50;

/** Stands for the fingerprint of a file that has to be read again in any case. */
export const UNKNOWN_FINGERPRINT = "?";

/** What stands at a path. */
export type FileRead =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "binary" }
  | { readonly kind: "large" }
  | { readonly kind: "unreadable" };

/**
 * What a change of a file changes. The time of the last change of status is part of it: other than
 * the modification time nobody can set it back (Deno 2.7 gives it in whole seconds).
 *
 * @param info from `lstat`
 * @returns one word, without white space
 */
export function fingerprintOf(info: Deno.FileInfo): string {
  const { size, mtime, ctime, ino } = info;
  return `${size},${mtime?.getTime() ?? ""},${ctime?.getTime() ?? ""},${ino ?? ""}`;
}

/**
 * Size and time of a fingerprint.
 *
 * @param fingerprint from {@linkcode fingerprintOf}
 * @returns bytes, and Unix milliseconds; 0 for what it does not say
 */
export function readFingerprint(fingerprint: string): { size: number; mtimeMs: number } {
  const first = fingerprint.indexOf(",");
  const second = fingerprint.indexOf(",", first + 1);
  return {
    size: Number(fingerprint.slice(0, first)) || 0,
    mtimeMs: Number(fingerprint.slice(first + 1, second)) || 0,
  };
}

/**
 * Whether a path was changed since a moment, or so shortly before that it may have changed again
 * within the clock's step, and look the same: then its content decides.
 *
 * @param info from `lstat`
 * @param momentMs Unix milliseconds
 * @returns true also where the system does not say
 */
export function isChangedSince(info: Deno.FileInfo, momentMs: number): boolean {
  if (info.mtime === null) return true;
  const changedMs = Math.max(info.mtime.getTime(), info.ctime?.getTime() ?? 0);
  const stepMs = changedMs % 1_000 === 0 ? COARSE_STEP_MS : FINE_STEP_MS;
  return changedMs > momentMs - stepMs;
}

/**
 * A path's information, links not followed.
 *
 * @param project the project's root
 * @param file the path from there
 * @returns null for everything that is no regular file
 */
export function infoOf(project: string, file: string): Deno.FileInfo | null {
  try {
    const info = Deno.lstatSync(`${project}/${file}`);
    return info.isFile ? info : null;
  } catch {
    return null;
  }
}

/**
 * Reads a file that {@linkcode infoOf} found.
 *
 * @param project the project's root
 * @param file the path from there
 * @param size its size, bytes
 * @returns its text, or why there is none
 */
export function readFile(project: string, file: string, size: number): FileRead {
  if (size > LARGEST_FILE_BYTES) return { kind: "large" };
  const bytes = bytesOf(`${project}/${file}`, LARGEST_FILE_BYTES);
  if (bytes === null) return { kind: "unreadable" };
  if (bytes.subarray(0, BINARY_HEAD_BYTES).includes(0)) return { kind: "binary" };
  return { kind: "text", text: new TextDecoder().decode(bytes) };
}

/**
 * The folder of a file.
 *
 * @param file a path with `/`
 * @returns the path without `/` at its end; empty for the root
 */
export function folderOf(file: string): string {
  return file.slice(0, Math.max(0, file.lastIndexOf("/")));
}
