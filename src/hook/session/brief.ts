/** The text for an agent that does not know the loop. Loaded only if one is briefed. */
import { judgeFocus } from "../../evidence/completion/judge_focus.ts";
import type { LoopEvent } from "../../lifecycle/event.ts";
import { loadLoopSettings } from "../../lifecycle/settings.ts";
import { instructionOfPhase } from "../../loop/judge.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import { validationTimeoutMs } from "../../store/settings/settings.ts";
import { consult, type Continuation, renderContinuation } from "../stop/continuation.ts";

/**
 * Renders the text for an agent after a claim, a compaction or a wake. The record's phase says what it
 * has to do.
 */
export async function renderBriefing(
  call: LoopEvent,
  record: LoopRecord,
  notes: readonly string[],
): Promise<Continuation> {
  const { settings, origins } = loadLoopSettings(call, call.loop, record);
  const { focus, planSeen, project } = record;
  const { completion, checks } = await judgeFocus(focus.path, settings, planSeen, project);
  const timeoutMs = validationTimeoutMs(settings, call.loop.facts.preset);
  const commands = [...new Set([...checks.map(({ command }) => command), ...settings.verify])];
  return await renderContinuation(call, {
    record,
    settings,
    origins,
    completion,
    instruction: isUnverified(record) && commands.length > 0
      ? { kind: "run-verification", commands }
      : instructionOfPhase(record, settings, timeoutMs),
    notes,
    consulted: await consult(record, record.iteration),
  });
}

/** Checks whether the last continuation said that the checks did not pass; their output is lost. */
function isUnverified({ lastDecision: last }: LoopRecord): boolean {
  return last?.code === "verification-failed" || last?.code === "run-verification";
}
