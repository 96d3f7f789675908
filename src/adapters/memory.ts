/**
 * What an adapter remembers between two Stop events, in the home folder: the runs of files that did
 * not change since, and what a program of the user's last answered.
 *
 * @module
 */
import { join } from "../path/path.ts";
import type { WriteOutcome } from "../store/files/presence.ts";
import { fileNameOf } from "../store/files/file_name.ts";
import { readRecord, type RecordShape, writeRecord } from "../store/records/json_record.ts";
import { type Places, projectHash } from "../store/places.ts";
import { anything, choice, object, type ShapeOf, text } from "../store/records/shape.ts";

const MemoryShape = object({
  version: choice(1),
  project: text,
  /** What the content was made by; another spec or another loop remembers nothing. */
  madeBy: text,
  content: anything,
});

/** A record of what is remembered. */
type Memory = ShapeOf<typeof MemoryShape>;

const MEMORY: RecordShape<Memory> = { version: 1, schema: MemoryShape };

/** One thing that is remembered. */
export interface MemoryPlace {
  readonly path: string;
  readonly project: string;
}

/**
 * Where something is remembered.
 *
 * @param places The home's places.
 * @param project The resolved path of the project's root.
 * @param name What it is about.
 */
export function memoryPlace(places: Places, project: string, name: string): MemoryPlace {
  const dir = join(places.ralphHome, "adapters", projectHash(project));
  return { path: join(dir, `${fileNameOf(name)}.json`), project };
}

/**
 * What is remembered. Only ralph writes there, so what was made by the same is of the same shape.
 *
 * @param at Where.
 * @param madeBy What it must have been made by.
 * @returns Null where nothing is, or nothing that can be used.
 */
export function recall<T>(at: MemoryPlace, madeBy: string): T | null {
  const read = readRecord(at.path, MEMORY);
  if (read.kind !== "ok" || read.value.project !== at.project) return null;
  return read.value.madeBy === madeBy ? read.value.content as T : null;
}

/**
 * Remembers something.
 *
 * @param at Where.
 * @param madeBy What it was made by.
 * @param content Plain data.
 * @returns That it is written, or why not: then the next time is slower, and nothing else.
 */
export function remember(at: MemoryPlace, madeBy: string, content: unknown): WriteOutcome {
  return writeRecord(
    at.path,
    { version: 1, project: at.project, madeBy: madeBy, content },
    MEMORY,
  );
}
