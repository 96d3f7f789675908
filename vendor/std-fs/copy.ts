/**
 * Copies of files, links and directories.
 *
 * @module
 */
import { join, relative, resolve } from "@std/path";

/** How a copy treats what is at its destination. */
export interface CopyOptions {
  /** Whether existing files are overwritten. Default: false. */
  overwrite?: boolean;
  /** Whether the copy keeps the times of the original. Default: false. */
  preserveTimestamps?: boolean;
}

/**
 * Copies a file, a link or a directory with everything in it.
 *
 * @throws {Deno.errors.AlreadyExists} If the destination exists and `overwrite` is not set.
 * @throws {Error} If a directory would be copied into itself.
 */
// deno-lint-ignore require-await
export async function copy(
  src: string | URL,
  dest: string | URL,
  options: CopyOptions = {},
): Promise<void> {
  copySync(src, dest, options);
}

/**
 * Copies a file, a link or a directory with everything in it.
 *
 * @throws {Deno.errors.AlreadyExists} If the destination exists and `overwrite` is not set.
 * @throws {Error} If a directory would be copied into itself.
 */
export function copySync(src: string | URL, dest: string | URL, options: CopyOptions = {}): void {
  const from = resolve(join(src));
  const to = resolve(join(dest));
  if (from === to) throw new Error("Source and destination cannot be the same");
  const isInside = !/^(\.\.|$)/.test(relative(from, to));
  if (isInside && Deno.lstatSync(from).isDirectory) {
    throw new Error(`Cannot copy "${from}" to a subdirectory of itself: "${to}"`);
  }
  copyEntry(from, to, options);
}

function copyEntry(from: string, to: string, options: CopyOptions): void {
  const info = Deno.lstatSync(from);
  if (info.isDirectory) copyDirectory(from, to, options);
  else {
    makeRoom(to, options);
    if (info.isSymlink) Deno.symlinkSync(Deno.readLinkSync(from), to);
    else Deno.copyFileSync(from, to);
  }
  if (options.preserveTimestamps && !info.isSymlink && info.atime && info.mtime) {
    Deno.utimeSync(to, info.atime, info.mtime);
  }
}

function copyDirectory(from: string, to: string, options: CopyOptions): void {
  if (!options.overwrite && doesExist(to)) throw alreadyExists(to);
  Deno.mkdirSync(to, { recursive: true });
  for (const { name } of Deno.readDirSync(from)) {
    copyEntry(join(from, name), join(to, name), options);
  }
}

function makeRoom(to: string, { overwrite = false }: CopyOptions): void {
  if (!doesExist(to)) return;
  if (!overwrite) throw alreadyExists(to);
  Deno.removeSync(to);
}

function doesExist(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

function alreadyExists(path: string): Error {
  return new Deno.errors.AlreadyExists(`"${path}" already exists`);
}
