/**
 * Asks a user's program the three questions. Its answers are validated as files are: values that are not
 * numbers are unknown, and an invalid verdict is ignored.
 */
import { isObject } from "../../store/records/json_record.ts";
import {
  anything,
  checked,
  choice,
  list,
  object,
  readShape,
  type Shape,
  type ShapeOf,
  text,
  truth,
} from "../../store/records/shape.ts";
import { renderExactInstant } from "../../text/instant.ts";
import { oneLine } from "../../text/shorten.ts";
import { isGlob } from "../metrics/glob.ts";
import { readMetric, timeOfField } from "../metrics/values.ts";
import type { MetricsEntry } from "../protocol.ts";
import { type AdapterDocument, askProgram, type StartedProgram } from "./ask_program.ts";

const MOST_ENTRIES = 20_000;
const MOST_SECONDARY = 50;
const MOST_EVIDENCE = 10;
const PROBLEMS_SHOWN = 20;
const LONGEST_PROMPT_CHARACTERS = 2_500;

/** The answer to a question. */
interface Asked<T> {
  /** The validated answer; null if there is none that can be used. */
  readonly answer: T | null;
  /** Why there is none, in one sentence; null if there is. */
  readonly problem: string | null;
}

/** Asks whether the adapter matches the project. */
export function askDetection(program: StartedProgram) {
  const { project } = program;
  return ask(program, { request: "detect", project, since: null }, DETECTION, readDetection);
}

/** Asks for the runs. @param sinceMs Epoch milliseconds; earlier runs are left out. */
export function askMetrics(program: StartedProgram, sinceMs: number) {
  const { project } = program;
  const request = { request: "metrics", project, since: renderExactInstant(sinceMs) };
  return ask(program, request, METRICS, (answer) => readMetrics(answer, sinceMs));
}

/**
 * Asks for a verdict.
 *
 * @param entries The runs, oldest first.
 */
export function askConvergence(
  program: StartedProgram,
  sinceMs: number,
  entries: readonly MetricsEntry[],
) {
  const { project } = program;
  const since = renderExactInstant(sinceMs);
  const request = { request: "convergence", project, since, entries };
  return ask(program, request, CONVERGENCE, readConvergence);
}

async function ask<T, D>(
  program: StartedProgram,
  request: AdapterDocument,
  shape: Shape<D>,
  read: (answer: D) => T,
): Promise<Asked<T>> {
  const answer = await askProgram(program, request);
  if (typeof answer === "string") return { answer: null, problem: `the program ${answer}` };
  const document = readShape(shape, answer);
  return document.kind === "broken"
    ? { answer: null, problem: document.why }
    : { answer: read(document.value), problem: null };
}

const DETECTION = object({ isMatch: truth }, { evidence: anything, metrics: anything });

function readDetection({ isMatch, evidence, metrics }: ShapeOf<typeof DETECTION>) {
  const lines = textsOf(evidence).slice(0, MOST_EVIDENCE).map((line) => oneLine(line));
  return {
    isMatch,
    evidence: lines.length > 0 ? lines : [`The program says ${isMatch ? "yes" : "no"}`],
    // Globs of files; the program is asked again when they change.
    watch: textsOf(metrics).filter(isGlob),
  };
}

function textsOf(value: unknown): string[] {
  return [value].flat().filter((entry) => typeof entry === "string");
}

const METRICS = object({ entries: list(anything) }, { fingerprint: anything });

function readMetrics({ entries, fingerprint }: ShapeOf<typeof METRICS>, sinceMs: number) {
  const problems: string[] = [];
  const runs = entries.slice(-MOST_ENTRIES)
    .map((entry, index) => readEntry(entry, `entries[${index}]`, problems))
    .filter((entry) => entry !== null && Date.parse(entry.timestamp) > sinceMs)
    .map((entry) => entry!);
  return {
    entries: runs.sort((run, other) => Date.parse(run.timestamp) - Date.parse(other.timestamp)),
    problems: problems.slice(0, PROBLEMS_SHOWN),
    // The program chooses it; the same text means that nothing changed.
    fingerprint: ["string", "number"].includes(typeof fingerprint) ? String(fingerprint) : null,
  };
}

const ENTRY = object(
  { timestamp: checked(anything, (value) => timeOfField(value) !== null, "a time") },
  { identifier: anything, primary: anything, secondary: anything },
);

function readEntry(value: unknown, label: string, problems: string[]): MetricsEntry | null {
  const entry = readShape(ENTRY, value);
  if (entry.kind === "broken") {
    problems.push(`${label}: ${entry.why}`);
    return null;
  }
  const metricOf = (found: unknown, name: string) => {
    const metric = readMetric(found, { name });
    if (metric.problem !== null) problems.push(`${label}: ${metric.problem}`);
    return metric.value;
  };
  const { identifier, timestamp, primary, secondary } = entry.value;
  const numbers = isObject(secondary) ? Object.entries(secondary).slice(0, MOST_SECONDARY) : [];
  return {
    identifier: typeof identifier === "string" ? oneLine(identifier, 120) || label : label,
    timestamp: renderExactInstant(timeOfField(timestamp)!),
    primary: metricOf(primary, "primary"),
    secondary: Object.fromEntries(
      numbers.map(([key, found]) => [key, metricOf(found, oneLine(key, 60))]),
    ),
  };
}

const CONVERGENCE = object({
  shouldContinue: truth,
  confidence: choice(0, 0.5, 1),
  reason: checked(text, (reason) => oneLine(reason) !== "", "a sentence"),
}, { converged: truth, prompt: anything });

function readConvergence(answer: ShapeOf<typeof CONVERGENCE>) {
  const { shouldContinue, confidence, converged = false, prompt, reason } = answer;
  return {
    convergence: { shouldContinue, reason: oneLine(reason), confidence, converged },
    addition: typeof prompt === "string" && prompt !== ""
      ? { text: prompt.slice(0, LONGEST_PROMPT_CHARACTERS) }
      : null,
  };
}
