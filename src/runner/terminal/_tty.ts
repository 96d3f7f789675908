/**
 * Finds the terminal that `script` made, to change its window.
 *
 * @module
 */
import { runProgram } from "../../process/run_program.ts";
import { openKernelFiles } from "../../process/kernel_files.ts";
import type { TerminalSize } from "./terminal.ts";

/**
 * Sets the window of the terminal that a holder made; the kernel tells the agent (SIGWINCH).
 *
 * Only on Linux, where the holder's child can be found without its help; elsewhere the window keeps
 * the size it had at the start.
 *
 * @param holderPid The process of `script`.
 * @param size The new size.
 */
export function resizeTerminalOf(holderPid: number, { columns, rows }: TerminalSize): void {
  const device = findTerminal(holderPid);
  if (device === null) return;
  runProgram("stty", ["-F", device, "rows", String(rows), "cols", String(columns)], {
    timeoutMs: 3_000,
    maxBytes: 1024,
  });
}

function findTerminal(holderPid: number): string | null {
  try {
    const read = openKernelFiles();
    const children = read?.(`/proc/${holderPid}/task/${holderPid}/children`) ?? "";
    const child = children.trim().split(" ")[0];
    const device = Deno.readLinkSync(`/proc/${child}/fd/1`);
    return device.startsWith("/dev/pts/") ? device : null;
  } catch {
    return null;
  }
}
