/** Renders the live view from facts, state and size to the rows of the screen. Pure. */
import { countColumns, fitEnd } from "../../../text/columns.ts";
import { showCount } from "../../../text/human_units.ts";
import type { View } from "../../core/context.ts";
import { renderMarks } from "../../core/style.ts";
import { renderRows, wrapLines } from "../../core/text_layout.ts";
import { NO_LOOPS, renderOne } from "../all.ts";
import type { Status } from "../facts.ts";
import type { LoopWork } from "../work.ts";
import { renderRecent } from "./recent.ts";
import { renderStatus } from "../text.ts";
import { currentOf, type WatchState } from "./state.ts";

const HELP: readonly (readonly [keys: string, meaning: string])[] = [
  ["e", "Encourage: tell the agent what to do, from the next turn on"],
  ["f", "Forbid: tell the agent what not to do"],
  ["s", "Stop the loop; it asks first"],
  ["o", "Write the report and open it in the browser"],
  ["↑ ↓", "Scroll, or choose a loop in the list (also j, k, PgUp, PgDn, Home, End)"],
  ["Enter", "Open the chosen loop (with --all)"],
  ["Esc", "Back to the list; cancel what is being typed"],
  ["Ctrl-L", "Draw the screen again"],
  ["Ctrl-Z", "Suspend; 'fg' brings the view back"],
  ["q, Ctrl-C", "Quit; the loop continues"],
];

/** The facts that the view shows. */
export interface WatchFacts {
  /** In the order of the list. */
  readonly loops: readonly Status[];
  /** The reason why the last refresh failed; null if the facts are current. */
  readonly problem: string | null;
  /** The work of the shown loop; null in the list, or if unknown. */
  readonly work: LoopWork | null;
}

/** A rendered screen, and how far it can be scrolled. */
export type WatchView = ReturnType<typeof renderWatch>;

/** Renders the screen: a loop, the list or the help, with the keys or a question below. */
export function renderWatch(
  state: WatchState,
  facts: WatchFacts,
  { rows, ...rest }: View & { readonly rows: number },
) {
  // The last column stays free, because clearing the rest of a row that ends there would cut it.
  const view = { ...rest, width: Math.max(2, rest.width - 1) };
  const { style, width } = view;
  const current = currentOf(state, facts.loops);
  const footer = renderFooter(state, current, view);
  const head = facts.problem === null
    ? []
    : rowsOf(`${style.bold(style.red("NOT CURRENT"))}  ${facts.problem}`);
  const pageRows = Math.max(1, rows - head.length - footer.lines.length);
  const { lines: body, chosenEnd } = renderBody(state, facts, current, view);
  const isOpen = state.open !== null && !state.isHelpShown && facts.work !== null;
  const recent = isOpen ? renderRecent(facts.work, view, pageRows - body.length) : [];
  const lines = [...body, ...recent.map((line) => renderMarks(line))];
  const mostTop = Math.max(0, lines.length - pageRows);
  const top = state.isHelpShown ? 0 : Math.min(
    mostTop,
    chosenEnd === null ? state.top : Math.max(0, chosenEnd - pageRows + 1),
  );
  const page = lines.slice(top, top + pageRows);
  const hidden = lines.length - top - pageRows;
  if (hidden > 0) {
    page[pageRows - 1] = renderMarks(style.dim(`↓ ${showCount(hidden + 1, "more row")}`));
  }
  const blank = Array<string>(Math.max(0, pageRows - page.length)).fill("");
  // If the screen is too small, the footer stays.
  const shown = [...head, ...page, ...blank, ...footer.lines].slice(-rows);
  const column = Math.min(width, footer.cursor ?? 0);
  const cursor = footer.cursor === null ? null : { row: shown.length - 1, column };
  return { lines: shown, cursor, mostTop, pageRows };
}

/** Returns the rows of a text, with no control sequences other than colours. */
function rowsOf(text: string): string[] {
  return renderMarks(text).replaceAll("\t", " ").split("\n");
}

function renderBody(
  state: WatchState,
  { loops }: WatchFacts,
  current: Status | null,
  view: View,
): { readonly lines: string[]; readonly chosenEnd: number | null } {
  const { style, width } = view;
  if (state.isHelpShown) return { lines: renderRows(HELP, width), chosenEnd: null };
  if (state.open !== null) {
    const text = current === null
      ? style.dim(`Nothing is known of ${state.open} yet`)
      : renderStatus(current, { ...view, isLive: true });
    return { lines: rowsOf(text), chosenEnd: null };
  }
  if (loops.length === 0) {
    return { lines: [NO_LOOPS, "A loop that starts is shown here."], chosenEnd: null };
  }
  const lines: string[] = [];
  let chosenEnd = 0;
  for (const status of loops) {
    const isChosen = status === current;
    const rows = renderOne(status, { ...view, width: width - 2 }).flatMap(rowsOf);
    lines.push(...rows.map((row, at) => `${isChosen && at === 0 ? "›" : " "} ${row}`));
    if (isChosen) chosenEnd = lines.length;
  }
  return { lines, chosenEnd };
}

function renderFooter(
  { asking, message, ...state }: WatchState,
  current: Status | null,
  view: View,
) {
  const { style, width } = view;
  if (asking !== null) {
    const { kind, project, typed } = asking;
    const name = kind === "encourage" ? "Encourage" : "Forbid";
    const [lead, tail] = kind === "stop"
      ? ["Stop the loop in ", "? y/n "]
      : [width < 60 ? `${name}: ` : `${name} (Enter sends, Esc cancels): `, ""];
    // Keeps the ends: that of a path tells projects apart, and at that of a phrase the user types.
    const room = Math.max(8, width - lead.length - tail.length - 1);
    const shown = fitEnd(kind === "stop" ? project : typed, room);
    const line = `${style.bold(lead)}${shown}${style.bold(tail)}`;
    return { lines: rowsOf(line), cursor: lead.length + countColumns(shown) + tail.length };
  }
  if (message !== null) {
    const color = message.isError ? style.red : style.green;
    const lines = wrapLines(message.text, width).split("\n").slice(0, 3);
    return { lines: lines.flatMap((line) => rowsOf(color(line))), cursor: null };
  }
  return { lines: [renderMarks(renderKeys(keysOf(state, current), view))], cursor: null };
}

/** Lists the keys that have an effect now. */
function keysOf(
  state: Omit<WatchState, "asking" | "message">,
  current: Status | null,
): readonly string[] {
  if (state.isHelpShown) return [];
  const hasLoop = current !== null && (current.loop !== null || current.damage !== null);
  return [
    ...state.open !== null && state.isAll ? ["Esc list"] : [],
    ...state.open === null && current !== null ? ["Enter open"] : [],
    ...hasLoop ? ["s stop", "e encourage", "f forbid"] : [],
    ...current === null || current.state.code === "none" ? [] : ["o report"],
    ...state.open === null && current !== null ? ["↑↓ choose"] : [],
  ];
}

/** Renders as many keys as fit, always including the keys for help and quitting. */
function renderKeys(keys: readonly string[], { style, width }: View): string {
  const always = ["? help", "q quit"];
  let left = width - always.join("  ").length;
  const fitting = keys.filter((key) => (left -= countColumns(key) + 2) >= 0);
  return [...fitting, ...always].map((key) => {
    const [name = "", meaning = ""] = key.split(" ");
    return `${style.bold(name)} ${style.dim(meaning)}`;
  }).join("  ");
}
