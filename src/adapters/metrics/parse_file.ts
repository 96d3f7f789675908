/**
 * One metrics file, from its text to its runs. Pure.
 *
 * @module
 */
import { readTable } from "./csv.ts";
import { parseLenientJson, valueAt } from "./json_value.ts";
import { readMetric } from "./metric_value.ts";
import { timeOfField } from "./timestamp.ts";
import type { MetricsSpec } from "./spec.ts";
import { oneLine } from "../../text/shorten.ts";

/** A run as its file has it. */
export interface ParsedRun {
  readonly identifier: string;
  /** Unix milliseconds of its own field; null where the file's name or age says it. */
  readonly at_ms: number | null;
  readonly primary: number | null;
  readonly secondary: Readonly<Record<string, number | null>>;
}

/** A file's runs. */
export interface ParsedFile {
  readonly runs: readonly ParsedRun[];
  readonly problems: readonly string[];
}

/** One row: how to look a value up, what to call it. */
interface Row {
  readonly label: string;
  readonly lookUp: (path: string) => unknown;
}

/**
 * Reads a file.
 *
 * A file that holds nothing readable is one run of which nothing is known: it may be half written.
 *
 * @param path From the project's root, for messages.
 * @param text The file's text.
 * @param spec What to look for.
 * @returns Its runs, in the file's order.
 */
export function parseMetricsFile(path: string, text: string, spec: MetricsSpec): ParsedFile {
  const problems: string[] = [];
  const rows = rowsOf(path, text, spec, problems);
  if (rows === null) return { runs: [nothingKnown(path)], problems };
  const runs = rows.flatMap((row) => {
    const run = readRun(row, spec, problems);
    return run === null ? [] : [run];
  });
  return { runs, problems };
}

/** A run whose results cannot be read. */
function nothingKnown(path: string): ParsedRun {
  return { identifier: path, at_ms: null, primary: null, secondary: {} };
}

function rowsOf(
  path: string,
  text: string,
  spec: MetricsSpec,
  problems: string[],
): Row[] | null {
  switch (spec.format ?? formatOf(path)) {
    case "csv":
      return rowsOfTable(path, text, spec, problems);
    case "jsonl":
      return rowsOfLines(path, text, problems);
    case "json":
      return rowsOfJson(path, text, spec, problems);
  }
}

/**
 * The format that a file's ending says.
 *
 * @param path The file.
 */
export function formatOf(path: string): "json" | "jsonl" | "csv" {
  if (/\.(?:csv|tsv)$/i.test(path)) return "csv";
  return /\.(?:jsonl|ndjson)$/i.test(path) ? "jsonl" : "json";
}

function rowsOfJson(
  path: string,
  text: string,
  spec: MetricsSpec,
  problems: string[],
): Row[] | null {
  const json = parseLenientJson(text);
  if (json.kind === "broken") {
    problems.push(`${path} is not JSON (${oneLine(json.why, 80)}); it may be half written`);
    return null;
  }
  if (spec.rows === null) return [rowOf(path, json.value)];
  const list = valueAt(json.value, spec.rows);
  if (!Array.isArray(list)) {
    problems.push(`${path} has no list at ${spec.rows}`);
    return null;
  }
  return list.map((value, index) => rowOf(`${path}[${index}]`, value));
}

function rowOf(label: string, value: unknown): Row {
  return { label, lookUp: (at) => valueAt(value, at) };
}

function rowsOfLines(path: string, text: string, problems: string[]): Row[] {
  const lines = text.split("\n");
  return lines.flatMap((line, index) => {
    if (line.trim() === "") return [];
    const json = parseLenientJson(line);
    if (json.kind === "ok") return [rowOf(`${path}:${index + 1}`, json.value)];
    // A last line without its end is being written.
    if (index < lines.length - 1) {
      problems.push(`${path}:${index + 1} is not JSON (${oneLine(json.why, 80)})`);
    }
    return [];
  });
}

function rowsOfTable(
  path: string,
  text: string,
  spec: MetricsSpec,
  problems: string[],
): Row[] | null {
  const { columns, rows, isLastRowWhole } = readTable(text);
  const { primary, secondary, identifier, timestamp } = spec;
  const wanted = [primary.path, ...(timestamp.kind === "field" ? [timestamp.field] : [])];
  const missing = wanted.find((name) => !columns.includes(name));
  if (missing !== undefined) {
    const there = oneLine(columns.join(", "), 120);
    problems.push(`${path} has no column "${missing}"; its columns: ${there || "none"}`);
    return null;
  }
  const last = columns.at(-1) ?? "";
  const isLastUsed = [...wanted, ...secondary.map((one) => one.path), identifier].includes(last);
  return rows.flatMap((cells, index) => {
    const label = `${path}:${index + 2}`;
    const hasNoEnd = index === rows.length - 1 && !isLastRowWhole;
    // Of `0.53` perhaps only `0.` stands there until now.
    if (hasNoEnd && isLastUsed && cells.length === columns.length) {
      problems.push(`${path}: the last line has no end, so it is left out: it may be half written`);
      return [];
    }
    if (cells.length < columns.length) {
      if (!hasNoEnd) problems.push(`${label} has ${cells.length} of ${columns.length} columns`);
      return [];
    }
    const lookUp = (name: string) => {
      const column = columns.indexOf(name);
      return column < 0 ? undefined : cells[column];
    };
    return [{ label, lookUp }];
  });
}

function readRun(
  { label, lookUp }: Row,
  spec: MetricsSpec,
  problems: string[],
): ParsedRun | null {
  const name = spec.identifier === null ? undefined : lookUp(spec.identifier);
  const identifier = typeof name === "string" || typeof name === "number"
    ? oneLine(String(name), 120) || label
    : label;
  let atMs: number | null = null;
  if (spec.timestamp.kind === "field") {
    const found = lookUp(spec.timestamp.field);
    atMs = timeOfField(found);
    if (atMs === null) {
      const shown = found === undefined ? "missing" : `"${oneLine(String(found), 40)}"`;
      problems.push(`${label} is left out: its ${spec.timestamp.field} is not a time (${shown})`);
      return null;
    }
  }
  const read = (metric: MetricsSpec["primary"]) => {
    const { value, problem } = readMetric(lookUp(metric.path), metric);
    if (problem !== null) problems.push(`${label}: ${problem}`);
    return value;
  };
  const primary = read(spec.primary);
  if (primary === null && lookUp(spec.primary.path) === undefined) {
    problems.push(`${label} has no ${spec.primary.path}`);
  }
  const secondary = Object.fromEntries(
    spec.secondary.map((metric) => [metric.name, read(metric)]),
  );
  return { identifier, at_ms: atMs, primary, secondary };
}
