/** The state of a project at one moment, which shows whether there has been progress since. */
import { count, inFile, nullable, object, seconds, type ShapeOf, text } from "./shape.ts";

/** Two marks that differ only in their time mean no progress. */
export const ProgressMarkSchema = object({
  atMs: inFile("at_seconds", seconds),
  /** The commit that is checked out; empty without git or before the first commit. */
  commit: text,
  /** A digest of the checklist's items and their states; empty without one. */
  checklist: text,
  /** Number of metrics that the project's adapter has read. */
  metrics: count,
  /** The tree's digest; null unless there was a reason to walk the tree. */
  tree: nullable(text),
}, {
  /** How many times a head other than the checked-out one moved in this loop; missing counts as 0. */
  heads: count,
});

/** The state of a project at one moment. */
export type ProgressMark = ShapeOf<typeof ProgressMarkSchema>;
