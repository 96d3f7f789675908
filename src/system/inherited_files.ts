/**
 * Closes inherited descriptors to child processes. The caller of this process may have left one open, such
 * as that of a folder: a program that inherits it gets access that nothing else gives it.
 */
import { attempt } from "../error.ts";
import { openCLibrary } from "./c_library.ts";

/** The first descriptor after standard input, output and error. */
const FIRST = 3;

/** `FIOCLEX` (ioctl(2)). Unlike `fcntl` it has no argument, which Apple's variadic calls pass otherwise. */
const CLOSE_ON_EXEC: Partial<Record<typeof Deno.build.os, bigint>> = {
  linux: 0x5451n,
  darwin: 0x20006601n,
};

/**
 * Keeps the descriptors that this process inherited, except the standard three, from the programs that it
 * starts. Descriptors that it opens itself are not inherited anyway.
 * Does nothing without the C library (musl).
 */
export function keepInheritedFiles(): void {
  const request = CLOSE_ON_EXEC[Deno.build.os];
  const library = openCLibrary({ ioctl: { parameters: ["i32", "u64"], result: "i32" } });
  if (request === undefined || library === null) return;
  for (const { name } of attempt(() => [...Deno.readDirSync("/dev/fd")]) ?? []) {
    if (Number(name) >= FIRST) library.symbols.ioctl(Number(name), request);
  }
  library.close();
}
