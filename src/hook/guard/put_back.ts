/** Repairs the loop's files at an event, journals it, and says it. Loaded only if something changed. */
import { journalEvent } from "../../lifecycle/journal.ts";
import { removeSwitch } from "../../guard/repair_files.ts";
import { repairLoop, takeUntold } from "../../lifecycle/repair_loop.ts";
import type { Call } from "../../store/repair/calls.ts";
import { type HookResult, tellFirst } from "../answer.ts";
import type { HookEvent } from "../../lifecycle/event.ts";
import type { FoundLoop } from "../../lifecycle/loop.ts";
import type { HookContext } from "../../lifecycle/context.ts";

/** The client cuts longer texts for the model down to a preview. */
const MOST_CONTEXT_CHARACTERS = 10_000;

/**
 * Puts back what a call destroyed, and keeps what the user is to read of it.
 *
 * @param calls The calls that ran since the last check of the files.
 * @param work Repairs the files: by default all that differ from their copies.
 * @returns What the agent needs to know; null if nothing.
 */
export function repairAtEvent(
  event: HookEvent,
  { facts: { id }, project, record }: FoundLoop,
  context: HookContext,
  calls: readonly Call[],
  work?: Parameters<typeof repairLoop>[2],
): string | null {
  const { places } = context;
  const by = calls.length > 0 ? "call" : "user";
  const repair = { places, id, project, calls, by, nowMs: context.nowMs() } as const;
  const note: Parameters<typeof repairLoop>[1] = (entry) =>
    journalEvent({ ...context, event }, record ?? { id }, entry);
  return repairLoop(repair, note, work)?.agent ?? null;
}

/**
 * Removes a kill switch that was made while a call ran, and keeps what the user is to read of it.
 *
 * @returns What the agent needs to know; null if the switch stays.
 */
export function takeBackSwitch(
  event: HookEvent,
  found: FoundLoop,
  context: HookContext,
  call: Call,
): string | null {
  const { killSwitch } = found;
  return repairAtEvent(
    event,
    found,
    context,
    [call],
    (repair) => killSwitch === null ? null : removeSwitch(repair, killSwitch),
  );
}

/**
 * Adds a repair to an answer: for the user and, if the session goes on, for the agent.
 *
 * @param untold The loop whose user has not read all; null if the user does not see the answer.
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
