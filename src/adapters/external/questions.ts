/**
 * The three questions to a user's program. Its answers are validated like a file: values that are not
 * numbers are unknown, and an invalid verdict is ignored.
 */
import * as v from "valibot";
import { isObject } from "../../store/records/json_record.ts";
import { renderExactInstant } from "../../text/instant.ts";
import { oneLine } from "../../text/shorten.ts";
import { object, orElse, read, text } from "../form/fields.ts";
import { CONFIDENCE } from "../form/rules_schema.ts";
import { faultOfGlob } from "../metrics/glob.ts";
import { readMetric } from "../metrics/metric_value.ts";
import { timeOfField } from "../metrics/timestamp.ts";
import type { Convergence, Detection, MetricsEntry } from "../protocol.ts";
import { askProgram, type Document, type Program, requestText } from "./ask_program.ts";

const MOST_ENTRIES = 20_000;
const MOST_SECONDARY = 50;
const MOST_EVIDENCE = 10;
const PROBLEMS_SHOWN = 20;
const LONGEST_PROMPT_CHARACTERS = 2_500;

/** A question and its answer. */
export interface Asked<T> {
  /** The text on the program's standard input. */
  readonly sent: string;
  /** The document that came back; null for none. */
  readonly got: Document | null;
  /** The validated answer; null where the document cannot be used. */
  readonly answer: T | null;
  /** Why it cannot be used, in one sentence; null where it can. */
  readonly problem: string | null;
}

interface DetectAnswer extends Detection {
  /** Globs of files; the program is asked again when they change. */
  readonly watch: readonly string[];
}

interface MetricsAnswer {
  /** Oldest first. */
  readonly entries: readonly MetricsEntry[];
  readonly problems: readonly string[];
  /** Chosen by the program: the same text means that nothing changed. */
  readonly fingerprint: string | null;
}

interface ConvergenceAnswer {
  readonly convergence: Convergence;
  readonly prompt: string;
}

/** Asks whether the adapter fits the project. */
export function askDetection(program: Program): Promise<Asked<DetectAnswer>> {
  return ask(program, requestFor(program, "detect", null), readDetection);
}

/** Asks for the runs. @param sinceMs Epoch milliseconds; earlier runs are left out. */
export function askMetrics(program: Program, sinceMs: number): Promise<Asked<MetricsAnswer>> {
  const request = requestFor(program, "metrics", sinceMs);
  return ask(program, request, (answer) => readMetrics(answer, sinceMs));
}

/**
 * Asks for a verdict.
 *
 * @param entries The runs, oldest first.
 */
export function askConvergence(
  program: Program,
  sinceMs: number,
  entries: readonly MetricsEntry[],
): Promise<Asked<ConvergenceAnswer>> {
  return ask(program, requestFor(program, "convergence", sinceMs, entries), readConvergence);
}

/**
 * Makes the document of a question.
 *
 * @param sinceMs Epoch milliseconds; null for "detect".
 * @returns The document, without its version.
 */
export function requestFor(
  { project }: Pick<Program, "project">,
  request: "detect" | "metrics" | "convergence",
  sinceMs: number | null,
  entries?: readonly MetricsEntry[],
): Document {
  const since = sinceMs === null ? null : renderExactInstant(sinceMs);
  return { request, project, since, ...(entries && { entries }) };
}

async function ask<T>(
  program: Program,
  request: Document,
  read: (answer: Document) => T | string,
): Promise<Asked<T>> {
  const got = await askProgram(program, request);
  const sent = requestText(request);
  if (typeof got === "string") {
    return { sent, got: null, answer: null, problem: `the program ${got}` };
  }
  const answer = read(got);
  return typeof answer === "string"
    ? { sent, got, answer: null, problem: answer }
    : { sent, got, answer, problem: null };
}

const TRUTH = v.boolean("true or false");
const ANYTHING = v.exactOptional(v.unknown());
/** Answers may have further keys. */
const OPEN = { isOpen: true };

const DETECTION = object({ is_match: TRUTH, evidence: ANYTHING, metrics: ANYTHING }, OPEN);

function readDetection(document: Document): DetectAnswer | string {
  const problems: string[] = [];
  const answer = read(DETECTION, document, "", problems);
  if (answer === null) return problems[0]!;
  const { is_match: isMatch } = answer;
  const evidence = textsOf(answer.evidence).slice(0, MOST_EVIDENCE).map((line) => oneLine(line));
  return {
    isMatch,
    evidence: evidence.length > 0 ? evidence : [`The program says ${isMatch ? "yes" : "no"}`],
    watch: textsOf(answer.metrics).filter((glob) => faultOfGlob(glob) === null),
  };
}

function textsOf(value: unknown): string[] {
  return [value].flat().filter((entry) => typeof entry === "string");
}

const METRICS = object({ entries: v.array(ANYTHING, "a list"), fingerprint: ANYTHING }, OPEN);

function readMetrics(document: Document, sinceMs: number): MetricsAnswer | string {
  const problems: string[] = [];
  const answer = read(METRICS, document, "", problems);
  if (answer === null) return problems[0]!;
  const { entries, fingerprint } = answer;
  const runs = entries.slice(-MOST_ENTRIES)
    .map((entry, index) => readEntry(entry, `entries[${index}]`, problems))
    .filter((entry) => entry !== null && Date.parse(entry.timestamp) > sinceMs)
    .map((entry) => entry!);
  return {
    entries: runs.sort((run, other) => Date.parse(run.timestamp) - Date.parse(other.timestamp)),
    problems: problems.slice(0, PROBLEMS_SHOWN),
    fingerprint: ["string", "number"].includes(typeof fingerprint) ? String(fingerprint) : null,
  };
}

const ENTRY = object({
  identifier: ANYTHING,
  timestamp: v.custom((value) => timeOfField(value) !== null, "a time"),
  primary: ANYTHING,
  secondary: ANYTHING,
}, OPEN);

function readEntry(value: unknown, label: string, problems: string[]): MetricsEntry | null {
  const entry = read(ENTRY, value, label, problems);
  if (entry === null) return null;
  const metricOf = (found: unknown, name: string) => {
    const metric = readMetric(found, { name, path: name });
    if (metric.problem !== null) problems.push(`${label}: ${metric.problem}`);
    return metric.value;
  };
  const { identifier, secondary } = entry;
  const numbers = isObject(secondary) ? Object.entries(secondary).slice(0, MOST_SECONDARY) : [];
  return {
    identifier: typeof identifier === "string" ? oneLine(identifier, 120) || label : label,
    timestamp: renderExactInstant(timeOfField(entry.timestamp)!),
    primary: metricOf(entry.primary, "primary"),
    secondary: Object.fromEntries(
      numbers.map(([key, found]) => [key, metricOf(found, oneLine(key, 60))]),
    ),
  };
}

const CONVERGENCE = object({
  should_continue: TRUTH,
  confidence: CONFIDENCE,
  converged: orElse(TRUTH, false),
  reason: text((reason) => oneLine(reason) === "" ? "a sentence" : null, "a sentence"),
  prompt: ANYTHING,
}, OPEN);

function readConvergence(document: Document): ConvergenceAnswer | string {
  const problems: string[] = [];
  const answer = read(CONVERGENCE, document, "", problems);
  if (answer === null) return problems[0]!;
  const { should_continue: shouldContinue, confidence, converged, prompt, reason } = answer;
  return {
    convergence: { shouldContinue, reason: oneLine(reason), confidence, converged },
    prompt: typeof prompt === "string" ? prompt.slice(0, LONGEST_PROMPT_CHARACTERS) : "",
  };
}
