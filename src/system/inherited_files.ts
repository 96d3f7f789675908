/**
 * Descriptors that the caller of this process left open, such as of a folder: a program that inherits
 * one can read and write through it what nothing else gives it.
 */
import { openCLibrary } from "./c_library.ts";

/** The first descriptor after standard input, output and error. */
const FIRST = 3;
const LAST = 0xffff_ffff;
/** `CLOSE_RANGE_CLOEXEC` (close_range(2)). */
const CLOEXEC = 4;

/** `FIOCLEX` (ioctl(2)). Unlike `fcntl` it has no argument, which Apple's variadic calls pass otherwise. */
const CLOSE_ON_EXEC: Partial<Record<typeof Deno.build.os, bigint>> = {
  linux: 0x5451n,
  darwin: 0x20006601n,
};
/** Descriptors that are marked one by one, at most. */
const MOST = 65_536;

/**
 * Keeps the descriptors that this process was given, beyond the standard three, from the programs that
 * it starts. Those that it opens itself are not inherited anyway.
 * Does nothing without the C library (musl).
 */
export function keepInheritedFiles(): void {
  if (!markRange()) markEach();
}

/** Marks all at once: Linux 5.11 with glibc 2.34. */
function markRange(): boolean {
  const library = openCLibrary({
    close_range: { parameters: ["u32", "u32", "i32"], result: "i32" },
  });
  if (library === null) return false;
  const isDone = library.symbols.close_range(FIRST, LAST, CLOEXEC) === 0;
  library.close();
  return isDone;
}

/** Marks each number below the limit of descriptors: older systems, and macOS. */
export function markEach(): void {
  const request = CLOSE_ON_EXEC[Deno.build.os];
  const library = openCLibrary({
    ioctl: { parameters: ["i32", "u64"], result: "i32" },
    getdtablesize: { parameters: [], result: "i32" },
  });
  if (request === undefined || library === null) return;
  const count = Math.min(library.symbols.getdtablesize(), MOST);
  // A number that is not open fails, which costs less than finding out which ones are.
  for (let file = FIRST; file < count; file++) library.symbols.ioctl(file, request);
  library.close();
}
