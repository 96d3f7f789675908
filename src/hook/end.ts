/**
 * Ends a loop at an event of the client, and answers with the reason. Loaded only if a loop ends.
 */
import { countLastTurn } from "../lifecycle/turn_time.ts";
import { endAtEvent } from "../lifecycle/end.ts";
import {
  describeEnd,
  describeHead,
  describeOpen,
  describeWhy,
} from "../lifecycle/view/end_line.ts";
import type { LoopEvent } from "../lifecycle/event.ts";
import { judgeRequestedEnd } from "../loop/rules/requested_end.ts";
import type { EndDecision, Reason } from "../loop/decision.ts";
import type { Basis } from "../loop/judge.ts";
import { killSwitch } from "../loop/reason.ts";
import { nextStep } from "../loop/reasons.ts";
import type { LoopRecord } from "../store/records/loop_record.ts";
import { allowStop, deny, halt, type HookResult, plain, tellUser } from "./answer.ts";

/** A decision that ends the loop, with the facts that it is based on, if they were gathered. */
type JudgedEnd = EndDecision & { readonly basis?: Basis };

/** Ends the loop, and says so as other tools read it, in a few words, and as the user sees it. */
function end(
  call: LoopEvent,
  decision: JudgedEnd,
  record: LoopRecord,
): Record<"sentence" | "head" | "shown", string> {
  const { reason } = decision;
  const problems = endAtEvent(call, decision, record).map((why) => `not recorded: ${why}`);
  return {
    sentence: [reason.sentence, ...problems].join("; "),
    head: describeHead(reason),
    shown: [
      `${describeEnd(record, describeWhy(record, reason), call.nowMs())}`,
      `→ ${nextStep(reason.code, record, call.env.place)}`,
      ...describeOpen(record),
      ...problems,
    ].join("\n"),
  };
}

/**
 * Ends the loop at a Stop.
 *
 * @param record The loop's record; by default with its last turn counted.
 * @returns The answer that allows the stop, or ends the turn at once.
 */
export function answerEnd(
  call: LoopEvent,
  decision: JudgedEnd,
  record: LoopRecord = countLastTurn(call),
): HookResult {
  const { head, sentence, shown } = end(call, decision, record);
  return decision.kind === "halt" ? halt(sentence, head, shown) : allowStop(sentence, shown);
}

/**
 * Ends a loop that the user asked to end while none of its turns runs: at the next prompt, which
 * passes, since it is no longer part of the loop.
 *
 * @returns The answer; null if the user did not ask for the end.
 */
export function endIfAsked(call: LoopEvent): HookResult | null {
  const decision = judgeRequestedEnd(call.loop.record, call.loop);
  return decision === null ? null : endAtRest(call, decision);
}

/** Ends a loop of which no turn runs, and tells the user. */
export function endAtRest(call: LoopEvent, decision: EndDecision): HookResult {
  return plain(tellUser(end(call, decision, countLastTurn(call)).shown));
}

/** Ends the loop by the kill switch within a turn. */
export function endByKillSwitch(call: LoopEvent): HookResult {
  return endWithinTurn(call, killSwitch(call.loop.killSwitch ?? ""));
}

/**
 * Ends the loop within a turn, at a tool call: refuses the call, and stops the turn. No Stop hook follows,
 * so this records what Stop would.
 */
export function endWithinTurn(call: LoopEvent, reason: Reason): HookResult {
  const decision = { kind: "halt", reason, evidence: [] } as const;
  const { head, sentence, shown } = end(call, decision, countLastTurn(call));
  const halted = halt(sentence, head, shown);
  return { ...halted, answer: { ...deny(head), ...halted.answer } };
}
