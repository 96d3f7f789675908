/**
 * The real disk, for discovery and for the focus file.
 *
 * @module
 */
import { openRegular } from "../store/files/foreign_file.ts";
import type { Files, FileStat } from "./discovery.ts";

/** The disk of this machine; whatever cannot be read is absent. */
export const REAL_FILES: Files = {
  list(folder, limit) {
    const names: string[] = [];
    try {
      for (const entry of Deno.readDirSync(folder)) {
        if (names.length >= limit) break;
        names.push(entry.name);
      }
    } catch {
      // Missing or closed to us: nothing to find there.
    }
    return names;
  },

  stat: (path) => attempt(() => toFileStat(Deno.statSync(path))),
  realPath: (path) => attempt(() => Deno.realPathSync(path)),
  readStart: (path, maxBytes) => attempt(() => readSlice(path, () => 0, maxBytes)),
  readEnd: (path, maxBytes) =>
    attempt(() => readSlice(path, (size) => Math.max(0, size - maxBytes), maxBytes)),
};

function attempt<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null;
  }
}

function toFileStat(info: Deno.FileInfo): FileStat {
  const kind = info.isFile ? "file" : info.isDirectory ? "folder" : "other";
  return { kind, size: info.size, modifiedMs: info.mtime?.getTime() ?? 0 };
}

/** Reads at most so many bytes; only of plain files, as a pipe would never answer. */
function readSlice(path: string, from: (size: number) => number, maxBytes: number): Uint8Array {
  using file = openRegular(path);
  const { size } = file.statSync();
  file.seekSync(from(size), Deno.SeekMode.Start);
  const bytes = new Uint8Array(Math.min(size, maxBytes));
  let length = 0;
  while (length < bytes.length) {
    const read = file.readSync(bytes.subarray(length));
    if (read === null) break;
    length += read;
  }
  return bytes.subarray(0, length);
}
