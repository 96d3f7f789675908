/**
 * Whether a value can be believed: what cannot be a number of
 * its kind is unknown, with the reason, and never 0. Pure.
 *
 * @module
 */
import type { MetricSpec } from "./spec.ts";
import { oneLine } from "../../text/shorten.ts";

/** A metric of one run. */
interface MetricValue {
  /** Null where it is unknown. */
  readonly value: number | null;
  /** Why it is unknown, or what is odd about it; null where nothing is. */
  readonly problem: string | null;
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
/** What programs write for "no value"; nothing is wrong with that. */
const NONE = /^(?:|null|none|n\/?a|-)$/i;

/**
 * Reads a metric.
 *
 * @param found What was found: a number of JSON, or the text of a cell.
 * @param spec What it is.
 * @returns The number, or why it is unknown.
 */
export function readMetric(found: unknown, { name, range, usual }: MetricSpec): MetricValue {
  if (found === undefined || found === null) return { value: null, problem: null };
  const text = typeof found === "string" ? found.trim() : null;
  if (text !== null && NONE.test(text)) return { value: null, problem: null };
  const value = text !== null && NUMBER.test(text) ? Number(text) : found;
  const unknown = (why: string) => ({ value: null, problem: `${name} ${why}, so it is unknown` });
  if (typeof value !== "number") {
    return unknown(`is ${text === null ? showFound(value, 40) : oneLine(text, 40)}`);
  }
  if (!Number.isFinite(value)) return unknown(`is ${value}`);
  if (range !== undefined && !isWithin(value, range)) {
    return unknown(`is ${value}, outside of ${range[0]} to ${range[1]}`);
  }
  const isOdd = usual !== undefined && !isWithin(value, usual);
  return { value, problem: isOdd ? `${name} is ${value}, which is unlikely` : null };
}

function isWithin(value: number, [least, most]: readonly [number, number]): boolean {
  return value >= least && value <= most;
}

/**
 * Shows a value of JSON or YAML in a sentence.
 *
 * @param found Any value.
 * @param maxCharacters The most characters to show.
 * @returns The value as JSON on one line.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(showFound({ a: [1] }), '{"a":[1]}');
 * assertEquals(showFound(undefined), "missing");
 * ```
 */
export function showFound(found: unknown, maxCharacters = 60): string {
  if (found === undefined) return "missing";
  try {
    return oneLine(JSON.stringify(found) ?? typeof found, maxCharacters);
  } catch {
    // Nested more deeply than anything can be written, or in a circle.
    return Array.isArray(found) ? "a list" : `of type ${typeof found}`;
  }
}
