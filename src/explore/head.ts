/**
 * What exploration remembers beside the files: the opportunities, and what configured tasks said.
 *
 * @module
 */
import type { RecordShape } from "../store/records/json_record.ts";
import type { Places } from "../store/places.ts";
import {
  amount,
  anything,
  checked,
  choice,
  count,
  dictionary,
  nullable,
  object,
  type Shape,
  type ShapeOf,
  text,
} from "../store/records/shape.ts";
import { HEAD_FIELDS, TreeMemory } from "../tree/memory.ts";
import { isOpportunity, type Opportunity } from "./opportunity.ts";

/** To be raised with every change of what is kept of a file, or found by a check. */
export const MEMORY_VERSION = 2;

/** Cheaper than a schema for each. */
const Opportunities = checked(
  anything,
  (value) => Array.isArray(value) && value.every(isOpportunity),
  "a list of opportunities",
) as Shape<readonly Opportunity[]>;

const HeadShape = object({
  version: choice(MEMORY_VERSION),
  ...HEAD_FIELDS,
  /** Changes with every change of a file that was seen. */
  stamp: text,
  /** Files that were not read yet. */
  unread: count,
  /** Files that have to be read the next time, whether they change or not. */
  due: count,
  opportunities: Opportunities,
  /** Opportunities that are not kept, because there are too many. */
  cut: count,
  /** What the configured tasks said when they last ran, by command. */
  tasks: dictionary(object({ atMs: amount, stamp: text, failure: nullable(text) })),
});

/** All but the files. */
export type ExploreHead = ShapeOf<typeof HeadShape>;

const HEAD: RecordShape<ExploreHead> = { version: MEMORY_VERSION, schema: HeadShape };

/**
 * Opens the memory of a project's exploration.
 *
 * @param places The home's places.
 * @param project The resolved path of the project's root.
 * @returns The memory; nothing is read yet.
 */
export function exploreMemory(places: Places, project: string): TreeMemory<ExploreHead> {
  return new TreeMemory(places, "explore", project, HEAD);
}
