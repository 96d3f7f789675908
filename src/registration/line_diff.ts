/** The differences between two texts, line by line. Pure. */
import { structuredPatch } from "diff";

const CONTEXT_LINES = 2;

/** A line of the diff; null replaces unchanged lines. */
export type DiffLine = { readonly sign: " " | "+" | "-"; readonly text: string } | null;

/**
 * Compares two texts line by line, ignoring line ends.
 *
 * @returns Changed lines with two around them; empty where no line changes.
 */
export function diffLines(before: string, after: string): DiffLine[] {
  const [old, now] = [before, after].map((text) => text && `${text.replace(/\r?\n$/, "")}\n`);
  const options = { context: CONTEXT_LINES, stripTrailingCr: true };
  const { hunks } = structuredPatch("", "", old!, now!, undefined, undefined, options);
  const shown = hunks.flatMap(({ oldStart, lines }) => [
    ...(oldStart > 1 ? [null] : []),
    ...lines.map((line) => ({ sign: line[0] as " " | "+" | "-", text: line.slice(1) })),
  ]);
  const last = hunks.at(-1);
  const isCut = last !== undefined && last.oldStart + last.oldLines <= old!.split("\n").length - 1;
  return isCut ? [...shown, null] : shown;
}
