/** One metrics file, from its text to its runs. Pure. */
import { readTable } from "./csv.ts";
import { parseLenientJson, valueAt } from "./json_value.ts";
import { readMetric } from "./metric_value.ts";
import { timeOfField } from "./timestamp.ts";
import type { MetricSpec, MetricsSpec } from "./spec.ts";
import { oneLine } from "../../text/shorten.ts";

/** A run in a metrics file. */
export interface ParsedRun {
  readonly identifier: string;
  /** Epoch milliseconds from its own field; null where the file's name or age gives the time. */
  readonly at_ms: number | null;
  readonly primary: number | null;
  readonly secondary: Readonly<Record<string, number | null>>;
}

/** The runs of a file. */
export interface ParsedFile {
  readonly runs: readonly ParsedRun[];
  readonly problems: readonly string[];
}

/** A row: its label, and how to look up a value. */
interface Row {
  readonly label: string;
  readonly lookUp: (path: string) => unknown;
}

/**
 * Parses a metrics file.
 *
 * @returns Its runs, in the file's order; a single run without values where the file is not valid,
 * as it may be half written.
 */
export function parseMetricsFile(path: string, text: string, spec: MetricsSpec): ParsedFile {
  const problems: string[] = [];
  const rows = READERS[spec.format ?? formatOf(path)](path, text, spec, problems);
  if (typeof rows === "string") return unreadable(path, rows);
  const runs = rows.map((row) => readRun(row, spec, problems)).filter((run) => run !== null);
  return { runs, problems };
}

/** Makes the result for a file that cannot be read: a run without values. @param why A sentence. */
export function unreadable(path: string, why: string): ParsedFile {
  const run = { identifier: path, at_ms: null, primary: null, secondary: {} };
  return { runs: [run], problems: [why] };
}

/** Determines a file's format by its extension. */
export function formatOf(path: string): "json" | "jsonl" | "csv" {
  if (/\.(?:csv|tsv)$/i.test(path)) return "csv";
  return /\.(?:jsonl|ndjson)$/i.test(path) ? "jsonl" : "json";
}

/** Reads a file's rows, and adds a problem for each skipped row; a string says why no row can be read. */
type Reader = (
  path: string,
  text: string,
  spec: MetricsSpec,
  problems: string[],
) => readonly Row[] | string;

const READERS: Readonly<Record<"json" | "jsonl" | "csv", Reader>> = {
  json: (path, text, { rows }) => {
    const json = parseLenientJson(text);
    if (json.kind === "broken") {
      return `${path} is not JSON (${oneLine(json.why, 80)}); it may be half written`;
    }
    if (rows === null) return [rowOf(path, json.value)];
    const list = valueAt(json.value, rows);
    if (!Array.isArray(list)) return `${path} has no list at ${rows}`;
    return list.map((value, index) => rowOf(`${path}[${index}]`, value));
  },

  jsonl: (path, text, _spec, problems) => {
    const lines = text.split("\n");
    return lines.flatMap((line, index) => {
      if (line.trim() === "") return [];
      const label = `${path}:${index + 1}`;
      const json = parseLenientJson(line);
      if (json.kind === "ok") return [rowOf(label, json.value)];
      // A last line without a line break may be half written.
      const isCut = index === lines.length - 1;
      if (!isCut) problems.push(`${label} is not JSON (${oneLine(json.why, 80)})`);
      return [];
    });
  },

  csv: (path, text, { primary, secondary, identifier, timestamp }, problems) => {
    const { columns, rows, isLastRowWhole } = readTable(text);
    const needed = [primary.path, ...(timestamp.kind === "field" ? [timestamp.field] : [])];
    const missing = needed.find((name) => !columns.includes(name));
    if (missing !== undefined) {
      const there = oneLine(columns.join(", "), 120);
      return `${path} has no column "${missing}"; its columns: ${there || "none"}`;
    }
    const used = [...needed, ...secondary.map((metric) => metric.path), identifier];
    const isLastUsed = used.includes(columns.at(-1) ?? "");
    return rows.flatMap((cells, index) => {
      const label = `${path}:${index + 2}`;
      const isCut = index === rows.length - 1 && !isLastRowWhole;
      if (cells.length < columns.length) {
        if (!isCut) problems.push(`${label} has ${cells.length} of ${columns.length} columns`);
        return [];
      }
      // Of `0.53`, perhaps only `0.` is written so far.
      if (isCut && isLastUsed && cells.length === columns.length) {
        problems.push(
          `${path}: the last line has no line break, so it is skipped: it may be half written`,
        );
        return [];
      }
      return [{ label, lookUp: (name) => cells[columns.indexOf(name)] }];
    });
  },
};

function rowOf(label: string, value: unknown): Row {
  return { label, lookUp: (path) => valueAt(value, path) };
}

function readRun({ label, lookUp }: Row, spec: MetricsSpec, problems: string[]): ParsedRun | null {
  const { timestamp } = spec;
  let atMs: number | null = null;
  if (timestamp.kind === "field") {
    const found = lookUp(timestamp.field);
    atMs = timeOfField(found);
    if (atMs === null) {
      const text = found === undefined ? "missing" : `"${oneLine(String(found), 40)}"`;
      problems.push(`${label} is skipped: its ${timestamp.field} is not a time (${text})`);
      return null;
    }
  }
  const read = (metric: MetricSpec) => {
    const { value, problem } = readMetric(lookUp(metric.path), metric);
    if (problem !== null) problems.push(`${label}: ${problem}`);
    return value;
  };
  const primary = read(spec.primary);
  if (lookUp(spec.primary.path) === undefined) {
    problems.push(`${label} has no ${spec.primary.path}`);
  }
  const name = spec.identifier === null ? undefined : lookUp(spec.identifier);
  const isName = typeof name === "string" || typeof name === "number";
  return {
    identifier: isName ? oneLine(String(name), 120) || label : label,
    at_ms: atMs,
    primary,
    secondary: Object.fromEntries(spec.secondary.map((metric) => [metric.name, read(metric)])),
  };
}
