/**
 * The live view's state and how it looks. Pure.
 *
 * @module
 */
import type { Counts, RunEvent } from "./run_event.ts";
import { fitWidth } from "./fit_width.ts";
import { showCounts } from "./plain_event.ts";
import { showAmount, showElapsed } from "../../text/human_units.ts";

/** What the live view knows. */
export interface LiveState {
  readonly plan: string;
  readonly agent: string;
  readonly counts: Counts;
  readonly iteration: number;
  readonly maxIterations: number;
  readonly item: string;
  readonly terminal: string;
  /** Monotonic milliseconds. */
  readonly runStartedMs: number;
  readonly iterationStartedMs: number;
  readonly lastOutputMs: number;
  readonly tokens: number | null;
  /** What the agent printed last, newest last. */
  readonly lines: readonly string[];
  /** A pause, or a check: shown in place of the agent. */
  readonly doing: string | null;
  /** When the pause ends; monotonic milliseconds. */
  readonly doingUntilMs: number | null;
}

/** Rows of the agent's output. */
const ROWS = 4;
const BAR_COLUMNS = 24;

/** A view that knows nothing yet. */
export function blankLiveState(nowMs: number): LiveState {
  return {
    plan: "",
    agent: "",
    counts: { done: 0, total: 0, skipped: 0 },
    iteration: 0,
    maxIterations: 0,
    item: "",
    terminal: "",
    runStartedMs: nowMs,
    iterationStartedMs: nowMs,
    lastOutputMs: nowMs,
    tokens: null,
    lines: [],
    doing: null,
    doingUntilMs: null,
  };
}

/** Takes an event into the state. */
export function advanceLive(state: LiveState, event: RunEvent, nowMs: number): LiveState {
  switch (event.kind) {
    case "run-started":
      return {
        ...state,
        plan: event.plan,
        agent: event.agent,
        counts: event.counts,
        maxIterations: event.max_iterations,
      };
    case "iteration-started":
      return {
        ...state,
        counts: event.counts,
        iteration: event.iteration,
        maxIterations: event.max_iterations,
        item: event.item ?? "the checks over the finished plan",
        iterationStartedMs: nowMs,
        lastOutputMs: nowMs,
        tokens: null,
        lines: [],
        doing: null,
        doingUntilMs: null,
      };
    case "agent-started":
      return { ...state, terminal: event.terminal };
    case "output":
      return {
        ...state,
        lastOutputMs: nowMs,
        tokens: event.tokens ?? state.tokens,
        lines: [...state.lines, ...event.text.split("\n").filter((line) => line.trim() !== "")]
          .slice(-ROWS),
      };
    case "heartbeat":
      return { ...state, counts: event.counts, tokens: event.tokens ?? state.tokens };
    case "iteration-ended":
      return { ...state, counts: event.counts, tokens: event.tokens ?? state.tokens };
    case "verifying":
      return { ...state, doing: `Verifying: ${event.command}`, doingUntilMs: null };
    case "waiting":
      return {
        ...state,
        doing: event.why === "rate-limit" ? `Rate limit: ${event.detail}` : "Waiting",
        doingUntilMs: nowMs + event.seconds * 1000,
      };
    case "verified":
    case "reverted":
    case "run-ended":
      return { ...state, doing: null, doingUntilMs: null };
    case "warning":
    case "note":
      return state;
  }
}

/**
 * The rows of the view.
 *
 * @param state What it knows.
 * @param columns The terminal's width.
 * @param nowMs Monotonic milliseconds.
 */
export function renderLive(state: LiveState, columns: number, nowMs: number): string[] {
  const seconds = (since: number) => showElapsed(Math.floor(Math.max(0, nowMs - since) / 1000));
  const { done, total } = state.counts;
  const filled = total === 0 ? 0 : Math.round(BAR_COLUMNS * done / total);
  const bar = `[${"█".repeat(filled)}${"░".repeat(BAR_COLUMNS - filled)}]`;
  const tokens = state.tokens === null ? "" : ` · ${showAmount(state.tokens)} tokens`;
  const work = state.iteration === 0 ? [] : [
    `${state.item} · ${seconds(state.iterationStartedMs)} · idle ${
      seconds(state.lastOutputMs)
    }${tokens}`,
  ];
  const rows = [
    `${bar} ${showCounts(state.counts)} · iteration ${state.iteration}/${state.maxIterations} · ${
      seconds(state.runStartedMs)
    }`,
    ...state.doing === null ? work : [`${state.doing}${countdown(state, nowMs)}`],
    ...state.lines.map((line) => `  ${line}`),
  ];
  return rows.map((row) => fitWidth(row, columns - 1));
}

function countdown({ doingUntilMs }: LiveState, nowMs: number): string {
  if (doingUntilMs === null) return "";
  return ` · ${showElapsed(Math.ceil(Math.max(0, doingUntilMs - nowMs) / 1000))} left`;
}
