/**
 * Sends a signal to processes: once to each, whole groups at a time.
 *
 * @module
 */
import { runProgram } from "./run_program.ts";
import type { ProcessEntry } from "./process_table.ts";

/**
 * Sends a signal to some processes.
 *
 * A group that one of them leads gets it as a group, in one step of the kernel, so that nothing
 * forks away meanwhile; a group whose leader is not among them may be somebody else's. Nobody gets
 * it twice, since a second TERM means "now" to many programs.
 */
export function signalProcesses(processes: readonly ProcessEntry[], signal: Deno.Signal): void {
  if (Deno.build.os === "windows") return endTrees(processes, signal);
  const groups = new Set(
    processes.filter(({ pid, group }) => pid === group).map(({ group }) => group),
  );
  for (const group of groups) sendTo(-group, signal);
  for (const { pid, group } of processes) if (!groups.has(group)) sendTo(pid, signal);
}

const TASKKILL_LIMITS = { timeoutMs: 10_000, maxBytes: 64 * 1024 };

/** There are no groups and no TERM: the system's own tool ends a process with its children. */
function endTrees(processes: readonly ProcessEntry[], signal: Deno.Signal): void {
  if (signal !== "SIGTERM" && signal !== "SIGKILL") return;
  for (const { pid } of processes) {
    runProgram("taskkill", ["/T", "/F", "/PID", String(pid)], TASKKILL_LIMITS);
  }
}

function sendTo(pid: number, signal: Deno.Signal): void {
  // 0, 1 and -1 address ourselves, the first process, and everybody.
  if (Math.abs(pid) < 2) return;
  try {
    Deno.kill(pid, signal);
  } catch {
    // Gone already, or not ours to signal: the next look tells.
  }
}
