/**
 * The machine's disk behind the guard's interface: synchronous `Deno.*` calls, errors as undefined.
 *
 * @module
 */
import type { Disk, DiskEntry } from "./context.ts";
import { readPart } from "../store/files/part.ts";

/**
 * Creates the interface to the machine's disk; what cannot be read is undefined.
 */
export function createRealDisk(): Disk {
  return {
    entry: (path) => orUndefined(() => describe(Deno.lstatSync(path))),
    linkTarget: (path) => orUndefined(() => Deno.readLinkSync(path)),
    names: (path) => orUndefined(() => Array.from(Deno.readDirSync(path), (entry) => entry.name)),
    bytes: (path, offset, length) => orUndefined(() => readSlice(path, offset, length)),
  };
}

function describe(info: Deno.FileInfo): DiskEntry {
  return {
    kind: info.isSymlink ? "link" : info.isDirectory ? "dir" : info.isFile ? "file" : "other",
    size: info.size,
    mtimeMs: info.mtime?.getTime() ?? 0,
    linkCount: info.nlink ?? 1,
    inode: `${info.dev}:${info.ino}`,
  };
}

function readSlice(path: string, offset: number, length: number): Uint8Array {
  // A pipe or device would block the guard.
  if (!Deno.statSync(path).isFile) throw new TypeError("Expected a regular file");
  using file = Deno.openSync(path, { read: true });
  return readPart(file, offset, length);
}

function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
