/**
 * Steps that a plan keeps without checkboxes: rows of a table with a status column, and headings with
 * a sign of their state.
 */
import { toPlainText } from "../markdown/inline.ts";
import { readTable } from "../markdown/table.ts";
import type { Document, TaskState } from "./document.ts";
import { readState, readStateSign } from "./state.ts";

/** A step of a plan without a checkbox. */
export interface Step {
  readonly text: string;
  /** As written, its state included. */
  readonly source: string;
  readonly state: TaskState;
  readonly line: number;
}

/** Signs that often only decorate a heading. */
const DECORATES = /[📋🔴🟡⚪❌🔄🎉🔲✗✘✕✖]/gu;

const STATUS_COLUMN = /^\W*(?:status|state|progress|done\??|completed?\??)\W*$/i;
/** A column that names or numbers a row. */
const LABEL_CELL = /^\W*(?:#?\d+(?:\.\d+)*|[a-z]{0,4}[-.]?\d+)?\W*$/i;

/** Headings over a group of steps, which are not steps themselves. */
const GROUPS =
  /^[^\p{L}]*(?:next|to[- ]?dos?|in progress|backlog|remaining|pending|planned|upcoming|current|done|completed?|status|summary|overview)\b/iu;

/**
 * Finds the steps of a document.
 *
 * @returns Its steps in order; empty where it keeps none in these forms.
 */
export function findSteps(document: Document): Step[] {
  const steps = [...stepsOfTables(document), ...stepsOfHeadings(document)];
  return steps.sort((left, right) => left.line - right.line);
}

function stepsOfTables({ paragraphs }: Document): Step[] {
  return paragraphs.filter(({ optional }) => !optional).flatMap(({ source, line }) => {
    const table = readTable(source);
    const column = table?.head.findIndex((cell) => STATUS_COLUMN.test(cell)) ?? -1;
    if (table === null || column === -1) return [];
    return table.rows().flatMap(({ cells, offset }) => {
      const state = readState(cells[column] ?? "");
      const others = cells.filter((cell, index) => index !== column && cell !== "");
      const words = others.find((cell) => !LABEL_CELL.test(cell)) ?? others[0];
      if (state === null || words === undefined) return [];
      const source = cells.join(" | ");
      return [{ text: toPlainText(words), source, state, line: line + offset }];
    });
  });
}

/**
 * Headings with a sign, and those of the same numbering without one, which are open. In a section
 * with boxes, the boxes decide.
 */
function stepsOfHeadings(document: Document): Step[] {
  const signed = document.headings
    .filter(({ optional, isTitle, text, hasBoxesWithin }) =>
      !optional && !isTitle && !hasBoxesWithin && !GROUPS.test(text)
    )
    .map(({ text, line, depth }) => {
      const state = readStateSign(text.replace(DECORATES, " "));
      return { text, line, depth, state };
    });
  const numbered = new Set(
    signed.filter(({ state }) => state === "done").map(({ text, depth }) => seriesOf(text, depth)),
  );
  return signed.flatMap(({ text, line, depth, state }) => {
    const series = seriesOf(text, depth);
    const read = state ?? (series !== null && numbered.has(series) ? "open" : null);
    return read === null ? [] : [{ text: withoutSigns(text), source: text, state: read, line }];
  });
}

/** What a numbered heading is one of: "Phase 2: Reader" at depth 2 is "2 phase". */
function seriesOf(text: string, depth: number): string | null {
  const series =
    /^[^\p{L}\p{N}]*(phase|step|task|stage|milestone|sprint|part|week|day|iteration|epic|story)\s+#?[\d.]+/iu
      .exec(text)?.[1];
  return series === undefined ? null : `${depth} ${series.toLowerCase()}`;
}

function withoutSigns(text: string): string {
  return text.replace(/[\p{Extended_Pictographic}\ufe0f✓✔☐☑]+/gu, " ").replace(/\s+/g, " ").trim();
}
