/**
 * The backend that works everywhere: pipes, in a separate session, without a terminal.
 *
 * Agents that print events write each line at once, so pipes suffice for them. Other programs may buffer
 * their output until they end.
 */
import { Quiet } from "./_quiet.ts";
import type { Terminal, TerminalExit, TerminalSpec } from "./terminal.ts";

/** Starts a program on pipes. @throws {Error} The system's error if it cannot be started. */
export function openPipes(spec: TerminalSpec): Terminal {
  const [program, ...args] = spec.command;
  const child = new Deno.Command(program, {
    args,
    cwd: spec.cwd,
    env: { ...spec.env },
    clearEnv: true,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
    detached: true,
  }).spawn();
  const quiet = new Quiet();
  const readers = [child.stdout.getReader(), child.stderr.getReader()] as const;
  const read = Promise.all(readers.map(async (reader, index) => {
    try {
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
        quiet.noteData();
        spec.onData(piece.value, index === 0 ? "out" : "err");
      }
    } catch {
      // Cancelled or broken: there is nothing left to read.
    }
  }));
  const close = () => {
    for (const reader of readers) reader.cancel().catch(() => {});
  };
  const waitForEnd = async (): Promise<TerminalExit> => {
    const { code, signal } = await child.status;
    await quiet.settle(read);
    close();
    return { code: signal === null ? code : null, signal };
  };
  const exited = waitForEnd();
  return { backend: "pipe", pid: child.pid, exited, resize: () => {}, close };
}
