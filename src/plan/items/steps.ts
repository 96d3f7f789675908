/**
 * Steps that a plan keeps without checkboxes: rows of a table with a status column, and headings with a
 * sign of their state.
 */
import { toPlainText } from "../markdown/inline.ts";
import { readTable } from "../markdown/table.ts";
import type { Document, Heading, TaskState } from "./document.ts";
import { findBareSiblings, readStateAtEnd, seriesOf } from "./siblings.ts";
import { readState, readStateSign } from "./state.ts";

/** A step of a plan without a checkbox. */
export interface Step {
  readonly text: string;
  /** As written, including its state. */
  readonly source: string;
  readonly state: TaskState;
  readonly line: number;
}

/** Signs that often only decorate a heading. */
const DECORATES = /[📋🔴🟡⚪❌🔄🎉🔲✗✘✕✖]/gu;

const STATUS_COLUMN = /^\W*(?:status|state|progress|done\??|completed?\??)\W*$/i;
/** A column that names or numbers a row. */
const LABEL_CELL = /^\W*(?:#?\d+(?:\.\d+)*|[a-z]{0,4}[-.]?\d+)?\W*$/i;

/** A state that was not filled in: if other rows are done, its row is not. */
const EMPTY_CELL = /^[\s–—-]*$/;

/** Headings over a group of steps, which are not steps themselves. */
const GROUPS =
  /^[^\p{L}]*(?:next|to[- ]?dos?|in progress|backlog|remaining|pending|planned|upcoming|current|done|completed?|status|summary|overview)\b/iu;

/**
 * Finds the steps of a document.
 *
 * @returns Its steps in order; empty if it has none in these forms.
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
    const rows = table.rows().map((row) => ({
      ...row,
      state: readState(row.cells[column] ?? ""),
    }));
    const isFilled = rows.some(({ state }) => state === "done");
    return rows.flatMap(({ cells, offset, state: named }) => {
      const state = isFilled && EMPTY_CELL.test(cells[column] ?? "") ? "open" : named;
      const others = cells.filter((cell, index) => index !== column && cell !== "");
      const words = others.find((cell) => !LABEL_CELL.test(cell)) ?? others[0];
      if (state === null || words === undefined) return [];
      const source = cells.join(" | ");
      return [{ text: toPlainText(words), source, state, line: line + offset }];
    });
  });
}

/**
 * Finds headings with a sign, and headings of the same numbering without one, which are open. In a section
 * with boxes, the boxes decide.
 */
function stepsOfHeadings(document: Document): Step[] {
  const signed = document.headings
    .filter(({ optional, isTitle, text, hasBoxesWithin }) =>
      !optional && !isTitle && !hasBoxesWithin && !GROUPS.test(text)
    )
    .map((heading) => ({ heading, state: readStep(heading) }));
  const keyOf = ({ depth, text }: Heading) => {
    const series = seriesOf({ text });
    return series === null || series === "" ? null : `${depth} ${series}`;
  };
  const numbered = new Set(
    signed.filter(({ state }) => state === "done").map(({ heading }) => keyOf(heading)),
  );
  const siblings = new Map(
    findBareSiblings(document).map(({ heading, state }) => [heading, state]),
  );
  return signed.flatMap(({ heading, state }) => {
    const { text, line } = heading;
    const key = keyOf(heading);
    const read = state ?? siblings.get(heading) ??
      (key !== null && numbered.has(key) ? "open" : null);
    return read === null ? [] : [{ text: withoutSigns(text), source: text, state: read, line }];
  });
}

/**
 * Reads the state in a heading itself. Words at its end can only say that it is open; a sign can name any
 * state.
 */
function readStep({ text }: Heading): TaskState | null {
  const isOpen = readStateAtEnd(text) === "open";
  return readStateSign(text.replace(DECORATES, " ")) ?? (isOpen ? "open" : null);
}

function withoutSigns(text: string): string {
  return text.replace(/[\p{Extended_Pictographic}\ufe0f✓✔☐☑]+/gu, " ").replace(/\s+/g, " ").trim();
}
