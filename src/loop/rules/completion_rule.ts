/**
 * Judges whether the task counts as complete: by the file's signals, the agent's promise, and claims
 * despite open items.
 */
import { hash32 } from "../../store/files/file_name.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import type { Settings } from "../../store/settings/settings.ts";
import type { Completion, Facts, Signal } from "../facts.ts";

/** The promise that the agent may give if nothing else can signal completion. */
const DEFAULT_PROMISE = "TASK_COMPLETE";

/**
 * Maximum number of consecutive questions about a claim with no work in between. Otherwise an agent that
 * writes a note into its plan in each turn would be asked until a limit ends the loop.
 */
const MAX_IN_VAIN = 20;

/** The judgement on completion at one Stop event. */
export type CompletionJudgement =
  | { readonly kind: "complete"; readonly signal: Signal }
  | {
    readonly kind: "ask";
    readonly claim: Signal;
    readonly openItems: readonly string[];
    /** Work without checkboxes, if no item is open. */
    readonly remaining: readonly string[];
    /** Items that were removed while they were open. */
    readonly removed: readonly string[];
    /** The subject of the question, for the next Stop. */
    readonly asked: Omit<NonNullable<LoopRecord["completionAsked"]>, "iteration">;
  }
  | { readonly kind: "incomplete" };

/**
 * Returns the promise that the agent may give: the user's own, or the default one without a focus file or
 * if the file has no items to tick.
 *
 * @returns Null if a promise does not count.
 */
export function agreedPromise(
  record: Pick<LoopRecord, "focus">,
  settings: Settings,
  completion: Completion,
): string | null {
  // A file that is unreadable or lost its items may have been moved: a promise must not end that loop.
  if (record.focus.path !== null && completion.verdict === "unknown") return null;
  if (settings.promise !== null) return settings.promise;
  return record.focus.path === null || completion.total === 0 ? DEFAULT_PROMISE : null;
}

/**
 * Judges completion. Open items veto a promise. Some claims are questioned first: a marker or status
 * despite open items, ticked checkboxes despite work without checkboxes, and every claim after open items
 * were removed. A questioned claim counts if the next Stop repeats it while everything that the question
 * named is unchanged, or after many questions that led to no work.
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
  const promised = isPromised && completion.openItems.length === 0
    ? signalOf(promise, tags.promise === promise ? "in the last message" : "in an earlier message")
    : null;
  const isAnyRemoved = (completion.removed ?? []).length > 0;
  if (promised !== null && !isAnyRemoved) return { kind: "complete", signal: promised };
  if (completion.verdict === "complete" && completion.strongest !== null) {
    return { kind: "complete", signal: completion.strongest };
  }
  const claim = promised ?? completion.claimOverOpenItems;
  if (claim === null) return { kind: "incomplete" };
  const before = record.completionAsked;
  const digest = digestOf(claim, completion);
  const { done, contradictions: { length: named } = [] } = completion;
  const hasWorked = before === null || done > (before.done ?? 0) || named < (before.named ?? 0);
  const inVain = hasWorked ? 0 : (before.inVain ?? 0) + 1;
  return before?.digest === digest || inVain >= MAX_IN_VAIN
    ? { kind: "complete", signal: claim }
    : {
      kind: "ask",
      claim,
      openItems: completion.openItems,
      remaining: completion.remaining ?? [],
      removed: completion.removed ?? [],
      asked: { signal: claim.name, digest, done, named, inVain },
    };
}

function signalOf(promise: string, when: string): Signal {
  const detail = `the agent said <promise>${promise}</promise> ${when}`;
  return { name: "promise", confidence: 1, detail };
}

/**
 * Hashes the work that a question about completion names, as written, and the plan's progress. If the agent
 * began or did a part of it, or ticked an item, it has not confirmed that the rest is done.
 */
function digestOf(
  { name }: Signal,
  { done, contradictions = [] }: Completion,
): string {
  return hash32(JSON.stringify([name, done, contradictions]));
}
