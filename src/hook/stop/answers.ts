/**
 * The answers to an event that lets the session rest or ends the loop.
 *
 * @module
 */
import type { Decision, Reason } from "../../loop/decision.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import { halt, type HookResult, letGo, NO_OPINION, plain, tellUser } from "../answer.ts";
import { endLoop } from "../../lifecycle/end.ts";
import type { Case } from "./case.ts";

/** Waiting is said once: the user would see the same line at every Stop otherwise. */
export function waitAnswer({ here }: Case, on: string, said: readonly string[]): HookResult {
  const before = here.record.kind === "ok" ? here.record.value.said : [];
  const lines = before.includes(on) ? [...said] : [...said, `[RALPH] The loop waits for ${on}`];
  return lines.length === 0 ? plain(NO_OPINION) : plain(tellUser(lines.join("\n")));
}

/** A loop that has ended. */
export interface Ended {
  readonly kind: "let-go" | "halt";
  readonly record: LoopRecord;
  readonly reason: Reason;
  /** Why, and what could not be written. */
  readonly sentence: string;
  /** What could not be written, a sentence each. */
  readonly unrecorded: readonly string[];
  /** Unix seconds. */
  readonly now: number;
}

/** Ends the loop at an event of its session. */
export function endHere(
  { context, event, here }: Pick<Case, "context" | "event" | "here">,
  record: LoopRecord,
  { kind, reason, evidence }: Extract<Decision, { kind: "let-go" | "halt" }>,
): Ended {
  const now = context.now();
  const problems = endLoop(context.places, record, {
    kind,
    reason,
    evidence,
    event: event.hook_event_name,
    sessionId: event.session_id,
    killSwitch: here.killSwitch,
    now,
  });
  const unrecorded = problems.map((why) => `not recorded: ${why}`);
  return {
    kind,
    record,
    reason,
    sentence: [reason.sentence, ...unrecorded].join("; "),
    unrecorded,
    now,
  };
}

/** Answers with the end; its words are loaded for it alone. */
export async function tellEnd(ended: Ended): Promise<HookResult> {
  const { kind, record, reason, sentence, unrecorded, now } = ended;
  const { describeEnd } = await import("../../lifecycle/end_line.ts");
  const shown = [describeEnd(record, reason, now), ...unrecorded].join("\n");
  return kind === "halt" ? halt(sentence, shown) : letGo(sentence, shown);
}
