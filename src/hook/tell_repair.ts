/** Tells the user and the agent about a repair. Loaded only if there was one. */
import type { HookEvent } from "../lifecycle/event.ts";
import { takeUntold } from "../repair/repair_loop.ts";
import { type HookResult, tellFirst } from "./answer.ts";

/** The client cuts longer texts for the model down to a preview. */
const MOST_CONTEXT_CHARACTERS = 10_000;

/**
 * Adds a repair to an answer: for the user and, if the session continues, for the agent.
 *
 * @param untold The loop with lines that the user has not read; null if the user does not see the answer.
 */
export function addRepair(
  { answer, ...result }: HookResult,
  untold: Parameters<typeof takeUntold>[0] | null,
  forAgent: string | null,
  { hookEventName }: Pick<HookEvent, "hookEventName">,
): HookResult {
  const forUser = untold === null ? null : takeUntold(untold);
  const shown = tellFirst(answer, ...forUser?.split("\n") ?? []);
  if (forAgent === null) return { ...result, answer: shown };
  if (answer["decision"] === "block") {
    return { ...result, answer: { ...shown, reason: `${forAgent}\n\n${answer["reason"]}` } };
  }
  const output = answer["hookSpecificOutput"] as Record<string, unknown> | undefined;
  const present = output?.["additionalContext"];
  const additionalContext = typeof present === "string" ? `${forAgent}\n\n${present}` : forAgent;
  // At Stop a context would continue the session, and that is not for a repair to decide.
  const isRefused = output === undefined && hookEventName === "Stop" ||
    additionalContext.length > MOST_CONTEXT_CHARACTERS;
  const hookSpecificOutput = { hookEventName, ...output, additionalContext };
  return { ...result, answer: isRefused ? shown : { ...shown, hookSpecificOutput } };
}
