/**
 * Steps that a plan keeps without checkboxes: rows of a table with a status column, and headings with
 * a sign of their state.
 *
 * @module
 */
import { readState, type StepState } from "./_step_state.ts";
import { readTable } from "./_table.ts";
import type { Document } from "./document.ts";
import { toPlainText } from "../markdown/inline.ts";
import { Outline } from "./outline.ts";

/** One step. */
export interface Step {
  readonly text: string;
  readonly state: StepState;
  /** Line in the file, 1-based. */
  readonly line: number;
}

const STATUS_COLUMN = /^\W*(?:status|state|progress|done\??|completed?\??)\W*$/i;
/** A column that names or numbers a row, and does not say what is to be done. */
const LABEL_CELL = /^\W*(?:#?\d+(?:\.\d+)*|[a-z]{0,4}[-.]?\d+)?\W*$/i;

/** Headings over a group of steps, which are not steps themselves. */
const GROUPS =
  /^[^\p{L}]*(?:next|to[- ]?dos?|in progress|backlog|remaining|pending|planned|upcoming|current|done|completed?|status|summary|overview)\b/iu;

/**
 * Finds the steps of a document.
 *
 * @param document The page.
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
      const state = readState(cells[column] ?? "", "cell");
      const others = cells.filter((cell, index) => index !== column && cell !== "");
      const words = others.find((cell) => !LABEL_CELL.test(cell)) ?? others[0];
      if (state === null || words === undefined) return [];
      return [{ text: toPlainText(words), state, line: line + offset }];
    });
  });
}

/**
 * Headings with a sign, and those of the same numbering without one, which are open. Where a section
 * holds boxes, they say how far it is.
 */
function stepsOfHeadings(document: Document): Step[] {
  const outline = new Outline(document);
  const signed = document.headings
    .filter(({ optional, isTitle, text }, index) =>
      !optional && !isTitle && !outline.holdsBoxesWithin(index) && !GROUPS.test(text)
    )
    .map(({ text, line, depth }) => ({ text, line, depth, state: readState(text, "heading") }));
  const numbered = new Set(
    signed.filter(({ state }) => state === "done").map(({ text, depth }) => seriesOf(text, depth)),
  );
  return signed.flatMap(({ text, line, depth, state }) => {
    const series = seriesOf(text, depth);
    const known = state ?? (series !== null && numbered.has(series) ? "open" : null);
    return known === null ? [] : [{ text: withoutSigns(text), state: known, line }];
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
