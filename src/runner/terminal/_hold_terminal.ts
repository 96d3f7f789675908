/**
 * Holds the agent's end of a pseudo-terminal open, as long as the agent lives.
 *
 * Where nobody holds that end, reading fails, the terminal is closed, and its session gets a hang-up:
 * an agent that closes its output and works on would be killed by that.
 *
 * @module
 */

import { openCLibrary } from "../../process/c_library.ts";

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
  const library = openCLibrary({
    open: { parameters: ["buffer", "i32"], result: "i32" },
    close: { parameters: ["i32"], result: "i32" },
  });
  if (flags === undefined || library === null) return () => {};
  let file: number | null = library.symbols.open(new TextEncoder().encode(`${path}\0`), flags);
  return () => {
    if (file === null) return;
    if (file >= 0) library.symbols.close(file);
    file = null;
    library.close();
  };
}
