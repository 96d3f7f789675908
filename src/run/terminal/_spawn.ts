/**
 * Starts a program on a new pseudo-terminal with the C library's `posix_spawn`. The program leads a session,
 * and the first terminal that it opens controls the session. The memory of this process is not copied.
 */
import { joinBytes } from "../../text/join_bytes.ts";
import { type CTerminal, openCTerminal } from "./_c_functions.ts";
import type { TerminalSize, TerminalSpec } from "./terminal.ts";

const isMac = Deno.build.os === "darwin";
/**
 * `O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC` (open(2)). Processes started later, such as the next agent,
 * must not inherit our end.
 */
const OWN_END = isMac ? 0x2 | 0x20000 | 0x4 | 0x1000000 : 0o2 | 0o400 | 0o4000 | 0o2000000;
/** `POSIX_SPAWN_SETSID` (spawn.h). */
const BEGIN_SESSION = isMac ? 0x400 : 0x80;
/** `TIOCSWINSZ` (sys/ttycom.h). */
const SET_WINDOW = isMac ? 0x80087467n : 0x5414n;

/** `O_RDWR`. */
const READ_AND_WRITE = 0x2;
/** `POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK`: the program neither ignores nor blocks signals. */
const RESET_SIGNALS = 0x4 | 0x8;
/** Size of glibc's `sigset_t`, the largest one, in bytes. */
const SIGNALS_BYTES = 128;
/** Larger than `posix_spawnattr_t` and `posix_spawn_file_actions_t` of any system, in bytes. */
const ATTRIBUTES_BYTES = 1024;
/** `ENOEXEC`: neither a program nor a script with `#!`. */
const NO_FORMAT = 8;

/** A program, our end of its terminal, and the functions for it. The caller closes the last two. */
export interface Spawned {
  readonly pid: number;
  /** A non-blocking descriptor. */
  readonly file: number;
  readonly library: CTerminal;
}

/** The program, its folder and environment, and the size of its window. */
type SpawnOrder = Pick<TerminalSpec, "command" | "cwd" | "env" | "size">;

/**
 * Starts a program. Like `execvp`, passes a file that is not a program and has no `#!` to a shell.
 *
 * @throws {Error} If the system gives no terminal, or cannot start the program.
 */
export function spawnOnTerminal(order: SpawnOrder): Spawned {
  const library = openCTerminal();
  try {
    return { library, ...spawn(library, order) };
  } catch (error) {
    library.close();
    throw error;
  }
}

function spawn(library: CTerminal, { command, cwd, env, size }: SpawnOrder) {
  const c = library.symbols;
  const variables = toStrings(Object.entries(env).map(([name, value]) => `${name}=${value}`));
  const attributes = new Uint8Array(ATTRIBUTES_BYTES);
  const actions = new Uint8Array(ATTRIBUTES_BYTES);
  c.posix_spawnattr_init(attributes);
  c.posix_spawn_file_actions_init(actions);
  const file = c.open(toText("/dev/ptmx"), OWN_END);
  try {
    const path = c.grantpt(file) === 0 && c.unlockpt(file) === 0 ? c.ptsname(file) : null;
    if (path === null) throw new Error("The system has no pseudo-terminal left");
    resizeTerminal(library, file, size);
    c.posix_spawnattr_setsigdefault(attributes, new Uint8Array(SIGNALS_BYTES).fill(255));
    c.posix_spawnattr_setsigmask(attributes, new Uint8Array(SIGNALS_BYTES));
    c.posix_spawnattr_setflags(attributes, BEGIN_SESSION | RESET_SIGNALS);
    c.posix_spawn_file_actions_addopen(actions, 0, path, READ_AND_WRITE, 0);
    c.posix_spawn_file_actions_adddup2(actions, 0, 1);
    c.posix_spawn_file_actions_adddup2(actions, 0, 2);
    c.posix_spawn_file_actions_addchdir_np(actions, toText(cwd));
    const pid = new Int32Array(1);
    const start = (...words: readonly [string, ...string[]]) =>
      c.posix_spawn(pid, toText(words[0]), actions, attributes, toStrings(words), variables);
    let error = start(...command);
    if (error === NO_FORMAT) error = start("/bin/sh", ...command);
    if (error !== 0) throw new Error(`${command[0]}: ${describe(library, error)}`);
    return { pid: pid[0]!, file };
  } catch (error) {
    c.close(file);
    throw error;
  } finally {
    c.posix_spawn_file_actions_destroy(actions);
    c.posix_spawnattr_destroy(attributes);
  }
}

/** Resizes a terminal's window. */
export function resizeTerminal(library: CTerminal, file: number, size: TerminalSize): void {
  const window = new Uint16Array([size.rows, size.columns, 0, 0]);
  library.symbols.ioctl(file, SET_WINDOW, window, 0n, 0n, 0n, 0n, 0n, window);
}

function describe(library: CTerminal, error: number): string {
  const text = library.symbols.strerror(error);
  return text === null ? `error ${error}` : Deno.UnsafePointerView.getCString(text);
}

function toText(text: string): Uint8Array<ArrayBuffer> {
  if (text.includes("\0")) {
    throw new Error("An argument or variable cannot contain a NUL character");
  }
  return new TextEncoder().encode(`${text}\0`);
}

/** Encodes texts as C expects an array: their addresses, then a null. The same buffer contains the texts. */
function toStrings(texts: readonly string[]): Uint8Array<ArrayBuffer> {
  const encoded = texts.map(toText);
  const table = new Uint8Array((texts.length + 1) * BigUint64Array.BYTES_PER_ELEMENT);
  const all = joinBytes([table, ...encoded]);
  const addresses = new BigUint64Array(all.buffer, 0, texts.length);
  let address = Deno.UnsafePointer.value(Deno.UnsafePointer.of(all)) + BigInt(table.length);
  for (const [index, { length }] of encoded.entries()) {
    addresses[index] = address;
    address += BigInt(length);
  }
  return all;
}
