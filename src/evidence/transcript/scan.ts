/** Sums up a transcript's lines in one pass, without keeping the texts. */
import { addAmounts, type Amounts } from "../../loop/usage.ts";
import { parseObject } from "../../store/files/jsonl.ts";
import { UNKNOWN_USAGE, UsageMeter } from "./_usage_meter.ts";
import { asText, type Fields } from "./fields.ts";
import { classifyUserEntry, isRefusal, PromptQueue } from "./prompts.ts";
import { contentOf, timeOf, type ToolCall, ToolCalls } from "./tool_calls.ts";

/** The beginning of large bookkeeping lines whose content is also in other lines. */
const BULKY = '{"type":"api-request';
/** The client's text if its cap overrides the hooks (2.1.328). */
const CAP_WARNING = "overriding and ending turn";

type Scanned = Omit<TranscriptReading, "isReadable" | "cursor">;
/** Adds up the lines of a file. */
export class Scan {
  readonly #calls = new ToolCalls();
  readonly #usage = new UsageMeter();
  readonly #queue = new PromptQueue();
  readonly #subagents: Scan[] = [];
  readonly #pointsMs: number[] = [];
  readonly #humanPromptsMs: number[] = [];
  #ignoresTokens = false;
  #brokenLines = 0;
  readonly #latest: { -readonly [Part in keyof LatestLines]: LatestLines[Part] } = {
    clientVersion: null,
    lastText: null,
    lastMessageAtMs: null,
    lastAgentAtMs: null,
    lastAnswerAtMs: null,
    permissionMode: null,
    lastToolCallAtMs: null,
    interruptedAtMs: null,
    refusedAtMs: null,
    turnEnd: null,
  };

  /**
   * Creates a scan.
   *
   * @param sinceMs Older lines count for no tokens and are not prompts.
   */
  constructor(readonly sinceMs: number, readonly isSubagent = false) {}

  /** Ignores tokens, since the lines may have been counted already. */
  ignoreTokens(): void {
    this.#ignoresTokens = true;
  }

  addBroken(lines: number): void {
    this.#brokenLines += lines;
  }

  addSubagent(scan: Scan): void {
    this.#subagents.push(scan);
  }

  /** Adds a line of an earlier reading, only for calls and answers that straddle the offset. */
  addLineBefore(line: string): void {
    const entry = parseObject(line);
    const atMs = entry ? timeOf(entry) : null;
    if (!entry || atMs === null) return;
    if (entry["type"] === "user") this.#calls.close(entry, atMs, true);
    if (entry["type"] !== "assistant") return;
    this.#usage.noteCounted(entry);
    this.#calls.open(entry, atMs);
  }

  addLine(line: string): void {
    if (line.startsWith(BULKY) || line.trim() === "") return;
    const entry = parseObject(line);
    if (entry === null) {
      this.#brokenLines += 1;
      return;
    }
    this.addEntry(entry);
  }

  addEntry(entry: Fields): void {
    const latest = this.#latest;
    latest.clientVersion = asText(entry["version"]) ?? latest.clientVersion;
    if (entry["type"] === "queue-operation") this.#queue.note(entry);
    const isMain = !this.isSubagent && entry["isSidechain"] !== true;
    if (isMain) latest.permissionMode = asText(entry["permissionMode"]) ?? latest.permissionMode;
    const atMs = timeOf(entry);
    if (atMs === null) return;
    this.#pointsMs.push(atMs);
    if (entry["type"] === "assistant") this.#addAssistant(entry, atMs, isMain);
    else if (entry["type"] === "user") this.#addUser(entry, atMs, isMain);
    else if (!isMain) return;
    else if (entry["type"] === "system") this.#addSystem(entry, atMs);
  }

  /** Returns the sum of the lines, including the subagents' points, calls and tokens. */
  result(): Scanned {
    const parts = this.#subagents.map((scan) => scan.result());
    const ownUsage = this.#ignoresTokens ? UNKNOWN_USAGE : this.#usage.total;
    return {
      ...this.#latest,
      pointsMs: [this.#pointsMs, ...parts.map((part) => part.pointsMs)].flat(),
      toolCalls: [this.#calls.all, ...parts.map((part) => part.toolCalls)].flat(),
      ...parts.reduce(addAmounts, ownUsage),
      humanPromptsMs: this.#humanPromptsMs,
      isStopQueued: this.#queue.holdsStop,
      brokenLines: parts.reduce((sum, part) => sum + part.brokenLines, this.#brokenLines),
    };
  }

  #addAssistant(entry: Fields, atMs: number, isMain: boolean): void {
    if (atMs >= this.sinceMs) this.#usage.count(entry);
    this.#calls.open(entry, atMs);
    if (!isMain) return;
    this.#latest.lastMessageAtMs = newer(this.#latest.lastMessageAtMs, atMs);
    this.#latest.lastAgentAtMs = newer(this.#latest.lastAgentAtMs, atMs);
    this.#latest.turnEnd = null;
    if (entry["isApiErrorMessage"] === true) return;
    this.#latest.lastAnswerAtMs = newer(this.#latest.lastAnswerAtMs, atMs);
    for (const block of contentOf(entry)) {
      if (block["type"] === "text") {
        this.#latest.lastText = asText(block["text"]) ?? this.#latest.lastText;
      } else if (block["type"] === "tool_use") {
        this.#latest.lastToolCallAtMs = newer(this.#latest.lastToolCallAtMs, atMs);
      }
    }
  }

  #addUser(entry: Fields, atMs: number, isMain: boolean): void {
    this.#calls.close(entry, atMs);
    if (!isMain) return;
    this.#latest.lastMessageAtMs = newer(this.#latest.lastMessageAtMs, atMs);
    if (atMs < this.sinceMs) return;
    const kind = classifyUserEntry(entry);
    if (kind === "prompt") this.#humanPromptsMs.push(atMs);
    else if (kind === "interruption") {
      this.#latest.interruptedAtMs = newer(this.#latest.interruptedAtMs, atMs);
      if (isRefusal(entry)) this.#latest.refusedAtMs = newer(this.#latest.refusedAtMs, atMs);
    }
  }

  /** Adds a line of the client. It first writes what overruled a hook, and then the end of the turn. */
  #addSystem(entry: Fields, atMs: number): void {
    if (entry["subtype"] === "stop_hook_summary" && entry["preventedContinuation"] === true) {
      this.#latest.turnEnd = { atMs, by: "another-hook" };
    } else if (entry["subtype"] === "informational") {
      if (asText(entry["content"])?.includes(CAP_WARNING)) {
        this.#latest.turnEnd = { atMs, by: "cap" };
      }
    } else if (entry["subtype"] === "turn_duration") {
      this.#latest.turnEnd ??= { atMs, by: "client" };
    }
  }
}

function newer(latest: number | null, atMs: number): number {
  return latest === null ? atMs : Math.max(latest, atMs);
}

/** The positions up to which a session's files were read. */
export interface TranscriptCursor {
  /** Bytes of the transcript. */
  readonly offset: number;
  /** Bytes of each subagent's transcript, by file name. */
  readonly subagents: Readonly<Record<string, number>>;
}

/** The end of a turn, as the client records it. */
export interface TurnEnd {
  readonly atMs: number;
  /** The cause of the end: the client's cap, another hook's `continue: false`, or nothing special. */
  readonly by: "cap" | "another-hook" | "client";
}

/** The parts of a reading in which a later line replaces an earlier one; null without a new line. */
interface LatestLines {
  readonly clientVersion: string | null;
  /** The agent's last text, without API errors. */
  readonly lastText: string | null;
  /** The newest line of the main conversation, including the client's own feedback. */
  readonly lastMessageAtMs: number | null;
  /** The newest line of the agent: text, thinking, a tool call or an API error. */
  readonly lastAgentAtMs: number | null;
  /** The same without API errors, which are not a sign of work. */
  readonly lastAnswerAtMs: number | null;
  /** The last permission mode, as in a hook's `permission_mode`. */
  readonly permissionMode: string | null;
  /** The newest tool call of the main conversation. */
  readonly lastToolCallAtMs: number | null;
  /**
   * The newest interruption by Esc. Its line may come some 30 ms after the line of a prompt that was queued
   * later (observed), so their order does not matter.
   */
  readonly interruptedAtMs: number | null;
  /** The newest interruption by a No at a permission prompt. */
  readonly refusedAtMs: number | null;
  /** How the turn ended after the agent's last line; null if the client wrote no such line. */
  readonly turnEnd: TurnEnd | null;
}

/** The new content of a transcript. Times are epoch milliseconds; tokens and cost include subagents. */
export interface TranscriptReading extends LatestLines, Amounts {
  /** True if the transcript exists and can be read. */
  readonly isReadable: boolean;
  /** The position at which the next reading starts. */
  readonly cursor: TranscriptCursor;
  /** Times of all entries with a time, including subagents' entries. */
  readonly pointsMs: readonly number[];
  /** Calls that are new, in flight, or just got their result, including subagents' calls. */
  readonly toolCalls: readonly ToolCall[];
  /** Prompts that a person typed. */
  readonly humanPromptsMs: readonly number[];
  /**
   * True if a person typed `/ralph:stop` while the turn ran. The client queues it until the session rests,
   * which in a loop is its end (observed).
   */
  readonly isStopQueued: boolean;
  /** Lines that are not a JSON object, or too long. */
  readonly brokenLines: number;
}
