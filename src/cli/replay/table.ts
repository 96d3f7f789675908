/**
 * The table of a replay: a row for each loop, wrapped to the terminal; stacked where it is narrow. Pure.
 */
import { basename } from "@std/path";
import type { LoopResult } from "../../replay/judging/simulation.ts";
import type { Replay, ReplayedLoop } from "../../replay/replay.ts";
import { countColumns, fitColumns } from "../../text/columns.ts";
import { showCount } from "../../text/human_units.ts";
import { showDuration } from "../../text/time.ts";
import { makeVisible } from "../../text/show_text.ts";
import type { View } from "../core/context.ts";
import { hang, wrapText } from "../core/text_layout.ts";
import { describeDecision, describeResult } from "./words.ts";

/** A transcript with what a replay of it gave. */
export interface ReplayedFile {
  readonly path: string;
  readonly replay: Replay;
}

interface TableLayout extends Omit<View, "nowMs"> {
  readonly labels: readonly string[];
  readonly isVerbose: boolean;
}

/** Where a result has fewer columns than this, the parts of a row are stacked. */
const LEAST_COLUMN = 26;
/** The mark of a result that was shown already. */
const SAME = "The same.";
const GAP = 2;
const LONGEST_NAME = 20;

interface Row {
  readonly head: readonly string[];
  /** What each configuration makes of it. */
  readonly results: readonly (readonly string[])[];
  readonly decisions: readonly string[];
}

const HEADS = ["TRANSCRIPT", "BEGAN", "STOPS", "ACTIVE"] as const;

/** Renders the table. */
export function renderTable(files: readonly ReplayedFile[], layout: TableLayout): string {
  const rows = files.flatMap((file) => rowsOf(file, layout));
  const widths = HEADS.map((head, index) =>
    Math.max(head.length, ...rows.map((row) => countColumns(row.head[index] ?? "")))
  );
  const lead = widths.reduce((sum, width) => sum + width + GAP, 0);
  const { length: count } = layout.labels;
  const column = Math.floor((layout.width - lead - GAP * (count - 1)) / count);
  const summary = count === 1 ? [] : [describeDifferences(rows)];
  if (column < LEAST_COLUMN) {
    return [...rows.map((row) => stack(row, layout).join("\n")), ...summary].join("\n\n");
  }
  const titles = layout.labels.map((label) => wrapText(label, column));
  return [
    ...joinCells([...HEADS.map((head) => [head]), ...titles], [
      ...widths,
      ...layout.labels.map(() => column),
    ])
      .map(layout.style.bold),
    ...rows.flatMap(({ head, results, decisions }) => [
      ...joinCells(
        [...head.map((text) => [text]), ...results.map((lines) => wrapAll(lines, column))],
        [...widths, ...results.map(() => column)],
      ),
      ...decisions.flatMap((line) => wrapLine(line, layout.width)).map(layout.style.dim),
    ]),
    ...summary,
  ].join("\n");
}

function describeDifferences(rows: readonly Row[]): string {
  const differing = rows.filter(({ results }) =>
    results.slice(1).some((lines) => lines.join() !== SAME)
  );
  if (differing.length === 0) return "No difference.";
  return `They differ in ${differing.length} of ${showCount(rows.length, "row")}.`;
}

/** A row for each loop of a file; one that says so where it has none. */
function rowsOf({ path, replay }: ReplayedFile, layout: TableLayout): Row[] {
  const file = fitColumns(makeVisible(basename(path).replace(/\.jsonl$/, "")), LONGEST_NAME);
  const { loops } = replay;
  if (loops.length === 0) {
    const results = layout.labels.map((_, index) => [index === 0 ? "No turn ended in it." : SAME]);
    return [{ head: [nameOf(file), "", "0", ""], results, decisions: [] }];
  }
  return loops.map((loop, index) => {
    const name = loops.length === 1 ? nameOf(file) : `${nameOf(file)} #${index + 1}`;
    const [first] = loop.results;
    return {
      head: [
        name,
        layout.showTime(loop.start.atMs),
        String(loop.stops),
        showDuration(first?.activeMs ?? 0),
      ],
      results: describeSideBySide(loop),
      decisions: layout.isVerbose ? listDecisions(loop, layout) : [],
    };
  });
}

/** The first part of a session's id is enough to find it. */
function nameOf(file: string): string {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-/.test(file) ? file.slice(0, 8) : file;
}

/** What each configuration makes of a loop; what is equal is said once. */
function describeSideBySide(loop: ReplayedLoop): string[][] {
  const [first = [], ...others] = loop.results.map((result) => describeResult(loop, result));
  return [
    first,
    ...others.map((lines) => lines.join("\n") === first.join("\n") ? [SAME] : lines),
  ];
}

/** The decisions of each configuration; Stops in a row with the same decision are one line. */
function listDecisions(loop: ReplayedLoop, { labels }: TableLayout): string[] {
  return loop.results.flatMap((result, index) => [
    ...labels.length === 1 ? [] : [`  ${labels[index] ?? ""}`],
    ...listRuns(loop, result),
  ]);
}

function listRuns(loop: ReplayedLoop, { decisions }: LoopResult): string[] {
  const runs: { first: number; last: number; text: string }[] = [];
  for (const judged of decisions) {
    const { items } = judged;
    const progress = items === null || items.total === 0
      ? ""
      : `${items.done} of ${items.total} items; `;
    const text = `${progress}${describeDecision(judged, loop)}`;
    const run = runs.at(-1);
    if (run?.text === text) run.last = judged.stop;
    else runs.push({ first: judged.stop, last: judged.stop, text });
  }
  return runs.map(({ first, last, text }) =>
    `  ${first === last ? `stop ${first}` : `stops ${first} to ${last}`}: ${text}`
  );
}

function joinCells(cells: readonly (readonly string[])[], widths: readonly number[]): string[] {
  const height = Math.max(...cells.map(({ length }) => length));
  return Array.from(
    { length: height },
    (_, line) =>
      cells.map((lines, index) => pad(lines[line] ?? "", widths[index] ?? 0))
        .join(" ".repeat(GAP)).trimEnd(),
  );
}

function pad(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - countColumns(text)));
}

function wrapAll(lines: readonly string[], columns: number): string[] {
  return lines.flatMap((line) => wrapText(makeVisible(line), columns));
}

/** Wraps a line; what follows the first is indented further. */
function wrapLine(line: string, columns: number): string[] {
  const indent = line.length - line.trimStart().length;
  return hang(" ".repeat(indent), makeVisible(line.trim()), columns, " ".repeat(indent + 2));
}

function stack({ head, results, decisions }: Row, layout: TableLayout): string[] {
  const [name = "", began = "", stops = "", active = ""] = head;
  const facts = [began, showCount(Number(stops), "stop"), active === "" ? "" : `${active} active`];
  const [title = "", ...more] = wrapText(
    [name, ...facts.filter((fact) => fact !== "")].join(" · "),
    layout.width,
  );
  return [
    layout.style.bold(title),
    ...more,
    ...results.flatMap((lines, index) => [
      ...layout.labels.length === 1 ? [] : wrapAll([`${layout.labels[index]}:`], layout.width - 2)
        .map((line) => `  ${line}`),
      ...lines.flatMap((line) => wrapLine(`  ${line}`, layout.width)),
    ]),
    ...decisions.flatMap((line) => wrapLine(line, layout.width)).map(layout.style.dim),
  ];
}
