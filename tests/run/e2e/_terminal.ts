/** A real terminal with an interactive shell in it, which can be closed. */
import { openPty } from "../../../src/run/terminal/pty.ts";
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
  const decoder = new TextDecoder();
  let text = "";
  const shell = openPty({
    command: ["/bin/bash", "--norc", "--noprofile", "-i"],
    cwd: stage.project,
    env: { ...stage.env(), TERM: "xterm", PS1: "$ ", ...env },
    size: { columns: 100, rows: 30 },
    onData: (bytes) => text += decoder.decode(bytes, { stream: true }),
  }, "");
  // What is typed earlier may be lost while the shell sets its terminal up.
  await waitFor(() => text.endsWith("$ "), "the shell's prompt");
  return {
    type: (line) => shell.type(`${line}\r`),
    text: () => text,
    close: async () => {
      shell.close();
      await shell.exited;
    },
  };
}
