/**
 * What a user's program answered, read with the same doubt as a file: what is no number is unknown,
 * and what is no verdict is none. Pure.
 *
 * @module
 */
import { isObject } from "../../store/records/json_record.ts";
import { faultOfGlob } from "../metrics/glob.ts";
import { readMetric } from "../metrics/metric_value.ts";
import { showFound } from "../form/show_found.ts";
import { timeOfField } from "../metrics/timestamp.ts";
import type { Convergence, Detection, MetricsEntry } from "../protocol.ts";
import { oneLine } from "../../text/shorten.ts";
import { renderExactInstant } from "../../text/instant.ts";

type _Value = Readonly<Record<string, unknown>>;

/** More runs than any loop makes. */
const MOST_ENTRIES = 20_000;
const MOST_SECONDARY = 50;
const CONFIDENCES = [0, 0.5, 1] as const;
const PROBLEMS_SHOWN = 20;
const LONGEST_PROMPT_CHARACTERS = 2_500;

/** An answer to "detect". */
export interface DetectAnswer extends Detection {
  /** Globs of the files whose change makes a new question worth it. */
  readonly watch: readonly string[];
}

/** An answer to "metrics". */
export interface MetricsAnswer {
  readonly entries: readonly MetricsEntry[];
  readonly problems: readonly string[];
  /** Whatever the program likes: the same one means that nothing changed. */
  readonly fingerprint: string | null;
}

/** An answer to "convergence", or the sentence why it is none. */
export type ConvergenceAnswer =
  | { readonly kind: "ok"; readonly convergence: Convergence; readonly prompt: string }
  | { readonly kind: "broken"; readonly why: string };

/**
 * Reads the answer to "detect".
 *
 * @param answer the document
 * @returns the detection; a sentence where it is none
 */
export function readDetectAnswer(answer: _Value): DetectAnswer | string {
  const isMatch = answer["is_match"];
  if (typeof isMatch !== "boolean") return _wrong("is_match", "true or false", isMatch);
  const watch = _textsOf(answer["metrics"]).filter((glob) => faultOfGlob(glob) === null);
  const evidence = _textsOf(answer["evidence"]).slice(0, 10).map((text) => oneLine(text));
  return {
    isMatch,
    evidence: evidence.length > 0 ? evidence : [`The program says ${isMatch ? "yes" : "no"}`],
    watch,
  };
}

/**
 * Reads the answer to "metrics".
 *
 * @param answer the document
 * @param sinceMs Unix milliseconds; what is not later is left out
 * @returns the runs, oldest first; a sentence where there are none to read
 */
export function readMetricsAnswer(answer: _Value, sinceMs: number): MetricsAnswer | string {
  const list = answer["entries"];
  if (!Array.isArray(list)) return _wrong("entries", "a list", list);
  const problems: string[] = [];
  const entries = list.slice(-MOST_ENTRIES).flatMap((one: unknown, index) => {
    const entry = _readEntry(one, `entries[${index}]`, problems);
    return entry === null || Date.parse(entry.timestamp) <= sinceMs ? [] : [entry];
  });
  entries.sort((one, other) => Date.parse(one.timestamp) - Date.parse(other.timestamp));
  const told = answer["fingerprint"];
  return {
    entries,
    problems: problems.slice(0, PROBLEMS_SHOWN),
    fingerprint: typeof told === "string" || typeof told === "number" ? String(told) : null,
  };
}

/**
 * Reads the answer to "convergence".
 *
 * @param answer the document
 */
export function readConvergenceAnswer(answer: _Value): ConvergenceAnswer {
  const { should_continue: shouldContinue, confidence, converged = false, reason } = answer;
  const broken = (key: string, expected: string, found: unknown) =>
    ({ kind: "broken", why: _wrong(key, expected, found) }) as const;
  if (typeof shouldContinue !== "boolean") {
    return broken("should_continue", "true or false", shouldContinue);
  }
  const sure = CONFIDENCES.find((one) => one === confidence);
  if (sure === undefined) return broken("confidence", "0, 0.5 or 1", confidence);
  if (typeof converged !== "boolean") return broken("converged", "true or false", converged);
  if (typeof reason !== "string" || oneLine(reason) === "") {
    return broken("reason", "a sentence", reason);
  }
  const prompt = typeof answer["prompt"] === "string"
    ? answer["prompt"].slice(0, LONGEST_PROMPT_CHARACTERS)
    : "";
  const convergence = { shouldContinue, reason: oneLine(reason), confidence: sure, converged };
  return { kind: "ok", convergence, prompt };
}

function _readEntry(value: unknown, label: string, problems: string[]): MetricsEntry | null {
  if (!isObject(value)) {
    problems.push(_wrong(label, "an object", value));
    return null;
  }
  const atMs = timeOfField(value["timestamp"]);
  if (atMs === null) {
    problems.push(_wrong(`${label}.timestamp`, "a time", value["timestamp"]));
    return null;
  }
  const read = (found: unknown, name: string) => {
    const metric = readMetric(found, { name, path: name });
    if (metric.problem !== null) problems.push(`${label}: ${metric.problem}`);
    return metric.value;
  };
  const secondary = isObject(value["secondary"])
    ? Object.entries(value["secondary"]).slice(0, MOST_SECONDARY)
    : [];
  const name = value["identifier"];
  return {
    identifier: typeof name === "string" ? oneLine(name, 120) || label : label,
    timestamp: renderExactInstant(atMs),
    primary: read(value["primary"], "primary"),
    secondary: Object.fromEntries(
      secondary.map(([key, found]) => [key, read(found, oneLine(key, 60))]),
    ),
  };
}

function _textsOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value];
  return list.filter((one) => typeof one === "string");
}

function _wrong(key: string, expected: string, found: unknown): string {
  return `"${key}" should be ${expected}, and is ${showFound(found)}`;
}
