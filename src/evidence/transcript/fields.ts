/**
 * Reads fields of foreign JSON. A value of another type counts as missing.
 *
 * There is no schema, since a transcript has hundreds of lines per event and most are skipped.
 */
import { isObject } from "../../store/records/json_record.ts";

/** A JSON object from the client, whose fields are checked one by one. */
export type Fields = Readonly<Record<string, unknown>>;

/** Returns the value if it is an object, otherwise null. */
export function asFields(value: unknown): Fields | null {
  return isObject(value) ? value : null;
}

/** Returns the value if it is a list, otherwise an empty list. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the value if it is a text that is not empty, otherwise null. */
export function asText(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/** Returns the value if it is a finite number of 0 or more, otherwise null. */
export function asAmount(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : null;
}
