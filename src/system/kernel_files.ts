/**
 * Reads the kernel's files under `/proc`.
 *
 * Deno lets a program read them only if it has every permission. The binary is built without the
 * network permission, so it reads them through the C library. That needs the permission for foreign
 * functions, which the pseudo-terminal needs anyway.
 */

import { attempt } from "../error.ts";
import { openCLibrary } from "./c_library.ts";

/** Reads a file of the kernel; null if it is missing or another user's. */
export type ReadKernelFile = (path: string) => string | null;

/** `O_RDONLY | O_CLOEXEC` (open(2), the same on x86-64 and arm64). */
const READ_ONLY = 0x80000;
const BUFFER_BYTES = 64 * 1024;
/** Largest environment, in bytes (`ARG_MAX`). */
const LARGEST_FILE = 4 * 1024 * 1024;

let opened: ReadKernelFile | null | undefined;

/**
 * Chooses, once, how to read the kernel's files.
 *
 * @returns The reader; null if they cannot be read, as on a system without `/proc`.
 */
export function openKernelFiles(): ReadKernelFile | null {
  opened ??= chooseReader();
  return opened;
}

function chooseReader(): ReadKernelFile | null {
  if (readDirectly("/proc/self/stat") !== null) return readDirectly;
  const read = openThroughLibrary();
  return read?.("/proc/self/stat") == null ? null : read;
}

function readDirectly(path: string): string | null {
  return attempt(() => Deno.readTextFileSync(path));
}

function openThroughLibrary(): ReadKernelFile | null {
  const library = openCLibrary({
    open: { parameters: ["buffer", "i32"], result: "i32" },
    read: { parameters: ["i32", "buffer", "usize"], result: "isize" },
    close: { parameters: ["i32"], result: "i32" },
  });
  if (library === null) return null;
  const { symbols } = library;
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  const buffer = new Uint8Array(BUFFER_BYTES);
  return (path) => {
    const file = symbols.open(encoder.encode(`${path}\0`), READ_ONLY);
    if (file < 0) return null;
    try {
      let text = "";
      while (text.length < LARGEST_FILE) {
        const count = Number(symbols.read(file, buffer, BigInt(BUFFER_BYTES)));
        if (count < 0) return null;
        text += decoder.decode(buffer.subarray(0, count));
        if (count === 0) break;
      }
      return text;
    } finally {
      symbols.close(file);
    }
  };
}
