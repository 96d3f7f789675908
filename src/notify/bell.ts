/**
 * The bell of the terminal that the session or the run is in.
 *
 * Neither a hook nor the process that sends a notification has a terminal. That of the session is
 * found by the client's process, which has it open.
 */
import { attempt } from "../error.ts";
import { runProgram } from "../process/run_program.ts";
import { runToEnd } from "./program.ts";

/** What a terminal's file is called; nothing else is written to. */
const TERMINAL = /^\/dev\/(?:pts\/\d+|tty\w*|console)$/;

/** Rings the bell in the terminal of the first process that has one. */
export async function ringBell(
  pids: readonly number[],
): Promise<{ readonly isSent: boolean; readonly detail: string }> {
  if (Deno.build.os === "windows") {
    return { isSent: false, detail: "on Windows no program can ring in another one's terminal" };
  }
  for (const pid of pids) {
    const terminal = terminalIn(pid) ?? await askForTerminal(pid);
    if (terminal === null) continue;
    // The runtime itself does not open the files below /dev.
    const args = ["-c", String.raw`printf '\a' >"$1"`, "sh", terminal];
    const { isSent, detail } = await runToEnd({ program: "sh", args, env: {} });
    return isSent
      ? { isSent, detail: `rang in ${terminal}` }
      : { isSent, detail: `it cannot ring in ${terminal}: ${detail}` };
  }
  return { isSent: false, detail: "no terminal was found to ring in" };
}

/** The terminal that a process has open, by the kernel's files; null where that cannot be seen. */
function terminalIn(pid: number): string | null {
  const names = [0, 1, 2].map((fd) => attempt(() => Deno.readLinkSync(`/proc/${pid}/fd/${fd}`)));
  return names.find((name) => name !== null && TERMINAL.test(name)) ?? null;
}

/** The terminal that controls a process, where the kernel has no such files. */
async function askForTerminal(pid: number): Promise<string | null> {
  if (Deno.build.os === "linux") return null;
  const result = await runProgram("ps", ["-o", "tty=", "-p", String(pid)], {
    timeoutMs: 2_000,
    maxBytes: 1_000,
  });
  if (result.kind !== "ended" || result.code !== 0) return null;
  const name = new TextDecoder().decode(result.stdout).trim();
  const path = name.startsWith("/dev/") ? name : `/dev/${name}`;
  return TERMINAL.test(path) ? path : null;
}
