/** Renders the events of a run as lines for people. Pure. */
import { basename } from "@std/path";
import { DISK_FULL } from "../../error.ts";
import { showCount } from "../../text/human_units.ts";
import { showLocalTime } from "../../text/instant.ts";
import { SECOND_MS, showElapsed } from "../../text/time.ts";
import { plainText } from "../terminal/plain_text.ts";
import type { Warning } from "../watchdog/agent_process.ts";
import { type RunEvent, showCounts } from "./run_event.ts";

/** Names the work of a turn for a plan without open items. */
export const FINISHED_PLAN = "the checks over the finished plan";

/** Names the work of a review of all items. */
export const WHOLE_PLAN = "the whole plan";

/** The colours of a line; each returns its text if there is no colour. */
interface LineStyle {
  dim(text: string): string;
  green(text: string): string;
  red(text: string): string;
  yellow(text: string): string;
}

const MARKS = { "✓": "green", "✗": "red", "-": "dim" } as const;

/** A line: its mark, its subject, and details, which are dimmed. */
type EventLine = readonly [mark: keyof typeof MARKS | "", text: string, ...details: string[]];

/** Maximum number of branches that are named. */
const MOST_BRANCHES = 3;
/** Number of characters of a commit that are shown. */
const COMMIT_CHARACTERS = 7;

/**
 * Renders an event.
 *
 * @param time The time of day; null to leave it out.
 * @param isLive Whether a live view shows events that pass.
 * @returns Its lines; empty for an event that only the live view and programs use.
 */
export function renderEvent(
  event: RunEvent,
  { style, time, isLive = false }: {
    readonly style: LineStyle;
    readonly time: string | null;
    readonly isLive?: boolean;
  },
): string[] {
  const worker = event.worker === undefined ? "" : `#${event.worker} `;
  const lines = [...renderLines(event), ...isLive ? [] : renderPassing(event)];
  return lines.map(([mark, text, ...details]) =>
    [
      time === null ? "" : style.dim(`${time} `),
      mark === "" ? "" : `${style[MARKS[mark]](mark)} `,
      // Plans and agents wrote parts of it; their text must not control the terminal.
      plainText(worker + text),
      ...details.filter((each) => each !== "").map((each) => style.dim(` · ${plainText(each)}`)),
    ].join("")
  );
}

/** Renders events whose lines always stay. */
function renderLines(event: RunEvent): EventLine[] {
  switch (event.kind) {
    case "warning":
      return [["", `Turn ${event.iteration}: ${describeWarning(event.warning)}`]];
    case "iteration-ended":
      return renderEnd(event);
    case "verified": {
      const detail = event.detail === "" ? "" : `: ${event.detail}`;
      return event.verdict === "passed" ? [] : [["✗", `\`${event.command}\` failed${detail}`]];
    }
    case "reverted":
      return event.items.map(({ item, command }) => [
        "✗",
        `${item}`,
        `unticked, since \`${command}\` failed`,
      ]);
    case "waiting":
      return event.is_reminder ? [] : [renderWait(event)];
    case "finished":
      return [["✓", event.item, "another machine merges it"]];
    case "merged": {
      const { item, commit, seconds } = event;
      const took = showElapsed(seconds * SECOND_MS);
      if (commit !== null && event.why !== "") return [["✗", item, took, event.why]];
      if (commit !== null) return [["✓", item, took, commit.slice(0, COMMIT_CHARACTERS)]];
      const again = event.is_again ? "; it is done once more, alone" : "";
      return [["✗", item, took, `not merged: ${event.why}${again}`]];
    }
    case "paused":
      return [["-", "Paused: edit the plan if you like; 'ralph pause --off' continues"]];
    case "resumed":
      return [["-", "Resumed"]];
    case "note":
      // A name that an agent gave must not look like another line.
      return [["", event.text.replaceAll("\n", "⏎")]];
    default:
      return [];
  }
}

/** Renders events that a live view shows in its rows instead. */
function renderPassing(event: RunEvent): EventLine[] {
  switch (event.kind) {
    case "iteration-started": {
      const number = `Turn ${event.iteration} of ${event.max_iterations}`;
      const recovery = event.is_recovery ? ", the last without progress" : "";
      const item = event.item ?? FINISHED_PLAN;
      return [["", `${number}${recovery} · ${showCounts(event.counts)}: ${item}`]];
    }
    case "heartbeat": {
      const idle = `idle ${showElapsed(event.idle_seconds * SECOND_MS)}`;
      const tool = event.tool === null ? [] : [event.tool];
      return [[
        "",
        [`Turn ${event.iteration}`, idle, showCounts(event.counts), ...tool].join(" · "),
      ]];
    }
    case "verified":
      return event.verdict === "passed" ? [["✓", `\`${event.command}\` passed`]] : [];
    case "waiting":
      return event.is_reminder ? [renderWait(event)] : [];
    case "reviewing": {
      const round = event.rounds === 1 ? "" : ` (round ${event.round} of ${event.rounds})`;
      return [["-", `Review by ${event.agent}${round}: ${event.item ?? WHOLE_PLAN}`]];
    }
    default:
      return [];
  }
}

function renderEnd(event: Extract<RunEvent, { kind: "iteration-ended" }>): EventLine[] {
  const { branches, item_state: state, why, commit, log, worker } = event;
  const item = event.item ?? FINISHED_PLAN;
  const took = showElapsed(event.seconds * SECOND_MS);
  if (state === "done") {
    // In a parallel run the line of the branch's merge reports it.
    const made = commit?.slice(0, COMMIT_CHARACTERS) ?? "";
    return worker === undefined ? [["✓", item, took, made, why]] : [];
  }
  if (why !== "") {
    const screen = event.last_screen.slice(-5).map((line): EventLine => ["", `    | ${line}`]);
    // The line shows the time already.
    const how = why.replace(/^it /, "").replace(/ after (?:[\d.]+ (?:s|min|h) ?)+(?=:|$)/, "");
    return [["✗", item, took, how, `log ${basename(log)}`], ...screen];
  }
  const became = state === "skipped" ? "skipped" : state === "open" ? "still open" : "";
  const changed = event.has_progress || state === "skipped" ? "" : "nothing changed";
  const elsewhere = branches.slice(0, MOST_BRANCHES).map(({ commit, name }) =>
    `committed on ${name} (${commit.slice(0, COMMIT_CHARACTERS)})`
  );
  const result = [became, changed, ...elsewhere].filter((each) => each !== "").join(", ");
  return [["-", item, took, result]];
}

function renderWait(event: Extract<RunEvent, { kind: "waiting" }>): EventLine {
  const wait = showElapsed(event.seconds * SECOND_MS);
  if (event.why === "back-off") return ["-", `Waits ${wait}: ${event.detail}`];
  const what = event.why === "rate-limit" ? "Rate limit" : "API error";
  return ["-", `${what} (${event.detail}): waits ${wait}, until ${showUntil(event)}`];
}

/** Shows the end of a wait as the machine's own time of day. */
export function showUntil(
  { until, seconds }: Pick<Extract<RunEvent, { kind: "waiting" }>, "until" | "seconds">,
): string {
  const untilMs = Date.parse(until);
  return showLocalTime(untilMs, untilMs - seconds * SECOND_MS);
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
      return `${idle}, but ${describeWork(warning)}: it continues while that lasts, at most ${
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
      return `The agent left ${processes(warning.processes)} behind: terminating them`;
    case "survived":
      return `Not even KILL ended ${warning.pids.join(", ")}`;
    case "log-failed":
      return warning.why === DISK_FULL
        ? "The disk is full: the log ends here"
        : `The log can no longer be written: ${warning.why}`;
  }
}

function describeEnding({ by, idleMs, elapsedMs }: Extract<Warning, { kind: "ending" }>): string {
  switch (by) {
    case "idle-timeout":
      return `No output for ${seconds(idleMs)}, killing (idle watchdog)`;
    case "task-timeout":
      return `Timed out after ${seconds(elapsedMs)}, killing (task timeout)`;
    case "completion-grace":
      return "Reported its result but does not end: terminating it";
    case "stop":
      return "Stop requested: terminating the agent";
    case "limit":
      return "A limit of the run is reached: terminating the agent";
    case "interrupt":
      return "Interrupted: terminating the agent (Ctrl-C again kills it at once)";
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
