/**
 * Times in the configuration file: written by us, by people and by other programs.
 *
 * @module
 */

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
  if (typeof value !== "string") return null;
  const text = value.trim();
  const whole = /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00` : text;
  for (const candidate of [whole, `${whole}Z`]) {
    try {
      return Temporal.Instant.from(candidate).epochMilliseconds;
    } catch {
      // Not in this form.
    }
  }
  return null;
}

/**
 * A time as it is written into the file.
 *
 * @param ms Unix milliseconds
 * @returns UTC in ISO 8601 with whole seconds and `Z`, as seed 003 writes it
 */
export function renderInstant(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, "Z");
}
