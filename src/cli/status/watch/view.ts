/** The live view: from facts, state and size to the rows of the screen. Pure. */
import { countColumns } from "../../../text/columns.ts";
import { showCount } from "../../../text/human_units.ts";
import { fitLine, type Line, span, wrapLine } from "../../screen/line.ts";
import type { View } from "../../core/context.ts";
import type { Status } from "../facts.ts";
import { describeStateLine, nameState, STATE_TONES } from "../phrases.ts";
import { renderFooter } from "./footer.ts";
import { listLines } from "./list_lines.ts";
import { loopRows } from "./loop_rows.ts";
import type { Row } from "./rows.ts";
import { currentOf, type WatchState } from "./state.ts";

const HELP: readonly (readonly [keys: string, meaning: string])[] = [
  ["e", "Encourage: tell the agent what to do, from the next continuation on"],
  ["f", "Forbid: tell the agent what not to do"],
  ["s", "Stop the loop; it asks first"],
  ["o", "Write the report and open it in the browser"],
  ["↑ ↓", "Scroll, or choose a loop in the list (also j, k, PgUp, PgDn, Home, End)"],
  ["Enter", "Open the chosen loop (with --all)"],
  ["Esc", "Back to the list; cancel what is being typed"],
  ["Ctrl-L", "Draw the screen again"],
  ["Ctrl-Z", "Suspend; 'fg' brings the view back"],
  ["q, Ctrl-C", "Quit; the loop goes on"],
  ["", "A prompt is edited as in a shell: Ctrl-A, Ctrl-E, Ctrl-U, Ctrl-K, Ctrl-W"],
];

const HELP_ROWS: readonly Row[] = HELP.map(([label, meaning]) => ({
  label,
  spans: [span(meaning)],
}));

/** The facts that the view shows. */
export interface WatchFacts {
  /** In the order of the list. */
  readonly loops: readonly Status[];
  /** Why the last look failed; null where the facts are current. */
  readonly problem: string | null;
}

interface WatchSize extends Pick<View, "nowMs" | "showTime"> {
  readonly columns: number;
  readonly rows: number;
}

/** What the screen should show, and how far it can be scrolled. */
export interface WatchView {
  /** Exactly the screen's rows. */
  readonly lines: readonly Line[];
  readonly cursor: { readonly row: number; readonly column: number } | null;
  readonly mostTop: number;
  readonly pageRows: number;
}

/** Rows of a value that is longer than the screen is wide. */
const MOST_ROWS = 4;

/** Renders the lines of the screen: a loop or the list, and the footer with its keys. */
export function renderWatch(state: WatchState, facts: WatchFacts, size: WatchSize): WatchView {
  // The last column stays free: a row that ends there would be cut by clearing the rest of it.
  const columns = Math.max(2, size.columns - 1);
  const current = currentOf(state, facts.loops);
  const footer = renderFooter(state, current, columns, size.nowMs);
  const head = facts.problem === null
    ? []
    : wrapLine([span("NOT CURRENT  ", "bold", "red"), span(facts.problem)], columns, 2);
  const pageRows = Math.max(1, size.rows - head.length - footer.lines.length);
  const { lines, chosenRow } = renderBody(state, facts, current, columns, size);
  const mostTop = Math.max(0, lines.length - pageRows);
  const top = chosenRow === null
    ? Math.min(state.isHelpShown ? 0 : state.top, mostTop)
    : Math.min(Math.max(0, chosenRow + 2 - pageRows), mostTop);
  const page = lines.slice(top, top + pageRows);
  const hidden = lines.length - top - pageRows;
  if (hidden > 0) page[pageRows - 1] = [span(`↓ ${showCount(hidden + 1, "more row")}`, "dim")];
  const blank = Array<Line>(Math.max(0, pageRows - page.length)).fill([]);
  // Where the screen is too small for all, the footer stays.
  const shown = [...head, ...page, ...blank, ...footer.lines].slice(-size.rows);
  return {
    // A screen that is narrower than the view was made for cuts what does not fit.
    lines: shown.map((line) => fitLine(line, columns)),
    cursor: footer.cursor === null ? null : { row: shown.length - 1, column: footer.cursor },
    mostTop,
    pageRows,
  };
}

function renderBody(
  state: WatchState,
  facts: WatchFacts,
  current: Status | null,
  columns: number,
  size: WatchSize,
): { lines: Line[]; chosenRow: number | null } {
  if (state.isHelpShown) return { lines: renderRows(HELP_ROWS, columns), chosenRow: null };
  if (state.open !== null) {
    const lines = current === null
      ? wrapLine([span(`Nothing is known of ${state.open} yet`, "dim")], columns, MOST_ROWS)
      : renderLoop(current, columns, size);
    return { lines, chosenRow: null };
  }
  const chosen = facts.loops.findIndex(({ project }) => project === current?.project);
  return {
    lines: listLines(facts.loops, { ...size, columns, chosen }),
    chosenRow: Math.max(0, chosen) * 2,
  };
}

function renderLoop(status: Status, columns: number, size: WatchSize): Line[] {
  const { state, project } = status;
  const name = span(nameState(state.code), "bold", STATE_TONES[state.code]);
  const line = describeStateLine(status, size);
  return [
    ...wrapLine([name, span("  "), span(line)], columns, MOST_ROWS),
    ...state.wayOn === null
      ? []
      : wrapLine([span("→ ", "yellow"), span(state.wayOn)], columns, MOST_ROWS),
    [],
    ...renderRows(
      [
        ...loopRows(status, {
          nowMs: size.nowMs,
          barColumns: Math.max(8, Math.min(40, Math.floor(columns / 4))),
        }),
        { label: "project", spans: [span(project)] },
      ],
      columns,
    ),
  ];
}

/** Renders labels in a first column, or above where one is too long, and their texts in a second. */
function renderRows(rows: readonly Row[], columns: number): Line[] {
  const indent = columns < 60 ? 11 : 15;
  const lead = (label: string) => span(label + " ".repeat(indent - countColumns(label)), "dim");
  return rows.flatMap(({ label, spans }) => {
    const isAbove = countColumns(label) >= indent;
    const texts = wrapLine(spans, Math.max(8, columns - indent), MOST_ROWS);
    return [
      ...isAbove ? [[span(label, "dim")]] : [],
      ...texts.map((line, index) => [lead(index === 0 && !isAbove ? label : ""), ...line]),
    ];
  });
}
