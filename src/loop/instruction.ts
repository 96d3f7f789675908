/**
 * The instruction of a phase, for a turn that no rule gives another one: after a claim, after a wake,
 * in an ordinary continuation.
 */
import type { LoopRecord } from "../store/records/loop_record.ts";
import type { Settings } from "../store/settings/settings.ts";
import type { Instruction } from "./decision.ts";
import { openFindings } from "./validation/validation_score.ts";
import { isFree } from "./rules/success_rule.ts";

/**
 * Chooses the instruction by the record's phase.
 *
 * @param validationTimeoutMs Active time that a validation round may take, in milliseconds.
 * @param record The loop's record, with the phase of the next turn.
 */
export function instructionOfPhase(
  record: LoopRecord,
  settings: Settings,
  validationTimeoutMs: number,
): Instruction {
  const { phase, validation, idle } = record;
  switch (phase) {
    case "implementation":
      return { kind: "work" };
    case "validation":
      return {
        kind: "validate",
        round: validation.round,
        rounds: Math.max(settings.validation_rounds, validation.round),
        cycle: validation.cycle,
        timeoutMs: validationTimeoutMs,
        score: validation.score,
        needed: settings.validation_score,
        findings: openFindings(validation),
      };
    case "exploration": {
      if (idle !== null) return { kind: "explore", why: "idle" };
      return { kind: "explore", why: isFree(record) ? "no-focus" : "complete" };
    }
  }
}
