/**
 * Reading fields of JSON that others wrote: what is not of the expected type is not there.
 *
 * By hand and not by a schema: a transcript has hundreds of lines an event and most are skipped.
 *
 * @module
 */
import { isObject } from "../../store/records/json_record.ts";

/** A JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

/** The value as an object, or null where it is none. */
export function asFields(value: unknown): Fields | null {
  return isObject(value) ? value : null;
}

/** The value as a list; empty where it is none. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The value as text, or null where it is none or empty. */
export function asText(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/** The value as a finite number of 0 or more, or null. */
export function asAmount(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : null;
}

/** A time in ISO 8601 as Unix seconds with fractions, or null. */
export function asSeconds(value: unknown): number | null {
  if (typeof value !== "string") return null;
  const milliseconds = Date.parse(value);
  return Number.isFinite(milliseconds) && milliseconds >= 0 ? milliseconds / 1000 : null;
}
