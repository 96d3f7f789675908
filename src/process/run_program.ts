/**
 * Runs a program of the system for its output, within a time and a size.
 *
 * `new Deno.Command(…, { signal }).output()` does not end at the signal, and waits for everybody who
 * holds the program's pipe; so the output is read here, and the whole process group is killed.
 *
 * @module
 */

import { messageOf } from "../error.ts";
import { waitAtMost } from "./wait.ts";

/** How long output is waited for after the program ended, in milliseconds. */
const LAST_OUTPUT_MS = 200;
/** How long a killed process is waited for, in milliseconds: one in the kernel's hands stays. */
const KILLED_MS = 500;

/** How a program is run. */
export interface ProgramOptions {
  /** The program is killed after this, in milliseconds; above 0. */
  readonly timeoutMs: number;
  /** The program is killed when its output is larger, in bytes. */
  readonly maxBytes: number;
  /** Variables beside the inherited ones. */
  readonly env?: Readonly<Record<string, string>>;
  /** Whether nothing is inherited: then `env` is all there is. */
  readonly clearEnv?: boolean;
  /** Where it runs; else where this process does. */
  readonly cwd?: string;
}

/** How a program ended. */
export type ProgramResult =
  | {
    readonly kind: "ended";
    /** 128 and more where a signal ended it. */
    readonly code: number;
    /** Standard output; standard error is not read. */
    readonly stdout: Uint8Array<ArrayBuffer>;
  }
  /** It took longer than the limit. */
  | { readonly kind: "timed-out" }
  /** It printed more than the limit. */
  | { readonly kind: "too-large" }
  /** The system could not start it. */
  | { readonly kind: "not-started"; readonly why: string };

const running = new Set<number>();

/**
 * Whether a process was started by {@linkcode runProgram} and may still run: such a
 * process is not a leftover.
 */
export function isRunningProgram(pid: number): boolean {
  return running.has(pid);
}

/**
 * Runs a program in a session of its own, without standard input.
 *
 * @param command The program: a path, or a name that is looked up in `PATH`.
 * @param args Its arguments; no shell splits them.
 * @param options Its limits and surroundings.
 * @returns Within the limit and less than a second, whatever the program and its children do.
 */
export async function runProgram(
  command: string,
  args: readonly string[],
  options: ProgramOptions,
): Promise<ProgramResult> {
  let child: Deno.ChildProcess;
  try {
    child = new Deno.Command(command, {
      args: [...args],
      stdin: "null",
      stdout: "piped",
      stderr: "null",
      detached: true,
      ...(options.env === undefined ? {} : { env: { ...options.env } }),
      clearEnv: options.clearEnv === true,
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    }).spawn();
  } catch (error) {
    return { kind: "not-started", why: messageOf(error) };
  }
  running.add(child.pid);
  child.status.finally(() => running.delete(child.pid));
  const limit = startTimer(options.timeoutMs);
  const output = new Output(child.stdout, options.maxBytes);
  const first = await Promise.race([
    child.status.then(() => "ended" as const),
    output.overflow.then(() => "too-large" as const),
    limit.over.then(() => "timed-out" as const),
  ]);
  limit.clear();
  killGroup(child.pid);
  // A child in a session of its own may hold the pipe for as long as it lives.
  await waitAtMost(output.end, first === "ended" ? LAST_OUTPUT_MS : 0);
  output.close();
  if (first !== "ended") {
    await waitAtMost(child.status, KILLED_MS);
    child.unref();
    return { kind: first };
  }
  if (output.isTooLarge) return { kind: "too-large" };
  return { kind: "ended", code: (await child.status).code, stdout: output.read() };
}

/** Reads a pipe up to a size. */
class Output {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>;
  readonly #pieces: Uint8Array<ArrayBuffer>[] = [];
  readonly #overflow = Promise.withResolvers<void>();
  #bytes = 0;
  isTooLarge = false;
  /** Settles when nobody writes there any more, or reading was given up. */
  readonly end: Promise<void>;

  constructor(stream: ReadableStream<Uint8Array<ArrayBuffer>>, maxBytes: number) {
    this.#reader = stream.getReader();
    // A pipe that breaks off has ended.
    this.end = this.#drain(maxBytes).catch(() => {});
  }

  /** Settles once there is more than the limit. */
  get overflow(): Promise<void> {
    return this.#overflow.promise;
  }

  /** Stops reading; may be called twice. */
  close(): void {
    this.#reader.cancel().catch(() => {});
  }

  /** What was read. */
  read(): Uint8Array<ArrayBuffer> {
    const whole = new Uint8Array(this.#bytes);
    let offset = 0;
    for (const piece of this.#pieces) {
      whole.set(piece, offset);
      offset += piece.length;
    }
    return whole;
  }

  async #drain(maxBytes: number): Promise<void> {
    for (;;) {
      const { value, done } = await this.#reader.read();
      if (done) return;
      if (this.#bytes + value.length > maxBytes) {
        this.isTooLarge = true;
        this.#overflow.resolve();
        return;
      }
      this.#bytes += value.length;
      this.#pieces.push(value);
    }
  }
}

function startTimer(ms: number): { readonly over: Promise<void>; clear(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  return { over: promise, clear: () => clearTimeout(timer) };
}

function killGroup(pid: number): void {
  try {
    Deno.kill(Deno.build.os === "windows" ? pid : -pid, "SIGKILL");
  } catch {
    // Nobody of the group is left.
  }
}
