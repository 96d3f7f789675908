/**
 * The event that the client sends on a hook's standard input.
 *
 * Contains only the fields that ralph uses; others are ignored, so that a newer client still works.
 */
import {
  amount,
  anything,
  dictionary,
  list,
  nullable,
  object,
  otherwise,
  readOr,
  type ShapeOf,
  text,
  truth,
} from "../store/records/shape.ts";
import { parseObject } from "../store/files/jsonl.ts";
import type { HookContext } from "./context.ts";
import type { Loop } from "./loop.ts";

const Text = otherwise(text, "");
const OptionalText = otherwise<string | null | undefined>(nullable(text), undefined);

const BackgroundTask = object({ id: Text, type: Text, status: Text, description: Text });

const Event = object({
  sessionId: Text,
  hookEventName: text,
  promptId: Text,
  // Stop
  stopHookActive: otherwise(truth, false),
  lastAssistantMessage: Text,
  backgroundTasks: otherwise(list(BackgroundTask), []),
  sessionCrons: otherwise(list(anything), []),
  // PreToolUse, PostToolUse, PostToolUseFailure
  toolName: Text,
  toolUseId: Text,
  toolInput: otherwise(dictionary(anything), {}),
  // SessionStart, SessionEnd, UserPromptSubmit
  source: Text,
  reason: Text,
  // UserPromptSubmit
  prompt: Text,
  // StopFailure
  error: Text,
  // Notification
  message: Text,
  notificationType: Text,
}, {
  transcriptPath: OptionalText,
  cwd: OptionalText,
  permissionMode: OptionalText,
  agentId: OptionalText,
  // PostToolUse, PostToolUseFailure
  durationMs: otherwise<number | null | undefined>(nullable(amount), undefined),
});

/** One event of the client, with defaults if it left something out. */
export type HookEvent = ShapeOf<typeof Event>;

/** An event for a loop whose record can be used, with the hook's context. */
export interface LoopEvent extends HookContext {
  readonly event: HookEvent;
  readonly loop: Loop;
}

/** Parses an event. */
export function parseEvent(input: string): HookEvent | null {
  return readOr(Event, parseObject(input), null);
}
