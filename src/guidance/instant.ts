/**
 * Times in the configuration file: written by us, by people and by other programs.
 *
 * @module
 */

/** Date, time and offset. `Temporal` would read it too, and costs a hook 2 ms the first time. */
const INSTANT =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?))?(Z|[+-]\d\d:\d\d)?$/i;

/**
 * Reads a time. One without an offset is UTC: the predecessor read such a time as local, and its
 * guidance was as many hours too old as the zone is wide.
 *
 * @param value what stands in the file
 * @returns Unix milliseconds; null for everything that is no time
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(parseInstant("2026-01-02T09:00:00+09:00"), parseInstant("2026-01-02T00:00:00Z"));
 * ```
 */
export function parseInstant(value: unknown): number | null {
  const parts = typeof value === "string" ? INSTANT.exec(value.trim()) : null;
  if (parts === null) return null;
  const [, date = "", time = "00:00", offset = "Z"] = parts;
  const ms = Date.parse(`${date}T${time}${offset}`);
  return Number.isNaN(ms) ? null : ms;
}

/**
 * A time as people read it and as the file has it.
 *
 * @param ms Unix milliseconds
 * @returns UTC in ISO 8601 with whole seconds and `Z`
 */
export function renderInstant(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, "Z");
}
