/**
 * Steps that a plan keeps without checkboxes: rows of a table with a status column, and headings with
 * a sign of their state.
 */
import { toPlainText } from "../../markdown/inline.ts";
import { readTable } from "../../markdown/table.ts";
import type { Document } from "./document.ts";

type StepState = "open" | "done" | "skipped";

/** A step of a plan without a checkbox. */
export interface Step {
  readonly text: string;
  readonly state: StepState;
  readonly line: number;
}

const DONE_SIGN = /[✅☑✓✔🎉]|\[x\]/iu;
const SKIPPED_SIGN = /[🚫⏭]/u;
const OPEN_SIGN = /[⏳⌛🚧🔄🔜⬜☐🟡🔴⚪🔲📋❌]|\[ \]/u;
const DONE_WORD =
  /^(?:done|complete[d]?|finished|implemented|shipped|merged|fixed|closed|resolved|passed|yes|live|deployed|released|100\s*%)$/i;
const SKIPPED_WORD =
  /^(?:skipped|cancel?led|dropped|deferred|won['’]t(?: do| fix)?|n\/a|superseded)$/i;
const OPEN_WORD =
  /^(?:todo|to do|open|pending|planned|not (?:yet )?(?:started|done|implemented)|next|queued|blocked|in[ -]progress|wip|started|partial(?:ly)?|ongoing|under ?way|in review|missing|no|\d{1,2}\s*%)$/i;
/** Signs that often only decorate a heading. */
const DECORATES = /[📋🔴🟡⚪❌🔄🎉🔲]/gu;

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
      const state = readState(cells[column] ?? "", "cell");
      const others = cells.filter((cell, index) => index !== column && cell !== "");
      const words = others.find((cell) => !LABEL_CELL.test(cell)) ?? others[0];
      if (state === null || words === undefined) return [];
      return [{ text: toPlainText(words), state, line: line + offset }];
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
    .map(({ text, line, depth }) => ({ text, line, depth, state: readState(text, "heading") }));
  const numbered = new Set(
    signed.filter(({ state }) => state === "done").map(({ text, depth }) => seriesOf(text, depth)),
  );
  return signed.flatMap(({ text, line, depth, state }) => {
    const series = seriesOf(text, depth);
    const read = state ?? (series !== null && numbered.has(series) ? "open" : null);
    return read === null ? [] : [{ text: withoutSigns(text), state: read, line }];
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

/**
 * Reads a state.
 *
 * @param text A cell of a status column, or a heading.
 * @param place In a cell the first words count, in a heading only signs do.
 * @returns The state, or null where the text says none.
 */
function readState(text: string, place: "cell" | "heading"): StepState | null {
  const shown = place === "heading" ? text.replace(DECORATES, " ") : text;
  if (OPEN_SIGN.test(shown)) return "open";
  if (SKIPPED_SIGN.test(shown)) return "skipped";
  if (DONE_SIGN.test(shown)) return "done";
  if (place === "heading") return null;
  const words = shown.replace(/[*_`~]/g, "").split(/[(,;:–—/]|\s-\s/, 1)[0]!
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}%]+$/gu, "");
  if (DONE_WORD.test(words)) return "done";
  if (SKIPPED_WORD.test(words)) return "skipped";
  return OPEN_WORD.test(words) ? "open" : null;
}
