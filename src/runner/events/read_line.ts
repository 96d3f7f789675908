/**
 * One line of an agent's output to events, whichever agent printed it: an agent command of the
 * user's own may wrap any of them.
 *
 * @module
 */
import type { AgentEvent, Fields } from "./agent_event.ts";
import { readClaudeLine } from "./claude.ts";
import { readCodexLine } from "./codex.ts";
import { readGeminiLine } from "./gemini.ts";
import { readOpencodeLine } from "./opencode.ts";

/** A longer line is some tool's output; parsing it would cost more than it tells. */
const LONGEST_LINE = 4 * 1024 * 1024;

const READERS = [readClaudeLine, readCodexLine, readGeminiLine, readOpencodeLine];

/**
 * Reads a line.
 *
 * @param line The line, as a terminal gives it: colour codes before the JSON are passed over.
 * @returns Its events; null where it is no structured line at all: then it is text.
 */
export function readAgentLine(line: string): AgentEvent[] | null {
  const start = line.indexOf("{");
  if (start < 0 || line.length > LONGEST_LINE || !isOnlyControl(line.slice(0, start))) return null;
  const fields = parse(line.slice(start).trimEnd());
  if (typeof fields?.["type"] !== "string") return null;
  for (const read of READERS) {
    const events = read(fields);
    if (events.length > 0) return events;
  }
  return [];
}

/** Escape sequences of a terminal and space. */
function isOnlyControl(text: string): boolean {
  // deno-lint-ignore no-control-regex
  return text.replaceAll(/\u001b(?:\[[0-9;?]*[A-Za-z]|\][^\u0007]*\u0007)/g, "").trim() === "";
}

function parse(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? value as Fields
      : null;
  } catch {
    return null;
  }
}
