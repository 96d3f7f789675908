/** Calls the system's C library, for functions that Deno lacks, or allows only with every permission. */
import { attempt } from "../error.ts";

const NAME = Deno.build.os === "darwin" ? "/usr/lib/libSystem.B.dylib" : "libc.so.6";

/** The opened libraries by their functions: binding a function takes up to a millisecond. */
const opened = new Map<string, unknown>();

/**
 * Opens the library for some of its functions. The program keeps it open, so that each is bound once.
 *
 * @returns The library, to be closed by the caller; null if it is missing (musl) or not permitted.
 */
export function openCLibrary<const Functions extends Deno.ForeignLibraryInterface>(
  functions: Functions,
): Deno.DynamicLibrary<Functions> | null {
  const open = () => attempt(() => Deno.dlopen(NAME, functions));
  // A test has to close the libraries that it opens.
  if (!Deno.build.standalone) return open();
  const key = JSON.stringify(functions);
  const library = opened.get(key) as ReturnType<typeof open> ?? open();
  opened.set(key, library);
  return library && { symbols: library.symbols, close: () => {} };
}
