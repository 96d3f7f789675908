/**
 * Adds what was repaired to the answer of a hook. Loaded only where something was.
 *
 * @module
 */
import type { HookResult } from "../answer.ts";
import type { HookEvent } from "../../lifecycle/event.ts";

/** What was put back, or that the loop ends instead: for the user and for the agent. */
export interface RepairTold {
  /** Null where the user cannot be told at this event. */
  readonly user: string | null;
  /** Null where the agent needs to know nothing. */
  readonly agent: string | null;
}

/** The client cuts longer texts for the model down to a preview. */
const MOST_CONTEXT_CHARACTERS = 10_000;

/**
 * Says a repair to the user and, where the session goes on, to the agent.
 *
 * @param result The answer without it.
 * @param told What to say.
 * @param event The event that is answered.
 */
export function addRepair(
  result: HookResult,
  told: RepairTold,
  event: Pick<HookEvent, "hook_event_name">,
): HookResult {
  const lines = [told.user, result.answer["systemMessage"]]
    .filter((line) => typeof line === "string");
  const forUser = lines.length === 0 ? {} : { systemMessage: lines.join("\n") };
  const answer = { ...result.answer, ...forUser };
  return {
    ...result,
    answer: told.agent === null ? answer : addContext(answer, told.agent, event),
  };
}

function addContext(
  answer: HookResult["answer"],
  text: string,
  { hook_event_name: hookEventName }: Pick<HookEvent, "hook_event_name">,
): HookResult["answer"] {
  if (answer["decision"] === "block") {
    return { ...answer, reason: `${text}\n\n${answer["reason"]}` };
  }
  const output = answer["hookSpecificOutput"] as Record<string, unknown> | undefined;
  // At Stop a context sends the session on, and that is not for a repair to decide.
  if (output === undefined && hookEventName === "Stop") return answer;
  const before = output?.["additionalContext"];
  const whole = typeof before === "string" ? `${text}\n\n${before}` : text;
  if (whole.length > MOST_CONTEXT_CHARACTERS) return answer;
  return { ...answer, hookSpecificOutput: { hookEventName, ...output, additionalContext: whole } };
}
