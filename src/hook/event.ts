/**
 * What the client sends on a hook's standard input (contract §2).
 *
 * Only what ralph uses is named; everything else passes by, so that a newer client still works.
 *
 * @module
 */
import * as v from "valibot";

const Text = v.fallback(v.string(), "");
const OptionalText = v.fallback(v.nullish(v.string()), undefined);
const Record = v.record(v.string(), v.unknown());

const BackgroundTaskSchema = v.object({
  id: Text,
  type: Text,
  status: Text,
  description: Text,
});

const HookEventSchema = v.object({
  session_id: Text,
  transcript_path: OptionalText,
  cwd: OptionalText,
  hook_event_name: v.string(),
  prompt_id: Text,
  permission_mode: OptionalText,
  agent_id: OptionalText,
  // Stop
  stop_hook_active: v.fallback(v.boolean(), false),
  last_assistant_message: Text,
  background_tasks: v.fallback(v.array(BackgroundTaskSchema), []),
  session_crons: v.fallback(v.array(v.unknown()), []),
  // PreToolUse, PostToolUse, PostToolUseFailure
  tool_name: Text,
  tool_use_id: Text,
  tool_input: v.fallback(Record, {}),
  duration_ms: v.fallback(v.nullish(v.pipe(v.number(), v.finite(), v.minValue(0))), undefined),
  // SessionStart, SessionEnd
  source: Text,
  reason: Text,
  // UserPromptSubmit
  prompt: Text,
  // StopFailure
  error: Text,
});

/** One event of the client, with defaults where it left something out. */
export type HookEvent = v.InferOutput<typeof HookEventSchema>;

/**
 * Parses an event.
 *
 * @param text All of standard input.
 * @returns The event, or null where the text is not the client's JSON.
 */
export function parseEvent(text: string): HookEvent | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const parsed = v.safeParse(HookEventSchema, value);
  return parsed.success ? parsed.output : null;
}
