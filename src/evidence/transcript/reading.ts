/**
 * What one reading of a transcript gives.
 *
 * @module
 */
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
  readonly at: number;
  /** Its cap on continuations, another hook's `continue: false`, or nothing but its own course. */
  readonly by: "cap" | "another-hook" | "client";
}

/** What is new in a transcript. Times are Unix seconds; null means that nothing new says so. */
export interface TranscriptReading {
  /** False where there is no transcript, or none that can be read. */
  readonly isReadable: boolean;
  /** Where to go on next time. */
  readonly cursor: TranscriptCursor;
  /** Times of all entries with a time, subagents' included. */
  readonly points: readonly number[];
  /** Calls that are new, in flight, or got their result now; subagents' included. */
  readonly toolCalls: readonly ToolCall[];
  /** The newest tool call of the main conversation. */
  readonly lastToolCallAt: number | null;
  /** New tokens, subagents included; unknown is null, never 0. */
  readonly tokens: TokenUsage | null;
  /** New money by the lines themselves (older clients). */
  readonly costUsd: number | null;
  readonly clientVersion: string | null;
  /** The last text that the agent said, errors of the API left out. */
  readonly lastAssistant: { readonly text: string; readonly at: number } | null;
  /** The newest line of the main conversation, the client's own feedback included. */
  readonly lastMessageAt: number | null;
  /** The newest line of the agent: words, thoughts, a tool call or an error of the API. */
  readonly lastAgentAt: number | null;
  /** The mode that the client noted last, as in a hook's `permission_mode`. */
  readonly permissionMode: string | null;
  /** Prompts that a person typed. */
  readonly humanPrompts: readonly number[];
  /**
   * The newest interruption by Esc. Its line may stand some 30 ms after that of a prompt which was
   * queued behind it (seen), so the order of the two says nothing.
   */
  readonly interruptedAt: number | null;
  /** How the turn ended after the agent's last line; null where the client notes no end. */
  readonly turnEnd: TurnEnd | null;
  /**
   * Whether a person typed `/ralph:stop` while the turn ran: the client keeps it in its queue until
   * the session rests, which in a loop is its end (seen).
   */
  readonly isStopQueued: boolean;
  /** Lines that were no JSON object or too long. */
  readonly brokenLines: number;
  /** Bytes jumped over because too much was new. */
  readonly skippedBytes: number;
  /** The file had become shorter: read again near its end, tokens of it not counted. */
  readonly restarted: boolean;
}
