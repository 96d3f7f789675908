/**
 * The backend that works everywhere: pipes, in a session of its own, without a terminal.
 *
 * An agent that prints events in its print mode writes each line at once, so this is a whole way to
 * run it; other programs may hold their output back until they end.
 *
 * @module
 */
import { Quiet } from "./_quiet.ts";
import type { StreamName, Terminal, TerminalExit, TerminalSpec } from "./terminal.ts";

/**
 * Starts a program on pipes.
 *
 * @throws {Error} What the system says where it cannot be started.
 */
export function openPipes(spec: TerminalSpec): Terminal {
  const [program, ...args] = spec.command;
  const child = new Deno.Command(program, {
    args,
    cwd: spec.cwd,
    env: { ...spec.env },
    clearEnv: true,
    stdin: spec.input.length > 0 ? "piped" : "null",
    stdout: "piped",
    stderr: "piped",
    detached: true,
  }).spawn();
  if (spec.input.length > 0) feed(child, spec.input);
  const outputs = new Outputs(child, spec.onData);
  return {
    backend: "pipe",
    pid: child.pid,
    isHolder: false,
    exited: outputs.waitForEnd(),
    resize: () => {},
    close: () => outputs.close(),
  };
}

/** Writes the input; an agent that ends without reading it is none of our business. */
async function feed(child: Deno.ChildProcess, input: Uint8Array): Promise<void> {
  const writer = child.stdin.getWriter();
  try {
    await writer.write(input);
    await writer.close();
  } catch {
    await writer.abort().catch(() => {});
  }
}

/** Both outputs of a child, read side by side. */
class Outputs {
  readonly #child: Deno.ChildProcess;
  readonly #quiet = new Quiet();
  readonly #readers: ReadableStreamDefaultReader<Uint8Array>[];
  readonly #read: Promise<unknown>;

  constructor(child: Deno.ChildProcess, onData: TerminalSpec["onData"]) {
    this.#child = child;
    const streams = [[child.stdout, "out"], [child.stderr, "err"]] as const;
    this.#readers = streams.map(([stream]) => stream.getReader());
    this.#read = Promise.all(
      streams.map(([, name], index) => this.#readAll(this.#readers[index]!, name, onData)),
    );
  }

  async #readAll(
    reader: ReadableStreamDefaultReader<Uint8Array>,
    name: StreamName,
    onData: TerminalSpec["onData"],
  ): Promise<void> {
    try {
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
        this.#quiet.noteData();
        onData(piece.value, name);
      }
    } catch {
      // Cancelled, or broken off: there is nothing more to read either way.
    }
  }

  async waitForEnd(): Promise<TerminalExit> {
    const { code, signal } = await this.#child.status;
    await this.#quiet.settle(this.#read);
    this.close();
    return signal === null ? { code, signal } : { code: null, signal };
  }

  close(): void {
    for (const reader of this.#readers) reader.cancel().catch(() => {});
  }
}
