/**
 * What the client sends on a hook's standard input.
 *
 * Only what ralph uses is named; everything else passes by, so that a newer client still works.
 *
 * @module
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
import type { HookContext } from "./context.ts";
import type { Loop } from "./loop.ts";

const Text = otherwise(text, "");
const OptionalText = otherwise<string | null | undefined>(nullable(text), undefined);

const BackgroundTask = object({ id: Text, type: Text, status: Text, description: Text });

const Event = object({
  session_id: Text,
  hook_event_name: text,
  prompt_id: Text,
  // Stop
  stop_hook_active: otherwise(truth, false),
  last_assistant_message: Text,
  background_tasks: otherwise(list(BackgroundTask), []),
  session_crons: otherwise(list(anything), []),
  // PreToolUse, PostToolUse, PostToolUseFailure
  tool_name: Text,
  tool_use_id: Text,
  tool_input: otherwise(dictionary(anything), {}),
  // SessionStart, SessionEnd
  source: Text,
  reason: Text,
  // UserPromptSubmit
  prompt: Text,
  // StopFailure
  error: Text,
  // Notification
  message: Text,
  notification_type: Text,
}, {
  transcript_path: OptionalText,
  cwd: OptionalText,
  permission_mode: OptionalText,
  agent_id: OptionalText,
  // PostToolUse, PostToolUseFailure
  duration_ms: otherwise<number | null | undefined>(nullable(amount), undefined),
});

/** One event of the client, with defaults where it left something out. */
export type HookEvent = ShapeOf<typeof Event>;

/** An event for a loop whose record can be used, with all that answering it needs. */
export interface LoopEvent extends HookContext {
  readonly event: HookEvent;
  readonly loop: Loop;
}

/**
 * Parses an event.
 *
 * @param input All of standard input.
 * @returns The event, or null where the text is not the client's JSON.
 */
export function parseEvent(input: string): HookEvent | null {
  let value: unknown;
  try {
    value = JSON.parse(input);
  } catch {
    return null;
  }
  return readOr(Event, value, null);
}
