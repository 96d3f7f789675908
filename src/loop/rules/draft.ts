/**
 * What the rules decide by. Narrow on purpose: all of it is kept in the journal, so that a decision
 * can be judged again later by the same rules.
 */
import type { DecisionFacts } from "../../store/records/decision_facts.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import type { Settings } from "../../store/settings/settings.ts";
import type { Completion, Facts, Tags } from "../facts.ts";
import type { CompletionJudgement } from "./completion_rule.ts";

type RuleValidation = Pick<
  LoopRecord["validation"],
  "forced" | "ended" | "findings" | "round" | "score"
>;

/** What the rules decide by. */
export interface Draft {
  /** The record with the clock advanced and this event's evidence in it. */
  readonly record:
    & Pick<
      LoopRecord,
      "state" | "iteration" | "accumulatedRuntimeMs" | "usage" | "verifyRejections"
    >
    & Pick<LoopRecord, "focus" | "task">
    & { readonly validation: RuleValidation };
  readonly facts:
    & Pick<Facts, "killSwitch" | "markerPresent" | "isStopQueued" | "permissionMode" | "waitsOn">
    & Pick<Facts, "shellsSeen" | "toollessContinuations" | "blockCap" | "checks" | "verification">
    & Pick<Facts, "repetition" | "idlePhrase" | "opportunities" | "adapter">
    & {
      readonly completion: Pick<Completion, "done" | "total">;
      readonly tags: Pick<Tags, "blocked">;
    };
  readonly settings: Readonly<DecisionFacts["settings"]>;
  readonly task: CompletionJudgement;
}

/** A draft with the whole of the event. */
export interface EventDraft extends Draft {
  readonly record: LoopRecord;
  readonly facts: Facts;
  readonly settings: Settings;
}
