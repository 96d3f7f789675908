/**
 * The preferred backend: a pseudo-terminal, which controls the program's session and has a window that
 * can be resized.
 */
import { waitAtMost } from "../../system/run_program.ts";
import type { CTerminal } from "./_c_functions.ts";
import { Quiet } from "./_quiet.ts";
import { openReader } from "./_reader.ts";
import { resizeTerminal, spawnOnTerminal } from "./_spawn.ts";
import { terminalType } from "./environment.ts";
import { SIGNALS, type Terminal, type TerminalExit, type TerminalSpec } from "./terminal.ts";

/** Ctrl-D: the end of input, for a program that reads from its terminal. */
const END_OF_INPUT = "\x04";
/** How long to wait for output until the next look whether to read on, in milliseconds. */
const LOOK_MS = 50;
/** Until the next look at a terminal that no process has open, in milliseconds: one may open it again. */
const HUNG_UP_MS = 20;

/** A terminal that is typed on. */
export interface TypedTerminal extends Terminal {
  /** Sends a few characters, as a keyboard does. */
  type(text: string): void;
}

/**
 * Starts a program on a pseudo-terminal, with empty input.
 *
 * @throws {Error} If there is no such terminal, or the program cannot be started.
 */
export function openPty(spec: TerminalSpec): Terminal {
  const terminal = openTypedPty(spec);
  terminal.type(END_OF_INPUT);
  return terminal;
}

/** Starts a program on a pseudo-terminal to type on. @throws {Error} As {@linkcode openPty}. */
export function openTypedPty(spec: TerminalSpec): TypedTerminal {
  const env = { ...spec.env, PWD: spec.cwd, TERM: terminalType(spec.env) };
  const { library, pid, file } = spawnOnTerminal({ ...spec, env });
  const ended = waitForEnd(library, pid);
  const quiet = new Quiet();
  let isClosed = false;
  let isReleased = false;

  const readToEnd = async () => {
    const read = openReader(library, file);
    let hasEnded = false;
    ended.then(() => hasEnded = true);
    while (!isClosed) {
      const isHungUp = await waitForOutput(library, file);
      const piece = read();
      if (piece.length > 0) {
        quiet.noteData();
        spec.onData(piece, "out");
      } else if (isHungUp && hasEnded) break;
      else if (isHungUp) await waitAtMost(ended, HUNG_UP_MS);
    }
    isReleased = true;
    library.symbols.close(file);
  };
  const readUntilEnd = async () => {
    const reading = readToEnd();
    const exit = await ended;
    await quiet.settle(reading);
    isClosed = true;
    await reading;
    library.close();
    return exit;
  };
  return {
    backend: "pty",
    pid,
    exited: readUntilEnd(),
    resize: (size) => {
      if (!isReleased) resizeTerminal(library, file, size);
    },
    type: (text) => {
      const bytes = new TextEncoder().encode(text);
      if (!isReleased) library.symbols.write(file, bytes, BigInt(bytes.length));
    },
    close: () => isClosed = true,
  };
}

/** `POLLIN` and `POLLHUP` (poll(2)). */
const HAS_OUTPUT = 0x1;
const HUNG_UP = 0x10;

/** Waits for output, {@linkcode LOOK_MS} at most. @returns Whether no process has the terminal open. */
async function waitForOutput({ symbols }: CTerminal, file: number): Promise<boolean> {
  // `struct pollfd`: a descriptor, then what is waited for, then what there is.
  const entry = new DataView(new ArrayBuffer(8));
  entry.setInt32(0, file, true);
  entry.setInt16(4, HAS_OUTPUT, true);
  await symbols.poll(entry, 1n, LOOK_MS);
  return (entry.getInt16(6, true) & HUNG_UP) !== 0;
}

async function waitForEnd({ symbols }: CTerminal, pid: number): Promise<TerminalExit> {
  const status = new Int32Array(1);
  if (await symbols.waitpid(pid, status, 0) !== pid) return { code: null, signal: null };
  const [word = 0] = status;
  const number = word & 0x7f;
  return number === 0
    ? { code: word >> 8 & 0xff, signal: null }
    : { code: null, signal: signalOf(number) };
}

function signalOf(number: number): Deno.Signal {
  const names = Object.keys(SIGNALS) as Deno.Signal[];
  return names.find((name) => SIGNALS[name] === number) ?? "SIGKILL";
}
