/**
 * What the watchdog says, in words.
 *
 * @module
 */
import type { Warning } from "./agent_process.ts";

/**
 * Makes a sentence of a warning, without time and iteration, which the job puts in front.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(
 *   describeWarning({ kind: "ending", by: "idle-timeout", idleMs: 60_000, elapsedMs: 90_000 }),
 *   "No output for 60 s, killing (idle watchdog)",
 * );
 * ```
 */
export function describeWarning(warning: Warning): string {
  switch (warning.kind) {
    case "idle-soon":
      return warning.why === null
        ? `No output for ${seconds(warning.idleMs)}, will be killed in ${seconds(warning.killInMs)}`
        : `No output for ${seconds(warning.idleMs)}, but ${
          describeWork(warning)
        }: not killed for it`;
    case "postponed":
      return `No output for ${seconds(warning.idleMs)}, but ${
        describeWork(warning)
      }: it goes on until the task timeout`;
    case "no-progress":
      return `Nothing new in its output for ${seconds(warning.sinceProgressMs)}`;
    case "slept":
      return `The machine slept for ${seconds(warning.ms)}: the idle time starts again`;
    case "ending":
      return describeEnding(warning);
    case "killing":
      return `${count(warning.processes)} did not end on TERM: KILL`;
    case "left-behind":
      return `The agent left ${count(warning.processes)} behind: ending them`;
    case "survived":
      return `Not even KILL ended ${warning.pids.join(", ")}`;
    case "log-failed":
      return `The log cannot be written any more: ${warning.why}`;
  }
}

function describeWork(
  { why, cpuShare }: { readonly why: "tool" | "cpu" | null; readonly cpuShare: number | null },
): string {
  return why === "tool" ? "a tool is running" : `it is busy (${percent(cpuShare)})`;
}

function describeEnding({ by, idleMs, elapsedMs }: Extract<Warning, { kind: "ending" }>): string {
  switch (by) {
    case "idle-timeout":
      return `No output for ${seconds(idleMs)}, killing (idle watchdog)`;
    case "task-timeout":
      return `Timed out after ${seconds(elapsedMs)}, killing (task timeout)`;
    case "completion-grace":
      return "Reported its result but does not end: ending it";
    case "stop":
      return "A stop was asked for: ending the agent";
    case "interrupt":
      return "Interrupted: ending the agent (Ctrl-C again kills it at once)";
  }
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`;
}

function percent(cores: number | null): string {
  return `${Math.round((cores ?? 0) * 100)} % of a core`;
}

function count(processes: number): string {
  return processes === 1 ? "1 process" : `${processes} processes`;
}
