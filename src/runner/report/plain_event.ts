/**
 * What a run tells, as lines for people. Pure.
 *
 * @module
 */
import type { Counts, RunEvent } from "./run_event.ts";
import { plainText } from "../terminal/plain_text.ts";
import { describeWarning } from "../watchdog/describe_warning.ts";
import type { Warning } from "../watchdog/agent_process.ts";
import { showElapsed } from "../../text/human_units.ts";

/**
 * Renders an event.
 *
 * @param event The event.
 * @param time The time of day, `HH:MM:SS`.
 * @returns Its lines, none for what only the live view and programs want.
 */
export function renderPlain(event: RunEvent, time: string): string[] {
  // Plans and agents wrote parts of it: none of them draws on our screen.
  return renderLines(event, time).map(plainText);
}

function renderLines(event: RunEvent, time: string): string[] {
  switch (event.kind) {
    case "run-started":
      return [
        `[${time}] ${event.is_resumed ? "Resumed" : "Started"} run ${event.loop}: ${event.agent}, ${
          showCounts(event.counts)
        }, at most ${event.max_iterations} iterations`,
        `[${time}] Plan: ${event.plan}`,
        `[${time}] Logs: ${event.logs}`,
      ];
    case "iteration-started":
      return [
        `▶ [${time}] Iteration ${event.iteration}/${event.max_iterations}${
          event.is_recovery ? " (recovery)" : ""
        } — ${showCounts(event.counts)}: ${event.item ?? FINISHED_PLAN}`,
      ];
    case "agent-started":
      return [`  [${time}] Agent runs on ${TERMINALS[event.terminal]}, process ${event.pid}`];
    case "output":
      return [];
    case "heartbeat":
      return [
        `💓 [${time}] Iteration ${event.iteration} — ${
          showCounts(event.counts)
        } (idle ${event.idle_seconds}s)${event.tool === null ? "" : ` ${event.tool}`}`,
      ];
    case "warning":
      return [renderWarning(event.iteration, event.warning, time)];
    case "iteration-ended":
      return [
        `■ [${time}] Iteration ${event.iteration} ended after ${showElapsed(event.seconds)} (${
          describeExit(event)
        }) — ${showCounts(event.counts)}${event.has_progress ? "" : ", no progress"}: ${
          event.item ?? FINISHED_PLAN
        }`,
        ...(hasFailed(event) ? [`    log: ${event.log}`] : []),
        ...event.last_screen.slice(-5).map((line) => `    | ${line}`),
      ];
    case "verifying":
      return [`  [${time}] Verifying: ${event.command}`];
    case "verified":
      return event.verdict === "passed"
        ? [`  [${time}] Passed: ${event.command}`]
        : [`  [${time}] FAILED: ${event.command}${event.detail === "" ? "" : `: ${event.detail}`}`];
    case "reverted":
      return [
        `🔍 [${time}] Reverted ${event.items.length} falsely checked ${
          event.items.length === 1 ? "item" : "items"
        }:`,
        ...event.items.map(({ item, command }) => `     ${item}: \`${command}\` failed`),
      ];
    case "waiting":
      return [
        event.why === "rate-limit"
          ? `⏳ [${time}] Rate limit (${event.detail}): waiting ${
            showElapsed(event.seconds)
          }, until ${event.until}`
          : `⏳ [${time}] Waiting ${showElapsed(event.seconds)}: ${event.detail}`,
      ];
    case "note":
      return [`  [${time}] ${event.text}`];
    case "run-ended":
      return [`${SIGNS[event.outcome]} [${time}] ${event.sentence}`];
  }
}

const FINISHED_PLAN = "the checks over the finished plan";
const SIGNS = { SUCCESS: "✔", STOPPED: "⏹", FAILED: "✘" } as const;

function hasFailed(event: Extract<RunEvent, { kind: "iteration-ended" }>): boolean {
  return event.status !== 0 && event.ended_by !== "stop" && event.ended_by !== "interrupt";
}

/** `2/5 done`. */
export function showCounts({ done, total, skipped }: Counts): string {
  return `${done}/${total} done${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/** The kills have lines of their own. */
function renderWarning(iteration: number, warning: Warning, time: string): string {
  if (warning.kind === "ending" && warning.by === "idle-timeout") {
    const idle = Math.round(warning.idleMs / 1000);
    return `🧊 [${time}] Iteration ${iteration} — no output for ${idle}s, killing (idle watchdog)`;
  }
  if (warning.kind === "ending" && warning.by === "task-timeout") {
    const seconds = Math.round(warning.elapsedMs / 1000);
    return `⏰ [${time}] Iteration ${iteration} — timed out after ${seconds}s, killing (task timeout)`;
  }
  return `  [${time}] Iteration ${iteration} — ${describeWarning(warning)}`;
}

const TERMINALS = {
  pty: "a pseudo-terminal (pty)",
  script: "a pseudo-terminal (script)",
  pipe: "plain pipes (pipe)",
} as const;

function describeExit(
  { ended_by: by, exit_code: code, signal }: Extract<RunEvent, { kind: "iteration-ended" }>,
): string {
  const how = signal !== null ? signal : code === null ? "no exit code" : `exit ${code}`;
  return by === "exit" ? how : `${by}, ${how}`;
}
