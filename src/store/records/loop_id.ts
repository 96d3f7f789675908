/** Ids of loops. They sort by time and cannot be guessed. */
import { renderExactInstant } from "../../text/instant.ts";

const LOOP_ID = /^\d{8}-\d{9}-[0-9a-f]{8}$/;

/**
 * Makes a new loop's id: `{date}-{time to the millisecond}-{random}`, UTC.
 *
 * @param random 8 hex digits; by default from the system's generator.
 */
export function newLoopId(
  nowMs: number = Date.now(),
  random: string = crypto.randomUUID().slice(0, 8),
): string {
  const digits = renderExactInstant(nowMs).replace(/\D/g, "");
  return `${digits.slice(0, 8)}-${digits.slice(8, 17)}-${random}`;
}

/** Checks whether a text is a well-formed loop id. Texts from a project's files are checked before use. */
export function isLoopId(text: string): boolean {
  return LOOP_ID.test(text);
}
