/**
 * One pass over a transcript's lines: what they say is added up, their texts are not kept.
 *
 * @module
 */
import { parseObject } from "../../store/files/jsonl.ts";
import { asAmount, asText, type Fields } from "./_fields.ts";
import { classifyUserEntry, PromptQueue } from "./_prompts.ts";
import { type TokenUsage, UsageMeter } from "./_usage_meter.ts";
import type { TranscriptReading, TurnEnd } from "./reading.ts";
import { contentOf, timeOf, ToolCalls } from "./tool_calls.ts";

/** Bookkeeping lines that are large and say nothing that other lines don't. */
const BULKY = '{"type":"api-request';
/** What the client 2.1.328 writes where its cap overrides the hooks. */
const CAP_WARNING = "overriding and ending turn";

/** The parts of a reading that lines give. */
type Scanned = Omit<TranscriptReading, "isReadable" | "cursor" | "skippedBytes" | "restarted">;

/** Adds up what the lines of one file say. */
export class Scan {
  readonly #calls = new ToolCalls();
  readonly #usage = new UsageMeter();
  readonly #subagents: Scan[] = [];
  readonly #points: number[] = [];
  readonly #humanPrompts: number[] = [];
  #ignoresTokens = false;
  #brokenLines = 0;
  #sessionCostUsd: number | null = null;
  #clientVersion: string | null = null;
  #lastAssistant: Scanned["lastAssistant"] = null;
  #lastMessageAt: number | null = null;
  #lastAgentAt: number | null = null;
  #permissionMode: string | null = null;
  #lastToolCallAt: number | null = null;
  #interruptedAt: number | null = null;
  #turnEnd: TurnEnd | null = null;
  readonly #queue = new PromptQueue();

  /**
   * @param sinceSeconds Older lines count for no tokens and are no prompts.
   * @param isSubagent Whether the file is a subagent's: none of its lines is the conversation's.
   */
  constructor(readonly sinceSeconds: number, readonly isSubagent = false) {}

  /** Leaves tokens out: the lines may have been counted already. */
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

  /** Adds a line that an earlier reading has read: only what straddles the offset is taken. */
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
    this.#clientVersion = asText(entry["version"]) ?? this.#clientVersion;
    if (entry["type"] === "cost-state") {
      this.#sessionCostUsd = asAmount(entry["totalCostUSD"]) ?? this.#sessionCostUsd;
    }
    if (entry["type"] === "queue-operation") this.#queue.note(entry);
    const isMain = !this.isSubagent && entry["isSidechain"] !== true;
    if (isMain) this.#permissionMode = asText(entry["permissionMode"]) ?? this.#permissionMode;
    const at = timeOf(entry);
    if (at === null) return;
    this.#points.push(at);
    if (entry["type"] === "assistant") this.#addAssistant(entry, at, isMain);
    else if (entry["type"] === "user") this.#addUser(entry, at, isMain);
    else if (!isMain) return;
    else if (entry["type"] === "system") this.#addSystem(entry, at);
  }

  /** What the lines said, the subagents' points, calls and tokens included. */
  result(): Scanned {
    const parts = this.#subagents.map((scan) => scan.result());
    return {
      points: [this.#points, ...parts.map((part) => part.points)].flat(),
      toolCalls: [this.#calls.all, ...parts.map((part) => part.toolCalls)].flat(),
      lastToolCallAt: this.#lastToolCallAt,
      tokens: addTokens([this.#ownTokens, ...parts.map((part) => part.tokens)]),
      costUsd: addAmounts([this.#ownCost, ...parts.map((part) => part.costUsd)]),
      sessionCostUsd: this.#sessionCostUsd,
      clientVersion: this.#clientVersion,
      lastAssistant: this.#lastAssistant,
      lastMessageAt: this.#lastMessageAt,
      lastAgentAt: this.#lastAgentAt,
      permissionMode: this.#permissionMode,
      humanPrompts: this.#humanPrompts,
      interruptedAt: this.#interruptedAt,
      turnEnd: this.#turnEnd,
      isStopQueued: this.#queue.holdsStop,
      brokenLines: parts.reduce((sum, part) => sum + part.brokenLines, this.#brokenLines),
    };
  }

  get #ownTokens(): TokenUsage | null {
    return this.#ignoresTokens ? null : this.#usage.tokens;
  }

  get #ownCost(): number | null {
    return this.#ignoresTokens ? null : this.#usage.costUsd;
  }

  #addAssistant(entry: Fields, at: number, isMain: boolean): void {
    if (at >= this.sinceSeconds) this.#usage.count(entry);
    this.#calls.open(entry, at);
    if (!isMain) return;
    this.#lastMessageAt = newer(this.#lastMessageAt, at);
    this.#lastAgentAt = newer(this.#lastAgentAt, at);
    this.#turnEnd = null;
    if (entry["isApiErrorMessage"] === true) return;
    for (const block of contentOf(entry)) {
      if (block["type"] === "text") {
        const text = asText(block["text"]);
        if (text !== null) this.#lastAssistant = { text, at };
      } else if (block["type"] === "tool_use") {
        this.#lastToolCallAt = newer(this.#lastToolCallAt, at);
      }
    }
  }

  #addUser(entry: Fields, at: number, isMain: boolean): void {
    this.#calls.close(entry, at);
    if (!isMain) return;
    this.#lastMessageAt = newer(this.#lastMessageAt, at);
    if (at < this.sinceSeconds) return;
    const kind = classifyUserEntry(entry);
    if (kind === "prompt") this.#humanPrompts.push(at);
    else if (kind === "interruption") this.#interruptedAt = newer(this.#interruptedAt, at);
  }

  /** The client notes what overruled a hook first, and then that the turn is over. */
  #addSystem(entry: Fields, at: number): void {
    if (entry["subtype"] === "stop_hook_summary" && entry["preventedContinuation"] === true) {
      this.#turnEnd = { at, by: "another-hook" };
    } else if (entry["subtype"] === "informational") {
      if (asText(entry["content"])?.includes(CAP_WARNING)) this.#turnEnd = { at, by: "cap" };
    } else if (entry["subtype"] === "turn_duration") {
      this.#turnEnd ??= { at, by: "client" };
    }
  }
}

function newer(known: number | null, at: number): number {
  return known === null ? at : Math.max(known, at);
}

function addAmounts(amounts: readonly (number | null)[]): number | null {
  const known = amounts.filter((amount) => amount !== null);
  return known.length === 0 ? null : known.reduce((a, b) => a + b, 0);
}

function addTokens(parts: readonly (TokenUsage | null)[]): TokenUsage | null {
  const known = parts.filter((part) => part !== null);
  if (known.length === 0) return null;
  return known.reduce((a, b) => ({
    input: a.input + b.input,
    output: a.output + b.output,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheCreation: a.cacheCreation + b.cacheCreation,
  }));
}
