/**
 * One pass over a transcript's lines, which adds up their content without keeping the texts.
 *
 * @module
 */
import { parseObject } from "../../store/files/jsonl.ts";
import { asText, type Fields } from "./fields.ts";
import { classifyUserEntry, PromptQueue } from "./prompts.ts";
import { addTokens, UsageMeter } from "./_usage_meter.ts";
import type { TranscriptReading } from "./reading.ts";
import { contentOf, timeOf, ToolCalls } from "./tool_calls.ts";

/** The beginning of large bookkeeping lines, whose content is also in other lines. */
export const BULKY = '{"type":"api-request';
/** What the client 2.1.328 writes where its cap overrides the hooks. */
const CAP_WARNING = "overriding and ending turn";

/** The parts of a reading that come from lines. */
type Scanned = Omit<TranscriptReading, "isReadable" | "cursor" | "skippedBytes" | "restarted">;
/** The parts in which a later line replaces an earlier line. */
type Latest = Pick<
  Scanned,
  | "clientVersion"
  | "lastAssistant"
  | "lastMessageAt"
  | "lastAgentAt"
  | "permissionMode"
  | "lastToolCallAt"
  | "interruptedAt"
  | "turnEnd"
>;

/** Adds up the lines of a file. */
export class Scan {
  readonly #calls = new ToolCalls();
  readonly #usage = new UsageMeter();
  readonly #queue = new PromptQueue();
  readonly #subagents: Scan[] = [];
  readonly #points: number[] = [];
  readonly #humanPrompts: number[] = [];
  #ignoresTokens = false;
  #brokenLines = 0;
  readonly #latest: { -readonly [Part in keyof Latest]: Latest[Part] } = {
    clientVersion: null,
    lastAssistant: null,
    lastMessageAt: null,
    lastAgentAt: null,
    permissionMode: null,
    lastToolCallAt: null,
    interruptedAt: null,
    turnEnd: null,
  };

  /**
   * @param sinceSeconds Older lines count for no tokens and are not prompts.
   * @param isSubagent Whether the file is a subagent's, not the main conversation's.
   */
  constructor(readonly sinceSeconds: number, readonly isSubagent = false) {}

  /** Ignores tokens: the lines may have been counted already. */
  ignoreTokens(): void {
    this.#ignoresTokens = true;
  }

  /** Counts lines that could not be read. */
  addBroken(lines: number): void {
    this.#brokenLines += lines;
  }

  /** Adds a subagent's file. */
  addSubagent(scan: Scan): void {
    this.#subagents.push(scan);
  }

  /** Adds a line of an earlier reading: only for calls and answers that straddle the offset. */
  addLineBefore(line: string): void {
    const entry = parseObject(line);
    const at = entry ? timeOf(entry) : null;
    if (!entry || at === null) return;
    if (entry["type"] === "user") this.#calls.close(entry, at, true);
    if (entry["type"] !== "assistant") return;
    this.#usage.noteCounted(entry);
    this.#calls.open(entry, at);
  }

  /** Adds a new line. */
  addLine(line: string): void {
    if (line.startsWith(BULKY) || line.trim() === "") return;
    const entry = parseObject(line);
    if (entry === null) {
      this.#brokenLines += 1;
      return;
    }
    this.addEntry(entry);
  }

  /** Adds the object of a new line. */
  addEntry(entry: Fields): void {
    const latest = this.#latest;
    latest.clientVersion = asText(entry["version"]) ?? latest.clientVersion;
    if (entry["type"] === "queue-operation") this.#queue.note(entry);
    const isMain = !this.isSubagent && entry["isSidechain"] !== true;
    if (isMain) latest.permissionMode = asText(entry["permissionMode"]) ?? latest.permissionMode;
    const at = timeOf(entry);
    if (at === null) return;
    this.#points.push(at);
    if (entry["type"] === "assistant") this.#addAssistant(entry, at, isMain);
    else if (entry["type"] === "user") this.#addUser(entry, at, isMain);
    else if (!isMain) return;
    else if (entry["type"] === "system") this.#addSystem(entry, at);
  }

  /** The sum of the lines, including the subagents' points, calls and tokens. */
  result(): Scanned {
    const parts = this.#subagents.map((scan) => scan.result());
    const ownUsage = this.#ignoresTokens ? { tokens: null, costUsd: null } : this.#usage;
    return {
      ...this.#latest,
      points: [this.#points, ...parts.map((part) => part.points)].flat(),
      toolCalls: [this.#calls.all, ...parts.map((part) => part.toolCalls)].flat(),
      tokens: parts.map((part) => part.tokens).reduce(addTokens, ownUsage.tokens),
      costUsd: parts.map((part) => part.costUsd).reduce(addAmounts, ownUsage.costUsd),
      humanPrompts: this.#humanPrompts,
      isStopQueued: this.#queue.holdsStop,
      brokenLines: parts.reduce((sum, part) => sum + part.brokenLines, this.#brokenLines),
    };
  }

  #addAssistant(entry: Fields, at: number, isMain: boolean): void {
    if (at >= this.sinceSeconds) this.#usage.count(entry);
    this.#calls.open(entry, at);
    if (!isMain) return;
    this.#latest.lastMessageAt = newer(this.#latest.lastMessageAt, at);
    this.#latest.lastAgentAt = newer(this.#latest.lastAgentAt, at);
    this.#latest.turnEnd = null;
    if (entry["isApiErrorMessage"] === true) return;
    for (const block of contentOf(entry)) {
      if (block["type"] === "text") {
        const text = asText(block["text"]);
        if (text !== null) this.#latest.lastAssistant = { text, at };
      } else if (block["type"] === "tool_use") {
        this.#latest.lastToolCallAt = newer(this.#latest.lastToolCallAt, at);
      }
    }
  }

  #addUser(entry: Fields, at: number, isMain: boolean): void {
    this.#calls.close(entry, at);
    if (!isMain) return;
    this.#latest.lastMessageAt = newer(this.#latest.lastMessageAt, at);
    if (at < this.sinceSeconds) return;
    const kind = classifyUserEntry(entry);
    if (kind === "prompt") this.#humanPrompts.push(at);
    else if (kind === "interruption") {
      this.#latest.interruptedAt = newer(this.#latest.interruptedAt, at);
    }
  }

  /** The client writes what overruled a hook first, and then the end of the turn. */
  #addSystem(entry: Fields, at: number): void {
    if (entry["subtype"] === "stop_hook_summary" && entry["preventedContinuation"] === true) {
      this.#latest.turnEnd = { at, by: "another-hook" };
    } else if (entry["subtype"] === "informational") {
      if (asText(entry["content"])?.includes(CAP_WARNING)) this.#latest.turnEnd = { at, by: "cap" };
    } else if (entry["subtype"] === "turn_duration") {
      this.#latest.turnEnd ??= { at, by: "client" };
    }
  }
}

function newer(latest: number | null, at: number): number {
  return latest === null ? at : Math.max(latest, at);
}

function addAmounts(one: number | null, other: number | null): number | null {
  return one === null || other === null ? one ?? other : one + other;
}
