/** A real terminal with an interactive shell in it, which can be closed. */
import { loadNodePty } from "../../../src/run/terminal/pty.ts";
import { type Stage, waitFor } from "./_run_stage.ts";

/** A terminal window. */
export interface Window {
  /** Types a line. */
  type(line: string): void;
  /** What it showed. */
  text(): string;
  /** Closes the window, as its owner or a broken connection does; the kernel sends the hang-up. */
  close(): Promise<void>;
}

/** Opens a window over a stage's project. */
export async function openWindow(stage: Stage, env: Record<string, string> = {}): Promise<Window> {
  const pty = await loadNodePty(Deno.makeTempDirSync({ dir: stage.root }));
  const shell = pty.spawn("bash", ["--norc", "--noprofile", "-i"], {
    cwd: stage.project,
    env: { ...stage.env(), TERM: "xterm", PS1: "$ ", ...env },
    cols: 100,
    rows: 30,
    name: "xterm",
    encoding: null,
  });
  const decoder = new TextDecoder();
  let text = "";
  shell.on("error", () => {});
  shell.onData((bytes) => text += decoder.decode(bytes, { stream: true }));
  const ended = new Promise<void>((resolve) => shell.onExit(() => resolve()));
  // What is typed earlier may be lost while the shell sets its terminal up.
  await waitFor(() => text.endsWith("$ "), "the shell's prompt");
  return {
    type: (line) => shell.write(`${line}\r`),
    text: () => text,
    close: async () => {
      shell._socket.destroy();
      await ended;
    },
  };
}
