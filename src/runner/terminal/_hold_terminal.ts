/**
 * Holds the agent's end of a pseudo-terminal open, as long as the agent lives.
 *
 * Where nobody holds that end, reading fails, the terminal is closed, and its session gets a hang-up:
 * an agent that closes its output and works on would be killed by that.
 *
 * @module
 */

import { C_LIBRARY } from "../../process/c_library.ts";

/** `O_RDWR | O_NOCTTY | O_CLOEXEC` (open(2)): it must not become our own terminal. */
const FLAGS: Partial<Record<typeof Deno.build.os, number>> = {
  linux: 0o2 | 0o400 | 0o2000000,
  darwin: 0x2 | 0x20000 | 0x1000000,
};

/**
 * Opens the end. Through the C library, since Deno opens no device without every permission.
 *
 * @param path The terminal's device, such as `/dev/pts/4`.
 * @returns Closes it; may be called more than once.
 */
export function holdTerminal(path: string): () => void {
  const flags = FLAGS[Deno.build.os];
  if (flags === undefined || C_LIBRARY === undefined) return () => {};
  try {
    const libc = Deno.dlopen(C_LIBRARY, {
      open: { parameters: ["buffer", "i32"], result: "i32" },
      close: { parameters: ["i32"], result: "i32" },
    });
    let file: number | null = libc.symbols.open(new TextEncoder().encode(`${path}\0`), flags);
    return () => {
      if (file === null) return;
      if (file >= 0) libc.symbols.close(file);
      file = null;
      libc.close();
    };
  } catch {
    // No such library, or no permission for it: then it is as without.
    return () => {};
  }
}
