/**
 * Tells the agent how to go on: the continuation's text with the guidance that holds now, and the
 * note that it was delivered.
 *
 * @module
 */
import type { Instruction } from "../loop/decision.ts";
import type { Completion } from "../loop/facts.ts";
import { instructionOfPhase } from "../loop/instruction.ts";
import { toInstant } from "../loop/pausing.ts";
import { appendJournal } from "../store/journal.ts";
import type { LoopRecord } from "../store/loop_record.ts";
import { loopPlaces } from "../store/places.ts";
import { validationTimeoutSeconds } from "../store/presets.ts";
import type { Settings } from "../store/settings.ts";
import { judgeFocus } from "./focus_completion.ts";
import type { LoopHere } from "./loop_here.ts";
import { settingsOf } from "./settings_of.ts";
import type { HookWorld } from "./world.ts";

/** What the agent is told. */
export interface Telling {
  /** The loop's record as it was written. */
  readonly record: LoopRecord;
  readonly settings: Settings;
  readonly completion: Completion;
  readonly instruction: Instruction;
  readonly notes: readonly string[];
}

/** A continuation, and the note that it was delivered. */
export interface Told {
  readonly text: string;
  /**
   * For after the answer was written: killed before, the guidance is said again; noted first, it
   * would be lost. Takes the project's lock.
   */
  readonly afterwards: () => Promise<void>;
}

/**
 * Builds the text. Guidance is an optional fact: what fails there is left out and journalled.
 */
export async function tellAgent(
  { env, places, now }: Pick<HookWorld, "env" | "places" | "now">,
  { record, settings, completion, instruction, notes }: Telling,
): Promise<Told> {
  const { guidanceForContinuation, markDelivered } = await import("../guidance/at_continuation.ts");
  const { scanRulesOf } = await import("../constraints/rules.ts");
  const { buildContinuation } = await import("../prompt/continuation.ts");
  const nowSeconds = now();
  const nowMs = nowSeconds * 1000;
  const { project, id } = record;
  const guidance = guidanceForContinuation({
    places,
    project,
    loop: { id, startedAt: record.started_at },
    nowMs,
    scan: { rules: scanRulesOf(env.home, settings.rigid_paths), turn: record.iteration },
  });
  const text = await buildContinuation({
    record,
    settings,
    completion,
    instruction,
    notes,
    guidance: guidance.data,
    nowSeconds,
  });
  const afterwards = async () => {
    const { deliveries } = guidance;
    const failure = await markDelivered(places, project, { deliveries, loopId: id, nowMs });
    const leftOut = [
      ...guidance.problems,
      ...guidance.notes,
      ...(failure === null ? [] : [failure]),
    ];
    if (leftOut.length > 0) {
      appendJournal(loopPlaces(places, id).journal, {
        at: toInstant(nowSeconds),
        event: "guidance",
        kind: "note",
        code: null,
        sentence: "Guidance or constraints were left out",
        evidence: [],
        iteration: record.iteration,
        left_out: leftOut,
      });
    }
  };
  return { text, afterwards };
}

/**
 * Tells an agent that has lost the thread: after a compaction, or when it is woken. What holds is
 * the phase of the record.
 */
export async function tellAgain(
  world: Pick<HookWorld, "env" | "places" | "now">,
  here: Pick<LoopHere, "project" | "facts">,
  record: LoopRecord,
  notes: readonly string[],
): Promise<Told> {
  const { settings } = settingsOf(world, here, record);
  const { completion } = await judgeFocus(record.focus.path, settings);
  const timeoutSeconds = validationTimeoutSeconds(settings, here.facts.preset);
  return await tellAgent(world, {
    record,
    settings,
    completion,
    instruction: instructionOfPhase(record, settings, timeoutSeconds),
    notes,
  });
}
