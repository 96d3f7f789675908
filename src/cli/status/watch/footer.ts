/**
 * The last rows of the live view: what is being typed, what a command answered, or the keys. Pure.
 */
import { countColumns, fitEnd } from "../../../text/columns.ts";
import { showAge } from "../../../text/time.ts";
import { showLine } from "../../screen/line_edit.ts";
import { type Line, type Span, span, widthOf, wrapLine } from "../../screen/line.ts";
import type { Status } from "../facts.ts";
import type { WatchState } from "./state.ts";

interface Footer {
  readonly lines: readonly Line[];
  readonly cursor: number | null;
}

const MESSAGE_MS = 20_000;
const MESSAGE_ROWS = 3;
/** A younger answer needs no age. */
const FRESH_MS = 2_000;

/**
 * Renders the footer.
 *
 * @param nowMs Epoch milliseconds.
 */
export function renderFooter(
  state: WatchState,
  current: Status | null,
  columns: number,
  nowMs: number,
): Footer {
  const { prompt, message } = state;
  if (prompt?.kind === "stop") return askStop(prompt.project, columns);
  if (prompt !== null) {
    const name = prompt.kind === "encourage" ? "Encourage" : "Forbid";
    const lead = columns < 60 ? `${name}: ` : `${name} (Enter sends, Esc cancels): `;
    const { text, cursor } = showLine(prompt.line, columns - countColumns(lead));
    return { lines: [[span(lead, "bold"), span(text)]], cursor: countColumns(lead) + cursor };
  }
  const age = message === null ? MESSAGE_MS : nowMs - message.atMs;
  if (message !== null && age < MESSAGE_MS) {
    const line = [
      span(message.text, message.isError ? "red" : "green"),
      span(age < FRESH_MS ? "" : ` (${showAge(age)})`, "dim"),
    ];
    return { lines: wrapLine(line, columns, MESSAGE_ROWS), cursor: null };
  }
  return { lines: [renderKeys(keysOf(state, current), columns)], cursor: null };
}

/** The end of a project's path is what tells projects apart. */
function askStop(project: string, columns: number): Footer {
  const lead = "Stop the loop in ";
  const tail = "? y/n ";
  const room = Math.max(8, columns - lead.length - tail.length - 1);
  const line = [span(lead, "bold"), span(fitEnd(project, room)), span(tail, "bold")];
  return { lines: [line], cursor: widthOf(line) };
}

/** A key, its meaning, and its rank where not all keys fit. */
type ShownKey = readonly [key: string, meaning: string, rank: number];

/** Lists the keys that do something now. */
function keysOf(state: WatchState, current: Status | null): readonly ShownKey[] {
  if (state.isHelpShown) return [["any key", "back", 1]];
  const hasLoop = current !== null && (current.loop !== null || current.damage !== null);
  const steering: readonly ShownKey[] = [
    ["e", "encourage", 4],
    ["f", "forbid", 5],
    ["s", "stop", 3],
  ];
  return [
    ...state.open === null && current !== null
      ? [["↑↓", "choose", 7], ["Enter", "open", 3]] as const
      : [],
    ...state.open !== null && state.isAll ? [["Esc", "list", 3]] as const : [],
    ...hasLoop ? steering : [],
    ...current === null || current.state.code === "none" ? [] : [["o", "report", 6]] as const,
    ["?", "help", 2],
    ["q", "quit", 1],
  ];
}

const GAP = 2;

/** Renders as many keys as fit, the most important first, in their usual order. */
function renderKeys(keys: readonly ShownKey[], columns: number): Line {
  let left = columns + GAP;
  const fitting = new Set<ShownKey>();
  for (const shown of keys.toSorted((left, right) => left[2] - right[2])) {
    left -= GAP + countColumns(shown[0]) + 1 + shown[1].length;
    if (left < 0) break;
    fitting.add(shown);
  }
  return keys.filter((shown) => fitting.has(shown)).flatMap(([key, meaning], index): Span[] => [
    span(" ".repeat(index === 0 ? 0 : GAP)),
    span(key, "bold"),
    span(` ${meaning}`, "dim"),
  ]);
}
