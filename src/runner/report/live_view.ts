/**
 * The live view: a few rows at the bottom of the terminal that are redrawn, and the events above
 * them.
 */
import { fitColumns } from "../../text/columns.ts";
import { showAmount } from "../../text/human_units.ts";
import { SECOND_MS, showElapsed } from "../../text/time.ts";
import { plainText } from "../terminal/plain_text.ts";
import { FINISHED_PLAN, renderEvent, showCounts, showUntil } from "./event_lines.ts";
import type { Counts, Reporter, RunEvent } from "./run_event.ts";
import { advanceWorkers, type WorkerState } from "./workers.ts";

interface Canvas {
  /** Replaces the last `rows` rows by lines that stay, then by the new rows, which fit. */
  redraw(rows: number, lines: string, text: string): void;
  /** Returns the columns at each drawing, since a window may be resized. */
  columns(): number;
  /** Monotonic milliseconds. */
  nowMs(): number;
  /** `HH:MM:SS`. */
  timeOfDay(): string;
}

/** The state that the rows show; times are monotonic milliseconds. */
interface LiveState {
  readonly counts: Counts;
  readonly iteration: number;
  readonly maxIterations: number;
  readonly item: string;
  readonly runStartedMs: number;
  readonly iterationStartedMs: number;
  readonly lastOutputMs: number;
  readonly tokens: number | null;
  /** The agent's last lines, newest last. */
  readonly lines: readonly string[];
  /** A wait or verification, shown in place of the agent. */
  readonly doing: string | null;
  /** When the pause ends; null where the end is unknown. */
  readonly doingUntilMs: number | null;
  /** The agents of a parallel run; empty with one agent at a time. */
  readonly workers: readonly WorkerState[];
}

/** Maximum number of rows of the agent's output. */
const ROWS = 4;
const BAR_COLUMNS = 24;
/** A shorter bar shows nothing. */
const LEAST_BAR_COLUMNS = 4;
/** Columns beside the bar: its brackets, the counts, the iteration and the time. */
const COUNT_COLUMNS = 42;
const REDRAW_MS = 250;

/** Events that are kept above the rows. */
const KEPT: readonly RunEvent["kind"][] = [
  "run-started",
  "warning",
  "iteration-ended",
  "verified",
  "reverted",
  "waiting",
  "note",
  "merged",
  "finished",
  "run-ended",
];

/** Creates the state before the first event. */
export function blankLiveState(nowMs: number): LiveState {
  return {
    counts: { done: 0, total: 0, skipped: 0 },
    iteration: 0,
    maxIterations: 0,
    item: "",
    runStartedMs: nowMs,
    iterationStartedMs: nowMs,
    lastOutputMs: nowMs,
    tokens: null,
    lines: [],
    doing: null,
    doingUntilMs: null,
    workers: [],
  };
}

/** Applies an event to the state. */
export function advanceLive(state: LiveState, event: RunEvent, nowMs: number): LiveState {
  if (event.worker !== undefined) {
    const workers = advanceWorkers(state.workers, event, nowMs);
    if (event.kind === "iteration-started") {
      return { ...state, workers, counts: event.counts, iteration: event.iteration };
    }
    return "counts" in event ? { ...state, workers, counts: event.counts } : { ...state, workers };
  }
  switch (event.kind) {
    case "run-started":
      return { ...state, counts: event.counts, maxIterations: event.max_iterations };
    case "iteration-started":
      return {
        ...blankLiveState(nowMs),
        runStartedMs: state.runStartedMs,
        counts: event.counts,
        iteration: event.iteration,
        maxIterations: event.max_iterations,
        item: event.item ?? FINISHED_PLAN,
      };
    case "output": {
      const lines = event.text.split("\n").filter((line) => line.trim() !== "");
      return {
        ...state,
        lastOutputMs: nowMs,
        tokens: event.tokens ?? state.tokens,
        lines: [...state.lines, ...lines].slice(-ROWS),
      };
    }
    case "heartbeat":
    case "iteration-ended":
      return { ...state, counts: event.counts, tokens: event.tokens ?? state.tokens };
    case "verifying":
      return { ...state, doing: `Verifying: ${event.command}`, doingUntilMs: null };
    case "waiting":
      return {
        ...state,
        doing: event.why === "rate-limit"
          ? `Rate limit until ${showUntil(event)}: ${event.detail}`
          : "Waiting",
        doingUntilMs: nowMs + event.seconds * SECOND_MS,
      };
    case "verified":
    case "reverted":
    case "run-ended":
      return { ...state, doing: null, doingUntilMs: null };
    case "reviewing":
      return { ...state, doing: `Review by ${event.agent}`, doingUntilMs: null };
    case "agent-started":
    case "merging":
    case "merged":
    case "finished":
    case "warning":
    case "note":
      return state;
  }
}

/** Renders the rows of the view. @param nowMs Monotonic milliseconds. */
export function renderLive(state: LiveState, columns: number, nowMs: number): string[] {
  const { counts, iteration, maxIterations, item, tokens, doing, doingUntilMs } = state;
  const since = (ms: number) => showElapsed(wholeSeconds(Math.floor, nowMs - ms));
  const barColumns = Math.min(BAR_COLUMNS, columns - COUNT_COLUMNS);
  const used = tokens === null ? "" : ` · ${showAmount(tokens)} tokens`;
  const idle = since(state.lastOutputMs);
  const work = iteration === 0
    ? []
    : [`${item} · ${since(state.iterationStartedMs)} · idle ${idle}${used}`];
  const left = doingUntilMs === null
    ? ""
    : ` · ${showElapsed(wholeSeconds(Math.ceil, doingUntilMs - nowMs))} left`;
  const rows = [
    `${renderBar(counts, barColumns)}${
      showCounts(counts)
    } · iteration ${iteration}/${maxIterations} · ${since(state.runStartedMs)}`,
    ...state.workers.map((worker) => renderWorker(worker, columns, nowMs)),
    ...doing !== null ? [`${doing}${left}`] : state.workers.length > 0 ? [] : work,
    ...state.lines.map((line) => `  ${line}`),
  ];
  return rows.map((row) => fitWidth(row, columns - 1));
}

/** Draws how much of the plan is done, where there is room for it. */
function renderBar({ done, total }: Counts, columns: number): string {
  if (columns < LEAST_BAR_COLUMNS) return "";
  const filled = total === 0 ? 0 : Math.round(columns * done / total);
  return `[${"█".repeat(filled)}${"░".repeat(columns - filled)}] `;
}

/** One agent in one line: its number, what it does, for how long, and its last line. */
function renderWorker(
  { worker, state, item, beganAtMs, lastOutputAtMs, line }: WorkerState,
  columns: number,
  nowMs: number,
): string {
  const since = showElapsed(wholeSeconds(Math.floor, nowMs - beganAtMs));
  const idle = lastOutputAtMs === null || state !== "working"
    ? ""
    : ` · idle ${showElapsed(wholeSeconds(Math.floor, nowMs - lastOutputAtMs))}`;
  const name = fitColumns(item, Math.max(12, Math.floor(columns / 3)));
  return `#${worker} ${state.padEnd(9)} ${name} · ${since}${idle}${
    line === "" ? "" : ` · ${line}`
  }`;
}

function wholeSeconds(round: (seconds: number) => number, ms: number): number {
  return round(Math.max(0, ms) / SECOND_MS) * SECOND_MS;
}

/** Control characters that a terminal may interpret, besides escape sequences. */
const SECOND_CONTROLS = /[\u0080-\u009f]/g;

/**
 * Cuts a text to a width and removes control characters, so that an agent cannot draw on the
 * screen.
 *
 * @param columns Maximum number of columns.
 */
export function fitWidth(text: string, columns: number): string {
  return fitColumns(
    plainText(text.replaceAll("\t", "  ")).replaceAll(SECOND_CONTROLS, ""),
    columns,
  );
}

/** Draws the events of a run until it is closed. */
export class LiveView implements Reporter {
  readonly #timer: number;
  #state: LiveState;
  #rows = 0;
  #isClosed = false;

  constructor(private readonly canvas: Canvas) {
    this.#state = blankLiveState(canvas.nowMs());
    this.#timer = setInterval(() => this.#draw(""), REDRAW_MS);
  }

  report(event: RunEvent): void {
    this.#state = advanceLive(this.#state, event, this.canvas.nowMs());
    // Events that the rows show are not kept above them.
    const isPassing = event.kind === "verified" && event.verdict === "passed" ||
      event.kind === "waiting" && event.is_reminder;
    if (isPassing || !KEPT.includes(event.kind)) return;
    const lines = renderEvent(event, this.canvas.timeOfDay());
    this.#draw(lines.map((line) => `${line}\n`).join(""));
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.canvas.redraw(this.#rows, "", "");
  }

  #draw(above: string): void {
    if (this.#isClosed) return;
    const rows = renderLive(this.#state, this.canvas.columns(), this.canvas.nowMs());
    this.canvas.redraw(this.#rows, above, rows.map((row) => `${row}\n`).join(""));
    this.#rows = rows.length;
  }
}
