/** Labelled rows of the live view, and what is in several of them. Pure. */
import { showAge } from "../../../text/time.ts";
import { parseInstant } from "../../../text/instant.ts";
import { type Span, span } from "../../screen/line.ts";
import { plainText } from "../../../runner/terminal/plain_text.ts";
import { shortenLine } from "../../view/task_lines.ts";

/** A labelled row; it may be longer than the screen is wide. */
export interface Row {
  readonly label: string;
  readonly spans: readonly Span[];
}

/** What the rows depend on beside the facts. */
export interface RowsView {
  readonly nowMs: number;
  /** Columns of a bar. */
  readonly barColumns: number;
}

/** Longest text of a person or an agent in a row, characters. */
const MOST_CHARACTERS = 300;

/** Makes a row of a label and spans; plain text becomes a span without colour. */
export function row(label: string, ...spans: readonly (Span | string)[]): Row {
  return { label, spans: spans.map((each) => typeof each === "string" ? span(each) : each) };
}

/**
 * Renders a bar; a share that is not 0 shows, and only a whole one fills it.
 *
 * @param share 0 to 1.
 * @param columns The bar's columns.
 */
export function bar(share: number, columns: number): Span[] {
  const inside = Math.max(0, Math.min(1, share));
  const cells = Math.floor(inside * columns);
  const filled = inside > 0 ? Math.max(1, cells) : 0;
  return [span("█".repeat(filled), "green"), span("░".repeat(columns - filled), "dim"), span("  ")];
}

/** Makes one line of what a person or an agent wrote, without what a terminal would obey. */
export function quoted(text: string): string {
  return shortenLine(plainText(text), MOST_CHARACTERS);
}

/**
 * Shows how long ago an instant was: `3 min ago`.
 *
 * @param instant UTC in ISO 8601; null where it is not known.
 * @param nowMs Epoch milliseconds.
 */
export function showAgeOf(instant: string | null, nowMs: number): string {
  const ms = parseInstant(instant);
  return ms === null ? "at an unknown time" : showAge(nowMs - ms);
}
