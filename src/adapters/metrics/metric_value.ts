/** Validates a metric's value: an invalid value is unknown, with the reason, and never 0. Pure. */
import type { MetricSpec } from "./spec.ts";
import { oneLine } from "../../text/shorten.ts";

interface MetricValue {
  /** Null where it is unknown. */
  readonly value: number | null;
  /** Why it is unknown or unlikely; null otherwise. */
  readonly problem: string | null;
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
/** Texts that programs write for "no value"; these are not a problem. */
const NONE = /^(?:|null|none|n\/?a|-)$/i;

/** Reads the value of a metric. */
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
 * Renders a value of JSON or YAML for a message, as JSON on one line.
 *
 * @param maxCharacters Characters to show, at most.
 */
export function showFound(found: unknown, maxCharacters = 60): string {
  if (found === undefined) return "missing";
  try {
    return oneLine(JSON.stringify(found) ?? typeof found, maxCharacters);
  } catch {
    // Nested too deeply, or circular.
    return Array.isArray(found) ? "a list" : `of type ${typeof found}`;
  }
}
