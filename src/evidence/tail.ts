/**
 * Reading a transcript from its end, for what is asked once and not at every event.
 *
 * @module
 */
import { asFields, asText, type Fields } from "./_fields.ts";
import { readLines } from "./_lines.ts";
import { parseLine, planFileOf } from "./_scan.ts";
import { contentOf } from "./_tool_calls.ts";

/** How far `findPlanFiles` goes back at most. */
const SEARCH_BYTES = 64 * 1024 * 1024;
/** What is read at a time when going back. */
const STEP_BYTES = 4 * 1024 * 1024;

/** One record of a transcript, as the client wrote it. */
export type TranscriptRecord = Fields;

/** Plan files that a session names. */
export interface PlanFiles {
  /** The plan file that plan mode named last. */
  readonly planMode: string | null;
  /** The file under `/.claude/plans/` that the agent last wrote, edited or read. */
  readonly touched: string | null;
}

/**
 * The last records of a transcript, oldest first; broken lines are left out.
 *
 * @param path The transcript.
 * @param maxBytes How much of its end is read.
 * @returns The records; none where the file cannot be read.
 */
export function tailOf(path: string, maxBytes: number): TranscriptRecord[] {
  const records: TranscriptRecord[] = [];
  withFile(path, (file, size) => {
    const from = Math.max(0, size - maxBytes);
    readLines(file, from, size, (line) => {
      const entry = parseLine(line);
      if (entry) records.push(entry);
    }, from > 0);
  });
  return records;
}

/**
 * Finds the plan files that a session named last, for the focus cascade (design §7): from the end
 * backwards, at most 64 MiB, and no further than needed.
 *
 * @param path The transcript.
 */
export function findPlanFiles(path: string): PlanFiles {
  let found: PlanFiles = { planMode: null, touched: null };
  withFile(path, (file, size) => {
    const limit = Math.max(0, size - SEARCH_BYTES);
    let to = size;
    while (to > limit && (found.planMode === null || found.touched === null)) {
      // Steps overlap by nothing: a line cut by a step's start is read whole from that start on.
      const from = lineStartBefore(file, Math.max(limit, to - STEP_BYTES), to);
      found = merge(found, findIn(file, from, to));
      if (from >= to) break;
      to = from;
    }
  });
  return found;
}

function findIn(file: Deno.FsFile, from: number, to: number): PlanFiles {
  let planMode: string | null = null;
  let touched: string | null = null;
  readLines(file, from, to, (line) => {
    // Most lines are told apart without parsing.
    if (!line.includes("plan")) return;
    const entry = parseLine(line);
    if (!entry || entry["isSidechain"] === true) return;
    planMode = asText(asFields(entry["attachment"])?.["planFilePath"]) ?? planMode;
    if (entry["type"] !== "assistant") return;
    for (const block of contentOf(entry)) touched = planFileOf(block) ?? touched;
  });
  return { planMode, touched };
}

/** What the later part of the file says wins. */
function merge(later: PlanFiles, earlier: PlanFiles): PlanFiles {
  return {
    planMode: later.planMode ?? earlier.planMode,
    touched: later.touched ?? earlier.touched,
  };
}

/** The first line start in (from, to), or `from` where it is the file's start or no line ends there. */
function lineStartBefore(file: Deno.FsFile, from: number, to: number): number {
  if (from === 0) return 0;
  const block = new Uint8Array(64 * 1024);
  for (let at = from; at < to;) {
    file.seekSync(at, Deno.SeekMode.Start);
    const count = file.readSync(block.subarray(0, Math.min(block.length, to - at)));
    if (!count) break;
    const feed = block.subarray(0, count).indexOf(0x0a);
    if (feed >= 0 && at + feed + 1 < to) return at + feed + 1;
    at += count;
  }
  return from;
}

function withFile(path: string, read: (file: Deno.FsFile, size: number) => void): void {
  try {
    const info = Deno.statSync(path);
    if (!info.isFile) return;
    using file = Deno.openSync(path);
    read(file, info.size);
  } catch {
    // What cannot be read says nothing.
  }
}
