/**
 * The preferred backend: a pseudo-terminal, which controls the program's session and has a window that
 * can be resized.
 */
import type { CTerminal } from "./_c_functions.ts";
import { Quiet } from "./_quiet.ts";
import { openReader } from "./_reader.ts";
import { resizeTerminal, spawnOnTerminal } from "./_spawn.ts";
import { terminalType } from "./environment.ts";
import {
  SIGNALS,
  type Terminal,
  type TerminalExit,
  type TerminalSize,
  type TerminalSpec,
} from "./terminal.ts";

/** Ctrl-D: the end of input, for a program that reads from its terminal. */
const END_OF_INPUT = "\x04";
/** Maximum wait for output before checking on the program, in milliseconds. */
const LOOK_MS = 200;
/**
 * Minimum and maximum time between checks while no process has the terminal open, in milliseconds: the
 * program is about to end, or will open it again.
 */
const LEAST_WAIT_MS = 1;
const MOST_WAIT_MS = 20;

/**
 * Starts a program on a pseudo-terminal.
 *
 * @param typed Text that is typed first.
 * @returns The terminal, and a function that types a few more characters.
 * @throws {Error} If no terminal is available, or the program cannot be started.
 */
export function openPty(
  spec: TerminalSpec,
  typed = END_OF_INPUT,
): Terminal & { type(text: string): void } {
  const env = { ...spec.env, PWD: spec.cwd, TERM: terminalType(spec.env) };
  const { library, pid, file } = spawnOnTerminal({ ...spec, env });
  const quiet = new Quiet();
  const ended = Promise.withResolvers<TerminalExit>();
  let exit: TerminalExit | null = null;
  let isClosed = false;
  let isReleased = false;

  const hasEnded = () => {
    exit ??= findExit(library, pid);
    if (exit !== null) ended.resolve(exit);
    return exit !== null;
  };
  const readToEnd = async () => {
    const read = openReader(library, file);
    let waitMs = LEAST_WAIT_MS;
    while (!isClosed) {
      const isHungUp = await waitForOutput(library, file);
      const piece = read();
      const isOver = hasEnded();
      if (piece.length > 0) {
        quiet.noteData();
        spec.onData(piece, "out");
        waitMs = LEAST_WAIT_MS;
      } else if (isHungUp) {
        if (isOver) break;
        await wait(waitMs);
        waitMs = Math.min(2 * waitMs, MOST_WAIT_MS);
      }
    }
    isReleased = true;
    library.symbols.close(file);
    while (!hasEnded()) await wait(MOST_WAIT_MS);
  };
  const readUntilEnd = async () => {
    const reading = readToEnd();
    const exit = await ended.promise;
    await quiet.settle(reading);
    isClosed = true;
    await reading;
    library.close();
    return exit;
  };
  const type = (text: string) => {
    const bytes = new TextEncoder().encode(text);
    if (!isReleased) library.symbols.write(file, bytes, BigInt(bytes.length));
  };
  const resize = (size: TerminalSize) => {
    if (!isReleased) resizeTerminal(library, file, size);
  };
  type(typed);
  return {
    backend: "pty",
    pid,
    exited: readUntilEnd(),
    resize,
    type,
    close: () => isClosed = true,
  };
}

/** `POLLIN`; `POLLERR | POLLHUP | POLLNVAL`, for which the call returns at once (poll(2)). */
const HAS_OUTPUT = 0x1;
const HUNG_UP = 0x38;
/** `WNOHANG` (waitpid(2)). */
const NO_HANG = 1;

/** Waits for output, at most {@linkcode LOOK_MS}. @returns Whether no process has the terminal open. */
async function waitForOutput({ symbols }: CTerminal, file: number): Promise<boolean> {
  // `struct pollfd`: a descriptor, then the requested events, then the returned events.
  const entry = new DataView(new ArrayBuffer(8));
  entry.setInt32(0, file, true);
  entry.setInt16(4, HAS_OUTPUT, true);
  await symbols.poll(entry, 1n, LOOK_MS);
  return (entry.getInt16(6, true) & HUNG_UP) !== 0;
}

/** Returns how the program ended; null while it runs. Does not block, since few calls may block at once. */
function findExit({ symbols }: CTerminal, pid: number): TerminalExit | null {
  const status = new Int32Array(1);
  const found = symbols.waitpid(pid, status, NO_HANG);
  if (found === 0) return null;
  if (found < 0) return { code: null, signal: null };
  const [word = 0] = status;
  const signal = word & 0x7f;
  return signal === 0
    ? { code: word >> 8 & 0xff, signal: null }
    : { code: null, signal: signalOf(signal) };
}

function signalOf(number: number): Deno.Signal {
  const names = Object.keys(SIGNALS) as Deno.Signal[];
  return names.find((name) => SIGNALS[name] === number) ?? "SIGKILL";
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
