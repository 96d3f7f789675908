/** The result of reading a transcript. */
import type { TokenUsage } from "./_usage_meter.ts";
import type { ToolCall } from "./tool_calls.ts";

/** How far a session's files were read. */
export interface TranscriptCursor {
  /** Bytes of the transcript. */
  readonly offset: number;
  /** Bytes of each subagent's transcript, by file name. */
  readonly subagents: Readonly<Record<string, number>>;
}

/** The end of a turn, as the client notes it. */
export interface TurnEnd {
  readonly atMs: number;
  /** What ended it: the client's cap, another hook's `continue: false`, or nothing special. */
  readonly by: "cap" | "another-hook" | "client";
}

/** What is new in a transcript. Times are epoch milliseconds; null where no new line has the value. */
export interface TranscriptReading {
  /** Whether the transcript exists and can be read. */
  readonly isReadable: boolean;
  /** Where the next reading starts. */
  readonly cursor: TranscriptCursor;
  /** Times of all entries with a time, subagents' included. */
  readonly pointsMs: readonly number[];
  /** Calls that are new, in flight, or got their result now; subagents' included. */
  readonly toolCalls: readonly ToolCall[];
  /** The newest tool call of the main conversation. */
  readonly lastToolCallAtMs: number | null;
  /** New tokens, subagents included; unknown is null, never 0. */
  readonly tokens: TokenUsage | null;
  /** New cost, from the lines (older clients). */
  readonly costUsd: number | null;
  readonly clientVersion: string | null;
  /** The agent's last text, without API errors. */
  readonly lastText: string | null;
  /** The newest line of the main conversation, the client's own feedback included. */
  readonly lastMessageAtMs: number | null;
  /** The newest line of the agent: text, thinking, a tool call or an API error. */
  readonly lastAgentAtMs: number | null;
  /** The last permission mode, as in a hook's `permission_mode`. */
  readonly permissionMode: string | null;
  /** Prompts that a person typed. */
  readonly humanPromptsMs: readonly number[];
  /**
   * The newest interruption by Esc. Its line may come some 30 ms after that of a prompt which was queued
   * later (observed), so their order does not matter.
   */
  readonly interruptedAtMs: number | null;
  /** The newest interruption by a No at a permission prompt. */
  readonly refusedAtMs: number | null;
  /** How the turn ended after the agent's last line; null without such a line of the client. */
  readonly turnEnd: TurnEnd | null;
  /**
   * Whether a person typed `/ralph:stop` while the turn ran: the client queues it until the
   * session rests, which in a loop is its end (observed).
   */
  readonly isStopQueued: boolean;
  /** Lines that are not a JSON object, or too long. */
  readonly brokenLines: number;
}
