/**
 * The size of the window that agents see.
 *
 * @module
 */
import type { TerminalSize } from "./terminal.ts";

/** What agents see where we have no terminal ourselves. */
export const DEFAULT_SIZE: TerminalSize = { columns: 120, rows: 40 };

/** The size of our own window, or the default without one. */
export function readConsoleSize(): TerminalSize {
  try {
    const { columns, rows } = Deno.consoleSize();
    return columns > 0 && rows > 0 ? { columns, rows } : DEFAULT_SIZE;
  } catch {
    return DEFAULT_SIZE;
  }
}
