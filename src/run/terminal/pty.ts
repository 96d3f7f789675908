/**
 * The preferred backend: a pseudo-terminal by node-pty, with a controlling terminal and a window
 * that can be resized.
 */
import { openCLibrary } from "../../system/c_library.ts";
import { keepInheritedFiles } from "../../system/inherited_files.ts";
import { Quiet } from "./_quiet.ts";
import { terminalType } from "./environment.ts";
import { openReader } from "./_reader.ts";
import { SIGNALS, type Terminal, type TerminalExit, type TerminalSpec } from "./terminal.ts";
import type { IPty, IPtyForkOptions } from "@lydell/node-pty";

/** Ctrl-D: the end of input, for a program that reads from its terminal. */
const END_OF_INPUT = "\x04";

/**
 * Starts a program on a pseudo-terminal.
 *
 * @throws {Error} If the addon cannot be loaded or the program cannot be started.
 */
export async function openPty(spec: TerminalSpec): Promise<Terminal> {
  const nodePty = await loadNodePty(spec.privateDir);
  const [program, ...args] = spec.command;
  const process = nodePty.spawn(program, args, {
    cwd: spec.cwd,
    env: { ...spec.env },
    cols: spec.size.columns,
    rows: spec.size.rows,
    name: terminalType(spec.env),
    encoding: null,
  });
  // node-pty leaves its own end open to programs that are started later, such as the next agent.
  keepInheritedFiles();
  process.on("error", () => {});
  const quiet = new Quiet();
  const reader = openReader(process.fd);
  process.onData((bytes) => {
    quiet.noteData();
    spec.onData(reader.readOn(bytes), "out");
  });
  const destroy = delayDestroy(process, quiet);
  process.write(END_OF_INPUT);
  const exited = new Promise<TerminalExit>((resolve) => {
    process.onExit(({ exitCode, signal }) => {
      resolve(
        signal ? { code: null, signal: signalOf(signal) } : { code: exitCode, signal: null },
      );
    });
  });
  return {
    backend: "pty",
    pid: process.pid,
    exited,
    resize: ({ columns, rows }) => {
      try {
        process.resize(columns, rows);
      } catch {
        // It has just ended.
      }
    },
    close: () => {
      reader.close();
      destroy();
    },
  };
}

function signalOf(number: number): Deno.Signal {
  const names = Object.keys(SIGNALS) as Deno.Signal[];
  return names.find((name) => SIGNALS[name] === number) ?? "SIGKILL";
}

/**
 * Keeps the agent's end of the terminal open while the agent runs, and then reads its output to the
 * end. If no process had that end open, reading would fail, the terminal would close, and the
 * hang-up would kill an agent that closed its output but still works.
 *
 * node-pty waits for `close` once the agent has ended: then the end is released, and reading ends
 * at once (EIO on Linux) unless another process has the terminal open. In that case node-pty
 * discards unread output after 200 ms, which on a busy machine is the end of the output. So that
 * call, which does not have an error, is delayed until there is no output for a moment.
 */
function delayDestroy(process: NodePtyProcess, quiet: Quiet): () => void {
  const release = holdTerminal(process.ptsName);
  const once = process.once.bind(process);
  process.once = (event, listener) => {
    if (event === "close") release();
    return once(event, listener);
  };
  const socket = process._socket;
  const destroy = socket.destroy.bind(socket);
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.destroy = (error) => {
    if (error !== undefined) return destroy(error);
    release();
    quiet.settle(closed).then(() => destroy());
  };
  return () => {
    release();
    destroy();
  };
}

/** `O_RDWR | O_NOCTTY | O_CLOEXEC` (open(2)): it must not become the runner's own terminal. */
const HOLD_FLAGS: Partial<Record<typeof Deno.build.os, number>> = {
  linux: 0o2 | 0o400 | 0o2000000,
  darwin: 0x2 | 0x20000 | 0x1000000,
};

/**
 * Opens the agent's end through the C library, since Deno requires all permissions to open a
 * device.
 *
 * @param path The terminal's device, such as `/dev/pts/4`.
 * @returns A function that closes it; may be called more than once.
 */
function holdTerminal(path: string): () => void {
  const flags = HOLD_FLAGS[Deno.build.os];
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

/** The part of a node-pty process that is used. */
interface NodePtyProcess extends Pick<IPty, "pid" | "onExit" | "write" | "resize"> {
  /** Its reading end, non-blocking; not in its types, and pinned with its version. */
  readonly fd: number;
  /** The device of the agent's end. */
  readonly ptsName: string;
  /** Its reading end; not in its types, and pinned with its version. */
  readonly _socket: {
    destroy: (error?: Error) => void;
    once(event: "close", listener: (value?: unknown) => void): void;
  };
  /** With a listener, errors of a closed terminal are not thrown. */
  on(event: "error", listener: () => void): void;
  once(event: string, listener: () => void): void;
  /** Receives bytes, since no encoding is set. */
  onData(listener: (bytes: Uint8Array) => void): unknown;
}

/** The part of node-pty that is used. */
interface NodePty {
  spawn(
    program: string,
    args: string[],
    options: IPtyForkOptions & { encoding: null },
  ): NodePtyProcess;
}

let loading: Promise<NodePty> | undefined;

/**
 * Loads node-pty once, from a folder that only this user can write: the compiled binary unpacks its
 * native file into `TMPDIR` under a name that others can guess, so that variable points there meanwhile.
 *
 * @param privateDir A folder with rights 0700.
 * @throws {Error} If this platform does not have the addon, or it cannot be unpacked.
 */
export function loadNodePty(privateDir: string): Promise<NodePty> {
  return loading ??= load(privateDir);
}

async function load(privateDir: string): Promise<NodePty> {
  const importAddon = async () => await import("@lydell/node-pty") as unknown as NodePty;
  // Nothing is unpacked, and tests in the same process share their variables.
  if (!Deno.build.standalone) return await importAddon();
  const before = Deno.env.get("TMPDIR");
  Deno.env.set("TMPDIR", privateDir);
  try {
    return await importAddon();
  } finally {
    if (before === undefined) Deno.env.delete("TMPDIR");
    else Deno.env.set("TMPDIR", before);
  }
}
