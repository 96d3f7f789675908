/** The last answers of a user's program, in the home folder, for the next Stop events. */
import { join } from "../path/path.ts";
import type { WriteOutcome } from "../store/files/presence.ts";
import { fileNameOf } from "../store/files/file_name.ts";
import { readRecord, type RecordShape, writeRecord } from "../store/records/json_record.ts";
import { type Places, projectHash } from "../store/places.ts";
import { anything, choice, object, type ShapeOf, text } from "../store/records/shape.ts";

const MemoryShape = object({
  version: choice(1),
  project: text,
  /** Key of what made the content; content with another key is not used. */
  madeBy: text,
  content: anything,
});

type Memory = ShapeOf<typeof MemoryShape>;

const MEMORY: RecordShape<Memory> = { version: 1, schema: MemoryShape };

/** The place of a cached record. */
export interface MemoryPlace {
  readonly path: string;
  readonly project: string;
}

/** Names the place of a cached record. */
export function memoryPlace(places: Places, project: string, name: string): MemoryPlace {
  const dir = join(places.ralphHome, "adapters", projectHash(project));
  return { path: join(dir, `${fileNameOf(name)}.json`), project };
}

/**
 * Reads a cached record. Only ralph writes there, so a record with the same key has the same shape.
 *
 * @param madeBy The key that the record must have.
 */
export function recall<T>(at: MemoryPlace, madeBy: string): T | null {
  const read = readRecord(at.path, MEMORY);
  if (read.kind !== "ok" || read.value.project !== at.project) return null;
  return read.value.madeBy === madeBy ? read.value.content as T : null;
}

/**
 * Writes a cached record.
 *
 * @returns Whether it is written; otherwise the next event is only slower.
 */
export function remember(at: MemoryPlace, madeBy: string, content: unknown): WriteOutcome {
  return writeRecord(
    at.path,
    { version: 1, project: at.project, madeBy: madeBy, content },
    MEMORY,
  );
}
