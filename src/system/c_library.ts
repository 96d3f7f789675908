/** The system's C library: for what Deno has no call for, or allows only with every permission. */
import { attempt } from "../error.ts";

const NAMES: Partial<Record<typeof Deno.build.os, string>> = {
  linux: "libc.so.6",
  darwin: "/usr/lib/libSystem.B.dylib",
};

/**
 * Opens the library for some of its functions.
 *
 * @returns The library, to be closed by the caller; null on other systems, where it is missing (musl)
 * and without the permission for foreign code.
 */
export function openCLibrary<const Functions extends Deno.ForeignLibraryInterface>(
  functions: Functions,
): Deno.DynamicLibrary<Functions> | null {
  const name = NAMES[Deno.build.os];
  return name === undefined ? null : attempt(() => Deno.dlopen(name, functions));
}
