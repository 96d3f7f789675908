/**
 * Whether the task counts as complete: the file's signals, the agent's promise, and claims that
 * stand over open items.
 *
 * @module
 */
import type { LoopRecord } from "../../store/records/loop_record.ts";
import type { Settings } from "../../store/settings/settings.ts";
import type { Completion, Facts, Signal } from "../facts.ts";

/** The promise that is agreed where nothing else can say "done". */
const DEFAULT_PROMISE = "TASK_COMPLETE";

/** The judgement on completion at one Stop event. */
export type CompletionJudgement =
  | { readonly kind: "complete"; readonly signal: Signal }
  | {
    readonly kind: "ask";
    readonly claim: Signal;
    readonly openItems: readonly string[];
    /** Work without boxes, where no item is open. */
    readonly remaining: readonly string[];
  }
  | { readonly kind: "incomplete" };

/**
 * The promise that the agent may give: the user's own, or the default one where there is no focus
 * file or the file has no items to tick.
 */
export function agreedPromise(
  record: Pick<LoopRecord, "focus">,
  settings: Settings,
  completion: Completion,
): string | null {
  // A file that cannot be read, or lost its items, may have been put away: that does not end the loop.
  if (record.focus.path !== null && completion.verdict === "unknown") return null;
  if (settings.promise !== null) return settings.promise;
  return record.focus.path === null || completion.total === 0 ? DEFAULT_PROMISE : null;
}

/**
 * Judges completion. Open items veto a promise; a marker or status over open items, and ticked boxes
 * beside work without boxes, are asked about once and count when they still stand at the next Stop.
 */
export function judgeTask(
  record: LoopRecord,
  facts: Facts,
  settings: Settings,
): CompletionJudgement {
  const { completion, tags } = facts;
  const promise = agreedPromise(record, settings, completion);
  const isPromised = promise !== null &&
    (tags.promise === promise || record.promised === promise);
  if (isPromised && completion.openItems.length === 0) {
    const when = tags.promise === promise ? "in the last message" : "in an earlier message";
    const detail = `<promise>${promise}</promise> ${when}`;
    return { kind: "complete", signal: { name: "promise", confidence: 1, detail } };
  }
  if (completion.verdict === "complete" && completion.strongest !== null) {
    return { kind: "complete", signal: completion.strongest };
  }
  const claim = completion.claimOverOpenItems;
  if (claim === null) return { kind: "incomplete" };
  const wasAsked = record.completionAsked?.signal === claim.name;
  return wasAsked ? { kind: "complete", signal: claim } : {
    kind: "ask",
    claim,
    openItems: completion.openItems,
    remaining: completion.remaining ?? [],
  };
}
