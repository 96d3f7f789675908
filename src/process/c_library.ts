/**
 * The system's C library: for what Deno has no call for, or allows only with every permission.
 *
 * @module
 */

const NAMES: Partial<Record<typeof Deno.build.os, string>> = {
  linux: "libc.so.6",
  darwin: "/usr/lib/libSystem.B.dylib",
};

/** Its name for `Deno.dlopen`; undefined on other systems. It may be missing all the same (musl). */
export const C_LIBRARY: string | undefined = NAMES[Deno.build.os];
