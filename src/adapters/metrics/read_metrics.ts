/** Reads a project's metrics since a given time; unchanged files are not read again. */
import { fitList } from "../../text/shorten.ts";
import { join } from "../../path/path.ts";
import { hash32 } from "../../store/files/file_name.ts";
import { readText } from "../../store/files/text_file.ts";
import { findByGlob } from "./glob.ts";
import { type Listing, listMetricFiles } from "./listing.ts";
import {
  formatOf,
  type ParsedFile,
  type ParsedRun,
  parseMetricsFile,
  unreadable,
} from "./parse_file.ts";
import { readNamePattern, timeOfName } from "./timestamp.ts";
import { type MemoryPlace, recall, remember } from "../memory.ts";
import type { MetricsSpec } from "./spec.ts";
import type { Judgement, MetricsEntry } from "../protocol.ts";
import { renderExactInstant } from "../../text/instant.ts";

/** A summary has a few KB; a table of a year's runs, a few MB. */
const LARGEST_JSON_BYTES = 1024 * 1024;
const LARGEST_TABLE_BYTES = 8 * 1024 * 1024;
/** Files read at most: the newest by name. */
const MOST_FILES = 10_000;
/** Runs used at most: the last. */
const MOST_RUNS = 20_000;
const PROBLEMS_SHOWN = 20;
/** A file changed more recently may change again without another time or size. */
const SETTLED_MS = 2_000;

interface Remembered extends ParsedFile {
  /** Size and time of its last change. */
  readonly fingerprint: string;
}

interface Memory {
  readonly files: Readonly<Record<string, Remembered>>;
  readonly listing: Listing | null;
}

interface MetricsSource {
  /** The folder from which the globs start. */
  readonly root: string;
  readonly spec: MetricsSpec;
  /** Epoch milliseconds; only later runs count. */
  readonly sinceMs: number;
  readonly nowMs: number;
  /** Where parsed files are cached; null for nowhere. */
  readonly memory: MemoryPlace | null;
}

/** Reads the metrics of a project. Never throws. */
export function readMetricFiles(source: MetricsSource): Pick<Judgement, "entries" | "problems"> {
  const { root, spec, sinceMs, nowMs, memory } = source;
  const pattern = spec.timestamp.kind === "file_name"
    ? readNamePattern(spec.timestamp.pattern)
    : null;
  const madeBy = hash32(JSON.stringify([3, root, spec]));
  const remembered = memory === null ? null : recall<Memory>(memory, madeBy);
  const { paths, listing, problems: notListed } = listMetricFiles({
    root,
    globs: spec.files,
    sinceMs,
    settledMs: nowMs - SETTLED_MS,
    // By its name alone, so that an old run costs no disk access.
    isLater: (path) => pattern === null || (fileTime(path, 0, spec, pattern) ?? 0) > sinceMs,
  }, remembered?.listing ?? null);
  const problems = [...notListed];
  if (paths.length > MOST_FILES) {
    problems.push(`Of ${paths.length} metric files the last ${MOST_FILES} by name are read`);
  }
  const next: Record<string, Remembered> = {};
  let isChanged = remembered === null || remembered.listing !== listing;
  const runs: { readonly atMs: number; readonly run: ParsedRun }[] = [];
  for (const path of paths.slice(-MOST_FILES)) {
    const info = statFile(join(root, path));
    if (info === null) continue;
    const fileMs = fileTime(path, info.changedMs, spec, pattern);
    if (fileMs !== null && fileMs <= sinceMs) continue;
    let file = remembered?.files[path];
    if (file?.fingerprint !== info.fingerprint) {
      isChanged = true;
      file = { fingerprint: info.fingerprint, ...readRuns(root, path, spec) };
    }
    if (nowMs - info.changedMs > SETTLED_MS) next[path] = file;
    problems.push(...file.problems);
    for (const run of file.runs) {
      // Neither the run nor the file has a time: it is half written, so use the current time.
      const atMs = run.at_ms ?? fileMs ?? info.changedMs;
      if (atMs > sinceMs) runs.push({ atMs, run });
    }
  }
  const isForgotten = Object.keys(remembered?.files ?? {}).some((path) => !(path in next));
  if (memory !== null && (isChanged || isForgotten)) {
    remember(memory, madeBy, { files: next, listing } satisfies Memory);
  }
  runs.sort((run, other) => run.atMs - other.atMs);
  if (runs.length > MOST_RUNS) {
    problems.push(`Of ${runs.length} runs the last ${MOST_RUNS} are used`);
  }
  return {
    entries: runs.slice(-MOST_RUNS).map(({ atMs, run }) => entryOf(run, atMs, pattern)),
    problems: fitList(problems, PROBLEMS_SHOWN, (problem) => problem),
  };
}

/**
 * Fingerprints metric files without reading them.
 *
 * @returns A digest of paths, sizes and times; null where nothing matches.
 */
export function fingerprintFiles(root: string, globs: readonly string[]): string | null {
  const lines = globs.flatMap((glob) => findByGlob(root, glob).paths).flatMap((path) => {
    const info = statFile(join(root, path));
    return info === null ? [] : [`${path} ${info.fingerprint}`];
  });
  if (lines.length === 0) return null;
  const text = lines.join("\n");
  return `${lines.length}:${hash32(text)}${hash32(`${text}~`)}`;
}

/** The time of a file's runs; null where each run has its own. */
function fileTime(
  path: string,
  changedMs: number,
  { timestamp }: MetricsSpec,
  pattern: RegExp | null,
): number | null {
  switch (timestamp.kind) {
    case "field":
      return null;
    case "mtime":
      return changedMs;
    case "file_name":
      return pattern === null ? null : timeOfName(path, pattern, timestamp.zone);
  }
}

function statFile(path: string): { fingerprint: string; changedMs: number } | null {
  try {
    const { isFile, size, mtime } = Deno.statSync(path);
    if (!isFile) return null;
    const changedMs = mtime?.getTime() ?? 0;
    return { fingerprint: `${size}-${changedMs}`, changedMs };
  } catch {
    // There are no results yet, or the file disappeared after it was listed.
    return null;
  }
}

function readRuns(root: string, path: string, spec: MetricsSpec): ParsedFile {
  const isJson = (spec.format ?? formatOf(path)) === "json";
  const read = readText(join(root, path), isJson ? LARGEST_JSON_BYTES : LARGEST_TABLE_BYTES);
  if (read.kind === "text") return parseMetricsFile(path, read.text, spec);
  return unreadable(
    path,
    `Cannot read ${path}: ${read.kind === "absent" ? "it is gone" : read.why}`,
  );
}

function entryOf(run: ParsedRun, atMs: number, pattern: RegExp | null): MetricsEntry {
  const { identifier, primary, secondary } = run;
  // Name a run after the folder that contains its time, not after the file in it.
  const named = identifier.split("/").find((name) => pattern?.test(name));
  const timestamp = renderExactInstant(atMs);
  return { identifier: named ?? identifier, timestamp, primary, secondary };
}
