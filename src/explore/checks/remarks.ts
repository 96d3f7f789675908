/**
 * `todo-density`: files with many TODO, FIXME, XXX and HACK remarks in comments. Pure.
 *
 * @module
 */
import { makeOpportunity, type Opportunity } from "../opportunity.ts";
import type { TreeView } from "./tree_view.ts";

/** A single TODO is a note; from this weight on somebody should look. */
const MIN_WEIGHT = 3;

/**
 * Finds files with many remarks.
 *
 * @param view The project.
 * @returns One opportunity for each file, by how much its remarks weigh.
 */
export function findRemarks(view: TreeView): Opportunity[] {
  const found: Opportunity[] = [];
  for (const [file, { remarks }] of view.withFacts) {
    const [count, weight, line] = remarks ?? [0, 0, 0];
    if (weight < MIN_WEIGHT) continue;
    found.push(makeOpportunity("todo-density", {
      key: file,
      file,
      line,
      text: `${count} TODO or FIXME remarks in ${file}:${line} and below`,
      weight: Math.min(3, weight / 5),
    }));
  }
  return found;
}
