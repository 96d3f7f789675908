/** The state of a project at one moment, which shows whether there was progress since. */
import { count, inFile, nullable, object, seconds, type ShapeOf, text } from "./shape.ts";

/** Marks that differ in their time only mean that there was no progress. */
export const ProgressMarkSchema = object({
  atMs: inFile("at_seconds", seconds),
  /** The commit that is checked out; empty without git or before the first commit. */
  commit: text,
  /** The checklist's items and their states, as a digest; empty without one. */
  checklist: text,
  /** How many metrics the project's adapter has read. */
  metrics: count,
  /** The tree's digest; null unless a suspicion made a walk of the tree worth its time. */
  tree: nullable(text),
}, {
  /** How often a head beside the checked-out one was seen to move in this loop; missing counts as 0. */
  heads: count,
});

/** The state of a project at one moment. */
export type ProgressMark = ShapeOf<typeof ProgressMarkSchema>;
