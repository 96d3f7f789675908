/**
 * The two columns of `status`: a label, and what it names. Pure.
 *
 * @module
 */
import type { Style } from "../core/output.ts";
import { shortenLine } from "../view/task_lines.ts";

/** Where the second column begins. */
export const COLUMN = 18;

/** What a rendering needs of the world. */
export interface StatusView {
  readonly style: Style;
  /** Unix seconds. */
  readonly now: number;
  /** Shows an instant as the user's own time. */
  readonly showTime: (instant: string) => string;
}

/** A line with a label in front. */
export function labelled(label: string, text: string, style: Style): string {
  return `${style.dim(shortenLine(label, COLUMN - 1).padEnd(COLUMN))}${text}`;
}

/** The plan with its progress: a short path is the label, a long one stands in the line. */
export function planLine(path: string, progress: string, style: Style): string {
  return path.length < COLUMN - 1
    ? labelled(path, progress, style)
    : labelled("plan", `${path}   ${progress}`, style);
}
