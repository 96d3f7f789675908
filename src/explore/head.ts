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
  schemaOf,
  type Shape,
  type ShapeOf,
  text,
} from "../store/records/shape.ts";
import * as memory from "../tree/memory.ts";
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
  ...memory.HEAD_FIELDS,
  /** Changes with every change of a file that was seen. */
  stamp: text,
  files: count,
  /** Files that were not read yet. */
  unread: count,
  /** Files that have to be read the next time, whether they change or not. */
  due: count,
  opportunities: Opportunities,
  /** Opportunities that are not kept, because there are too many. */
  cut: count,
  /** What the configured tasks said when they last ran, by command. */
  tasks: dictionary(object({ at_ms: amount, stamp: text, failure: nullable(text) })),
});

/** All but the files. */
export type ExploreHead = ShapeOf<typeof HeadShape>;

const HEAD: RecordShape<ExploreHead> = { version: MEMORY_VERSION, schema: schemaOf(HeadShape) };

/**
 * Names the files of exploration's memory.
 *
 * @param places The home's places.
 * @param project The resolved path of the project's root.
 * @returns The files.
 */
export function explorePlaces(places: Places, project: string): memory.MemoryPlaces {
  return memory.memoryPlaces(places, "explore", project);
}

/**
 * Reads the head.
 *
 * @param places The home's places.
 * @param project The resolved path of the project's root.
 * @returns Null where there is none that can be used.
 */
export function readExploreHead(places: Places, project: string): ExploreHead | null {
  return memory.readHead(explorePlaces(places, project), project, HEAD);
}

/**
 * Keeps what configured tasks said.
 *
 * @param places The home's places.
 * @param project The resolved path of the project's root.
 * @param tasks What they said, by command.
 * @returns Why it could not be kept; null where it is.
 */
export function keepTaskResults(
  places: Places,
  project: string,
  tasks: ExploreHead["tasks"],
): string | null {
  const head = readExploreHead(places, project);
  if (head === null) return null;
  const outcome = memory.writeMemory(explorePlaces(places, project), { ...head, tasks });
  return outcome.kind === "failed" ? outcome.why : null;
}
