/**
 * Reads Alpha Forge's runs: `outputs/runs/run_YYYYMMDD_HHMMSS/summary.json`. The folder's name says when
 * a run began, so runs before the loop are listed but not read.
 */
import { join } from "@std/path";
import { namesIn } from "../../store/files/presence.ts";
import { readText } from "../../store/files/text_file.ts";
import { isObject } from "../../store/records/json_record.ts";
import { renderExactInstant } from "../../text/instant.ts";
import { fitList, oneLine } from "../../text/shorten.ts";
import { type MetricSpec, parseLenientJson, readMetric, timeOfRun } from "../metrics/values.ts";
import type { Judgement, MetricsEntry } from "../protocol.ts";
import { RUNS_FOLDER } from "./detect.ts";

/** Maximum size; a summary has a few KB. */
const LARGEST_SUMMARY_BYTES = 1024 * 1024;
/** Maximum number of runs that are read: ten times as many as end a loop. */
const MOST_RUNS = 1_000;
const PROBLEMS_SHOWN = 20;

const SHARPE: MetricSpec = { name: "sharpe" };
const OTHERS: readonly MetricSpec[] = [
  { name: "cagr", range: [-1, Infinity] },
  { name: "maxdd", range: [-1, 0] },
  { name: "wfe", range: [0, 1] },
  { name: "sortino" },
  { name: "calmar" },
];

/**
 * Reads the runs of an Alpha Forge. Never throws.
 *
 * @param root The folder with the runs' folder.
 * @param sinceMs Epoch milliseconds; only later runs count.
 */
export function readRuns(
  root: string,
  sinceMs: number,
): Pick<Judgement, "entries" | "problems"> {
  const runs = namesIn(join(root, RUNS_FOLDER))
    .map((name) => ({ name, atMs: timeOfRun(name) ?? 0 }))
    .filter(({ atMs }) => atMs > sinceMs && atMs > 0)
    .sort((run, other) => run.atMs - other.atMs);
  const problems = runs.length > MOST_RUNS
    ? [`Of ${runs.length} runs the last ${MOST_RUNS} are used`]
    : [];
  const entries = runs.slice(-MOST_RUNS).flatMap(({ name, atMs }) => {
    const values = readSummary(root, `${RUNS_FOLDER}/${name}/summary.json`, problems);
    return values === null
      ? []
      : [{ identifier: name, timestamp: renderExactInstant(atMs), ...values }];
  });
  return { entries, problems: fitList(problems, PROBLEMS_SHOWN, (problem) => problem) };
}

/** Reads a run; null if its summary is not written yet, without values if it is half written. */
function readSummary(
  root: string,
  path: string,
  problems: string[],
): Pick<MetricsEntry, "primary" | "secondary"> | null {
  const read = readText(join(root, path), LARGEST_SUMMARY_BYTES);
  if (read.kind === "absent") return null;
  const json = read.kind === "text" ? parseLenientJson(read.text) : null;
  const document = json?.kind === "ok" && isObject(json.value) ? json.value : {};
  if (read.kind !== "text") problems.push(`Cannot read ${path}: ${read.why}`);
  else if (json?.kind === "broken") {
    problems.push(`${path} is not JSON (${oneLine(json.why, 80)}); it may be half written`);
  } else if (!(SHARPE.name in document)) problems.push(`${path} has no ${SHARPE.name}`);
  const valueOf = (metric: MetricSpec) => {
    const { value, problem } = readMetric(document[metric.name], metric);
    if (problem !== null) problems.push(`${path}: ${problem}`);
    return value;
  };
  const primary = valueOf(SHARPE);
  return {
    primary,
    secondary: Object.fromEntries(OTHERS.map((metric) => [metric.name, valueOf(metric)])),
  };
}
