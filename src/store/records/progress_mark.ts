/**
 * How a project was at one moment, for "did anything move since?".
 *
 * @module
 */
import { amount, count, nullable, object, type ShapeOf, text } from "./shape.ts";

/** A mark. Two that are equal in everything but their time mean that nothing moved. */
export const ProgressMarkSchema = object({
  /** Unix seconds. */
  atSeconds: amount,
  /** The commit that is checked out; empty without git or before the first commit. */
  commit: text,
  /** The checklist's items and their states, as a digest; empty without one. */
  checklist: text,
  /** How many metrics the project's adapter knows. */
  metrics: count,
  /** The tree's digest; null where it was not looked at: that takes a walk, so only a suspicion pays for it. */
  tree: nullable(text),
});

/** A mark. */
export type ProgressMark = ShapeOf<typeof ProgressMarkSchema>;
