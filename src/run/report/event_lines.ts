/** Renders the events of a run as lines for people. Pure. */
import type { EndState } from "../../loop/reasons.ts";
import { showCount } from "../../text/human_units.ts";
import { showLocalTime } from "../../text/instant.ts";
import { SECOND_MS, showElapsed } from "../../text/time.ts";
import { plainText } from "../terminal/plain_text.ts";
import type { Warning } from "../watchdog/agent_process.ts";
import type { Counts, RunEvent } from "./run_event.ts";

/** Names the work of an iteration for a plan without open items. */
export const FINISHED_PLAN = "the checks over the finished plan";

/** Names the work of a review of all items. */
export const WHOLE_PLAN = "the whole plan";

const SIGNS: Readonly<Record<EndState, string>> = {
  done: "✔",
  limit: "⏹",
  blocked: "⏹",
  stopped: "⏹",
  ended: "⏹",
  stuck: "✘",
  failed: "✘",
};
const TERMINALS = {
  pty: "a pseudo-terminal (pty)",
  pipe: "plain pipes (pipe)",
} as const;

/**
 * Renders an event.
 *
 * @param time The time of day, `HH:MM:SS`.
 * @returns Its lines; empty for an event that only the live view and programs use.
 */
export function renderEvent(event: RunEvent, time: string): string[] {
  // Plans and agents wrote parts of it, which must not draw on the screen.
  const worker = event.worker === undefined ? "" : ` #${event.worker}`;
  return renderLines(event, `[${time}]${worker}`).map(plainText);
}

function renderLines(event: RunEvent, at: string): string[] {
  switch (event.kind) {
    case "run-started":
      return [
        `${at} ${event.is_resumed ? "Resumed" : "Started"} run ${event.loop}: ${event.agent}, ${
          showCounts(event.counts)
        }, at most ${showCount(event.max_iterations, "iteration")}`,
        `${at} Plan: ${event.plan}`,
        `${at} Logs: ${event.logs}`,
      ];
    case "iteration-started": {
      const number = `${event.iteration}/${event.max_iterations}`;
      const recovery = event.is_recovery ? " (recovery)" : "";
      const item = event.item ?? FINISHED_PLAN;
      return [`▶ ${at} Iteration ${number}${recovery} — ${showCounts(event.counts)}: ${item}`];
    }
    case "agent-started":
      return [`  ${at} Agent runs on ${TERMINALS[event.terminal]}, process ${event.pid}`];
    case "output":
      return [];
    case "heartbeat": {
      const idle = `${showCounts(event.counts)} (idle ${event.idle_seconds}s)`;
      const tool = event.tool === null ? "" : ` ${event.tool}`;
      return [`💓 ${at} Iteration ${event.iteration} — ${idle}${tool}`];
    }
    case "warning":
      return [renderWarning(event.iteration, event.warning, at)];
    case "iteration-ended":
      return renderEnd(event, at);
    case "verifying":
      return [`  ${at} Verifying: ${event.command}`];
    case "verified": {
      const detail = event.detail === "" ? "" : `: ${event.detail}`;
      return event.verdict === "passed"
        ? [`  ${at} Passed: ${event.command}`]
        : [`  ${at} FAILED: ${event.command}${detail}`];
    }
    case "reverted":
      return [
        `🔍 ${at} Reverted ${showCount(event.items.length, "falsely checked item")}:`,
        ...event.items.map(({ item, command }) => `     ${item}: \`${command}\` failed`),
      ];
    case "waiting": {
      const wait = showElapsed(event.seconds * SECOND_MS);
      return event.why === "rate-limit"
        ? [`⏳ ${at} Rate limit (${event.detail}): waiting ${wait}, until ${showUntil(event)}`]
        : [`⏳ ${at} Waiting ${wait}: ${event.detail}`];
    }
    case "reviewing": {
      const round = event.rounds === 1 ? "" : ` (round ${event.round} of ${event.rounds})`;
      return [`  ${at} Review by ${event.agent}${round}: ${event.item ?? WHOLE_PLAN}`];
    }
    case "merging":
      return [];
    case "finished":
      return [`  ${at} Finished: ${event.item}`];
    case "merged": {
      if (event.commit !== null) return [`  ${at} Merged: ${event.item}`];
      const again = event.is_again ? "; it is done once more, alone" : "";
      return [`✗ ${at} Not merged: ${event.item}: ${event.why}${again}`];
    }
    case "note":
      // A name that an agent gave must not look like another line.
      return [`  ${at} ${event.text.replaceAll("\n", "⏎")}`];
    case "run-ended":
      return [`${SIGNS[event.outcome]} ${at} ${event.sentence}`];
  }
}

function renderEnd(event: Extract<RunEvent, { kind: "iteration-ended" }>, at: string): string[] {
  const { ended_by: by, exit_code: code, signal } = event;
  const exit = signal !== null ? signal : code === null ? "no exit code" : `exit ${code}`;
  const how = by === "exit" ? exit : `${by}, ${exit}`;
  const hasFailed = event.status !== 0 && by !== "stop" && by !== "interrupt";
  const progress = event.has_progress ? "" : ", no progress";
  return [
    `■ ${at} Iteration ${event.iteration} ended after ${
      showElapsed(event.seconds * SECOND_MS)
    } (${how}) — ${showCounts(event.counts)}${progress}: ${event.item ?? FINISHED_PLAN}`,
    ...(hasFailed ? [`    log: ${event.log}`] : []),
    ...event.last_screen.slice(-5).map((line) => `    | ${line}`),
  ];
}

/** Shows the end of a wait as the machine's own time of day. */
export function showUntil(
  { until, seconds }: Pick<Extract<RunEvent, { kind: "waiting" }>, "until" | "seconds">,
): string {
  const untilMs = Date.parse(until);
  return showLocalTime(untilMs, untilMs - seconds * SECOND_MS);
}

/** Shows how far a plan is: `2/5 done`. */
export function showCounts({ done, total, skipped }: Counts): string {
  return `${done}/${total} done${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/** What ends an agent has a sign of its own. */
const END_SIGNS: Readonly<Record<string, string>> = { "idle-timeout": "🧊", "task-timeout": "⏰" };

function renderWarning(iteration: number, warning: Warning, at: string): string {
  const sign = warning.kind === "ending" ? END_SIGNS[warning.by] ?? " " : " ";
  return `${sign} ${at} Iteration ${iteration} — ${describeWarning(warning)}`;
}

/** Describes a warning in a sentence, without time and iteration. */
export function describeWarning(warning: Warning): string {
  switch (warning.kind) {
    case "idle-soon": {
      const idle = `No output for ${seconds(warning.idleMs)}`;
      return warning.why === null
        ? `${idle}, will be killed in ${seconds(warning.killInMs)}`
        : `${idle}, but ${describeWork(warning)}: not killed for it`;
    }
    case "postponed": {
      const idle = `No output for ${seconds(warning.idleMs)}`;
      return `${idle}, but ${describeWork(warning)}: it goes on while that lasts, at most ${
        warning.why === "tool" ? "until the task timeout" : "ten idle timeouts"
      }`;
    }
    case "no-progress":
      return `Nothing new in its output for ${seconds(warning.sinceProgressMs)}`;
    case "slept":
      return `The machine slept for ${seconds(warning.ms)}: the idle time starts again`;
    case "ending":
      return describeEnding(warning);
    case "killing":
      return `${processes(warning.processes)} did not end on TERM: KILL`;
    case "left-behind":
      return `The agent left ${processes(warning.processes)} behind: ending them`;
    case "survived":
      return `Not even KILL ended ${warning.pids.join(", ")}`;
    case "log-failed":
      return `The log cannot be written any more: ${warning.why}`;
  }
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

function describeWork(
  { why, cpuShare }: { readonly why: "tool" | "cpu" | null; readonly cpuShare: number | null },
): string {
  return why === "tool"
    ? "a tool is running"
    : `it is busy (${Math.round((cpuShare ?? 0) * 100)} % of a core)`;
}

function seconds(ms: number): string {
  return `${Math.round(ms / SECOND_MS)} s`;
}

function processes(count: number): string {
  return showCount(count, "process", "processes");
}
