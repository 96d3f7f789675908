/** Our records: JSON objects with a version that migrate forwards. */
import { writeAtomic, type WriteOptions } from "../files/atomic_file.ts";
import type { WriteOutcome } from "../files/presence.ts";
import { parseJson } from "../files/json_text.ts";
import { readShape, type Shape, writeAs } from "./shape.ts";
import { readText } from "../files/text_file.ts";

/** Version, shape and migration of one kind of record. */
export interface RecordShape<T> {
  readonly version: number;
  readonly schema: Shape<T>;
  /**
   * Migrates a record by one version; null if that is not possible. Without this function older
   * records are broken.
   */
  readonly migrate?: (
    record: Record<string, unknown>,
    from: number,
  ) => Record<string, unknown> | null;
}

/** What a record's file contains. */
export type RecordRead<T> =
  | { readonly kind: "absent" }
  | { readonly kind: "ok"; readonly value: T }
  /** A later ralph wrote it: not ours to touch. */
  | { readonly kind: "newer"; readonly version: number }
  | { readonly kind: "broken"; readonly why: string };

/** Reads a record. It changes nothing: the caller decides whether to set a broken record aside. */
export function readRecord<T>(path: string, shape: RecordShape<T>): RecordRead<T> {
  const read = readText(path);
  if (read.kind === "absent") return read;
  if (read.kind === "unreadable") return { kind: "broken", why: read.why };
  const json = parseJson(read.text);
  if (json.kind === "broken") {
    const where = json.line === null ? "" : ` (line ${json.line})`;
    return { kind: "broken", why: `it is not JSON: ${json.why}${where}` };
  }
  return recordOf(json.value, shape);
}

/** Checks a parsed value as a record, and migrates it. */
export function recordOf<T>(value: unknown, shape: RecordShape<T>): RecordRead<T> {
  if (!isObject(value)) return { kind: "broken", why: "it is not an object" };
  let record = value;
  let version = record["version"];
  if (typeof version !== "number" || !Number.isInteger(version) || version < 0) {
    return { kind: "broken", why: "it has no version, so another program wrote it" };
  }
  if (version > shape.version) return { kind: "newer", version };
  while (version < shape.version) {
    const next = shape.migrate?.(record, version) ?? null;
    if (next === null || next["version"] !== version + 1) {
      return { kind: "broken", why: `its version ${version} cannot be migrated` };
    }
    record = next;
    version++;
  }
  return readShape(shape.schema, record);
}

/** Writes a record atomically. */
export function writeRecord<T extends { readonly version: number }>(
  path: string,
  value: T,
  shape: RecordShape<T>,
  options?: WriteOptions,
): WriteOutcome {
  return writeAtomic(path, recordText(value, shape), options);
}

/** Renders a record as its file has it: indented JSON with a line feed at its end. */
export function recordText<T extends { readonly version: number }>(
  value: T,
  { schema }: RecordShape<T>,
): string {
  return `${JSON.stringify(writeAs(schema, value), null, 2)}\n`;
}

/**
 * Whether a value is a JSON object.
 *
 * @returns False for null and arrays.
 */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
