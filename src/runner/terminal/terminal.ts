/**
 * What an agent runs in: one interface, three backends.
 *
 * A backend starts one program in a session and process group of its own, hands on its output at
 * once and says how it ended. It judges nothing and kills nothing: that is the watchdog's.
 *
 * @module
 */

/** The backends, best first: a pseudo-terminal by node-pty, `script(1)`, plain pipes. */
export const BACKENDS = ["pty", "script", "pipe"] as const;

/** One way to start an agent. */
export type Backend = (typeof BACKENDS)[number];

/** What `--terminal` takes: `auto` is the first backend that starts. */
export type TerminalChoice = "auto" | Backend;

/** A window's size in characters. */
export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

/** What agents see where we have no terminal ourselves. */
const DEFAULT_SIZE: TerminalSize = { columns: 120, rows: 40 };

/** Reads the size of our own window; the default without one. */
export function readConsoleSize(): TerminalSize {
  try {
    const { columns, rows } = Deno.consoleSize();
    return columns > 0 && rows > 0 ? { columns, rows } : DEFAULT_SIZE;
  } catch {
    return DEFAULT_SIZE;
  }
}

/** Which of an agent's streams bytes came from; a terminal has only one, `out`. */
export type StreamName = "out" | "err";

/** What a backend starts; on its standard input the program finds the end at once. */
export interface TerminalSpec {
  /** Path of the program, found already, then its arguments; no shell splits them. */
  readonly command: readonly [string, ...string[]];
  readonly cwd: string;
  /** The whole environment; nothing of ours is inherited beside it. */
  readonly env: Readonly<Record<string, string>>;
  readonly size: TerminalSize;
  /** A private folder (0700) for what a backend has to put on disk. */
  readonly privateDir: string;
  /** Called with every piece of output as it comes; the bytes are only valid during the call. */
  readonly onData: (bytes: Uint8Array, stream: StreamName) => void;
}

/** How a program ended: with a code, or by a signal. */
export interface TerminalExit {
  /** 0 to 255; null where a signal ended it. */
  readonly code: number | null;
  /** Such as `SIGKILL`; null where it exited by itself. */
  readonly signal: Deno.Signal | null;
}

/** A started program. */
export interface Terminal {
  readonly backend: Backend;
  /** The process that was started: the agent itself, or what holds its terminal. */
  readonly pid: number;
  /**
   * Finds the agent's own process, where `pid` only holds the terminal and the agent is its child
   * (`script`); null while it is not known.
   */
  findAgent?(): number | null;
  /**
   * Settles once the program has ended and its output is read: to its end, or until nothing came
   * for a moment where somebody still has the terminal open. It never rejects.
   */
  readonly exited: Promise<TerminalExit>;
  /** Changes the window; pipes have none. */
  resize(size: TerminalSize): void;
  /** Releases everything, whatever still writes there; may be called twice. */
  close(): void;
}

/** Why a backend could not start a program. */
export interface StartError {
  readonly backend: Backend;
  /** One sentence without a final period. */
  readonly why: string;
}
