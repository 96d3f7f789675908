/**
 * Runs a program of the system in a process group of its own, within a time and a size.
 *
 * `new Deno.Command(…, { signal }).output()` does not end at the signal, and waits for every process
 * that has the program's pipe open; so the output is read here, and the whole process group is killed.
 */

import { attempt, messageOf } from "../error.ts";
import { joinBytes } from "../text/join_bytes.ts";

/** Time to wait for output after the program ended, in milliseconds. */
const LAST_OUTPUT_MS = 300;
/** Time to wait for a killed process, in milliseconds: a system call may delay its end. */
const KILLED_MS = 500;

/** The options of a program. */
export interface ProgramOptions {
  /** The program is killed after this, in milliseconds; above 0. */
  readonly timeoutMs: number;
  /** The program is killed when its standard output is larger, in bytes. */
  readonly maxBytes: number;
  /** How much of standard error is kept, in bytes; what comes later is dropped. Default 0. */
  readonly keptErrorBytes?: number;
  /** Called with each piece of both streams; then nothing is kept, and the size has no limit. */
  readonly onOutput?: (bytes: Uint8Array<ArrayBuffer>, stream: "stdout" | "stderr") => void;
  /** Standard input: a text, or a pipe that stays open while the program runs. */
  readonly input?: string | "held";
  /** Variables in addition to the inherited ones. */
  readonly env?: Readonly<Record<string, string>>;
  /** True to inherit no variables, so that `env` is the whole environment. */
  readonly clearEnv?: boolean;
  /** Working directory. Default: that of this process. */
  readonly cwd?: string;
  /** Kills the program when aborted. */
  readonly signal?: AbortSignal;
  /** Called with the process id, which is also that of the group. */
  readonly onStart?: (pid: number) => void;
  /**
   * Terminates the program's processes that are left, both to end it and after its end. Default: kill the
   * group. `endFamily` also finds processes that left the group, and begins with TERM.
   */
  readonly end?: (pid: number) => Promise<unknown>;
}

/** How a program ended: by itself, at a limit, aborted, or because it never started. */
export type ProgramResult =
  | {
    readonly kind: "ended";
    /** 128 and more if a signal ended it. */
    readonly code: number;
    readonly stdout: Uint8Array<ArrayBuffer>;
    /** The beginning of standard error: see `keptErrorBytes`. */
    readonly stderr: Uint8Array<ArrayBuffer>;
  }
  /** It took longer than the limit. */
  | { readonly kind: "timed-out" }
  /** It printed more than the limit. */
  | { readonly kind: "too-large" }
  /** The caller's signal ended it. */
  | { readonly kind: "aborted" }
  /** The system could not start it. */
  | { readonly kind: "not-started"; readonly why: string };

const running = new Set<number>();

/** Checks whether {@linkcode runProgram} started a process that is still running: it is not a leftover. */
export function isRunningProgram(pid: number): boolean {
  return running.has(pid);
}

/**
 * Waits until a promise is settled, but not longer than a limit.
 *
 * @param limitMs Milliseconds, at least 0.
 * @param promise A promise that does not reject.
 */
export async function waitAtMost(promise: Promise<unknown>, limitMs: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise((resolve) => timer = setTimeout(resolve, limitMs));
  await Promise.race([promise, limit]);
  clearTimeout(timer);
}

/**
 * Runs a program in a session of its own.
 *
 * @param command The program: a path, or a name that is looked up in `PATH`.
 * @param args Its arguments; no shell splits them.
 * @returns How it ended: within the limit, the time that `end` takes and less than a second,
 * whatever the program and its children do. It never throws.
 */
export async function runProgram(
  command: string,
  args: readonly string[],
  options: ProgramOptions,
): Promise<ProgramResult> {
  let child: Deno.ChildProcess;
  try {
    child = start(command, args, options);
  } catch (error) {
    return { kind: "not-started", why: messageOf(error) };
  }
  const { pid, status } = child;
  running.add(pid);
  status.finally(() => running.delete(pid));
  options.onStart?.(pid);
  const closeInput = feed(child, options.input);
  const output = new ProgramOutput(child.stdout, options.maxBytes, listenerOf(options, "stdout"));
  const errors = hasErrors(options)
    ? new ProgramOutput(child.stderr, options.keptErrorBytes ?? 0, listenerOf(options, "stderr"))
    : null;
  const outcome = await waitForOutcome(status, output.overflow.promise, options);
  await (options.end ?? killGroup)(pid);
  // A child in a session of its own may keep the pipe open while it lives.
  const isWanted = outcome === "ended" || options.onOutput !== undefined;
  await waitAtMost(Promise.all([output.end, errors?.end]), isWanted ? LAST_OUTPUT_MS : 0);
  output.close();
  errors?.close();
  closeInput();
  if (outcome !== "ended") {
    await waitAtMost(status, KILLED_MS);
    child.unref();
    return { kind: outcome };
  }
  if (output.isTooLarge) return { kind: "too-large" };
  const { code } = await status;
  return {
    kind: "ended",
    code,
    stdout: output.read(),
    stderr: errors?.read() ?? new Uint8Array(),
  };
}

function hasErrors(options: ProgramOptions): boolean {
  return options.onOutput !== undefined || (options.keptErrorBytes ?? 0) > 0;
}

function start(
  command: string,
  args: readonly string[],
  options: ProgramOptions,
): Deno.ChildProcess {
  return new Deno.Command(command, {
    args: [...args],
    stdin: options.input === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: hasErrors(options) ? "piped" : "null",
    detached: true,
    ...(options.env === undefined ? {} : { env: { ...options.env } }),
    clearEnv: options.clearEnv === true,
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  }).spawn();
}

/** Writes the input. A program that does not read it breaks the pipe, which is not an error. */
function feed(child: Deno.ChildProcess, input: string | undefined): () => void {
  if (input === undefined) return () => {};
  const writer = child.stdin.getWriter();
  const close = () => writer.close().catch(() => writer.abort().catch(() => {}));
  if (input === "held") return close;
  writer.write(new TextEncoder().encode(input)).then(close, close);
  return () => {};
}

async function waitForOutcome(
  status: Promise<Deno.CommandStatus>,
  overflow: Promise<void>,
  { timeoutMs, signal }: ProgramOptions,
): Promise<"ended" | "too-large" | "timed-out" | "aborted"> {
  const cut = Promise.withResolvers<"timed-out" | "aborted">();
  const timer = setTimeout(() => cut.resolve("timed-out"), timeoutMs);
  const abort = () => cut.resolve("aborted");
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort);
  try {
    return await Promise.race([
      status.then(() => "ended" as const),
      overflow.then(() => "too-large" as const),
      cut.promise,
    ]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}

function listenerOf(
  { onOutput }: ProgramOptions,
  stream: "stdout" | "stderr",
): ((bytes: Uint8Array<ArrayBuffer>) => void) | undefined {
  return onOutput && ((bytes) => onOutput(bytes, stream));
}

/** Reads a pipe up to a size, or piece by piece for a listener. */
class ProgramOutput {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>;
  readonly #pieces: Uint8Array<ArrayBuffer>[] = [];
  /** Settles once there is more than the limit. */
  readonly overflow = Promise.withResolvers<void>();
  #bytes = 0;
  isTooLarge = false;
  /** Settles when the last writer has closed the pipe, or reading was cancelled. */
  readonly end: Promise<void>;

  constructor(
    stream: ReadableStream<Uint8Array<ArrayBuffer>>,
    maxBytes: number,
    listener: ((bytes: Uint8Array<ArrayBuffer>) => void) | undefined,
  ) {
    this.#reader = stream.getReader();
    // A broken pipe counts as ended.
    this.end = this.#drain(maxBytes, listener).catch(() => {});
  }

  /** Stops reading; may be called twice. */
  close(): void {
    this.#reader.cancel().catch(() => {});
  }

  /** Returns the bytes that were kept, up to the size. */
  read(): Uint8Array<ArrayBuffer> {
    return joinBytes(this.#pieces);
  }

  async #drain(
    maxBytes: number,
    listener: ((bytes: Uint8Array<ArrayBuffer>) => void) | undefined,
  ): Promise<void> {
    for (;;) {
      const { value, done } = await this.#reader.read();
      if (done) return;
      if (listener !== undefined) {
        listener(value);
        continue;
      }
      const rest = maxBytes - this.#bytes;
      if (rest > 0) this.#pieces.push(value.subarray(0, rest));
      this.#bytes = Math.min(maxBytes, this.#bytes + value.length);
      if (value.length <= rest) continue;
      this.isTooLarge = true;
      this.overflow.resolve();
    }
  }
}

function killGroup(pid: number): Promise<void> {
  // It fails if the group is empty.
  attempt(() => Deno.kill(-pid, "SIGKILL"));
  return Promise.resolve();
}
