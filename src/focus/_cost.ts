/**
 * What a section would cost the full parser, so that no file can keep a hook busy for minutes.
 *
 * @module
 */
import { measureIndent } from "./_line.ts";

/** No plan that a person can read nests deeper. */
const MAX_DEPTH = 20;
/** One list item costs the parser as much as so many characters of prose, measured. */
const MARKER_COST = 50;

const MARKERS = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)))+/;

/**
 * Estimates what the full parser would have to do for a section.
 *
 * @param lines The section's lines.
 * @returns The cost in characters of prose; infinite where lists and quotes nest without end.
 */
export function estimateCost(lines: readonly string[]): number {
  let cost = 0;
  /** Indentation of the list items that the present line may stand in. */
  const above: number[] = [];
  for (const line of lines) {
    cost += line.length + 1;
    const markers = MARKERS.exec(line)?.[0];
    if (markers === undefined) continue;
    const indent = measureIndent(line);
    while (above.length > 0 && above.at(-1)! >= indent) above.pop();
    above.push(indent);
    const inLine = markers.replace(/[ \t]|\d+/g, "").length;
    if (above.length + inLine > MAX_DEPTH) return Infinity;
    cost += inLine * MARKER_COST;
  }
  return cost;
}
