/**
 * The terminal of an agent: one interface, two backends.
 *
 * A backend starts a program in a separate session and process group, passes on its output at once, and
 * reports its end. Only the watchdog judges and kills.
 */

import { constants } from "node:os";

/** The numbers of signals on this system, for backends and shells that report only numbers. */
export const SIGNALS: Readonly<Partial<Record<Deno.Signal, number>>> = constants.signals;

/** The backends, best first: a pseudo-terminal, then plain pipes. */
export const BACKENDS = ["pty", "pipe"] as const;

/** A way to start an agent. */
export type Backend = (typeof BACKENDS)[number];

/** The values of `--terminal`; `auto` is the first backend that starts. */
export type TerminalChoice = "auto" | Backend;

/** A window's size in characters. */
export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

/** The size of the agent's window if the runner does not have a terminal. */
const DEFAULT_SIZE: TerminalSize = { columns: 120, rows: 40 };

/** Reads the size of the runner's own window; returns the default if there is no terminal. */
export function readConsoleSize(): TerminalSize {
  try {
    const { columns, rows } = Deno.consoleSize();
    return columns > 0 && rows > 0 ? { columns, rows } : DEFAULT_SIZE;
  } catch {
    return DEFAULT_SIZE;
  }
}

/** The stream of an agent's output; a terminal has only `out`. */
export type StreamName = "out" | "err";

/** The program that a backend starts, with empty standard input. */
export interface TerminalSpec {
  /** Path of the program, then its arguments; no shell splits them. */
  readonly command: readonly [string, ...string[]];
  readonly cwd: string;
  /** The complete environment; nothing else is inherited. */
  readonly env: Readonly<Record<string, string>>;
  readonly size: TerminalSize;
  /** Receives every piece of output; the bytes are valid only during the call. */
  readonly onData: (bytes: Uint8Array, stream: StreamName) => void;
}

/** How a program ended: with a code, or by a signal. */
export interface TerminalExit {
  /** Exit code, 0 to 255; null if a signal ended it. */
  readonly code: number | null;
  /** The signal, such as `SIGKILL`; null if it exited by itself. */
  readonly signal: Deno.Signal | null;
}

/** A started program with its input, its output and a way to end it. */
export interface Terminal {
  readonly backend: Backend;
  readonly pid: number;
  /**
   * Resolves when the program has ended and its output has been read: to its end or, if another process
   * still has the terminal open, until there is no output for a moment. Never rejects.
   */
  readonly exited: Promise<TerminalExit>;
  /** Resizes the window; does nothing for pipes. */
  resize(size: TerminalSize): void;
  /** Releases everything, even if a process still writes there. May be called twice. */
  close(): void;
}
