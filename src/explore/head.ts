/**
 * What exploration remembers besides the files: opportunities and the results of configured tasks.
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

/** To be raised when the facts of a file, or what a check finds, change. */
export const MEMORY_VERSION = 2;

/** Cheaper than a schema for each opportunity. */
const Opportunities = checked(
  anything,
  (value) => Array.isArray(value) && value.every(isOpportunity),
  "a list of opportunities",
) as Shape<readonly Opportunity[]>;

const HeadShape = object({
  version: choice(MEMORY_VERSION),
  ...HEAD_FIELDS,
  /** Changes with every change of a scanned file. */
  stamp: text,
  /** Files that were not read yet. */
  unread: count,
  /** Files to read the next time, whether they change or not. */
  due: count,
  opportunities: Opportunities,
  /** Opportunities beyond the limit, not saved. */
  cut: count,
  /** The last result of each configured task, by command. */
  tasks: dictionary(object({ atMs: amount, stamp: text, failure: nullable(text) })),
});

/** The memory without the files. */
export type ExploreHead = ShapeOf<typeof HeadShape>;

const HEAD: RecordShape<ExploreHead> = { version: MEMORY_VERSION, schema: HeadShape };

/**
 * Opens the memory of a project's exploration.
 *
 * @param project The resolved path of the project's root.
 */
export function exploreMemory(places: Places, project: string): TreeMemory<ExploreHead> {
  return new TreeMemory(places, "explore", project, HEAD);
}
