/**
 * The answers to a Stop event that lets the session rest or ends the loop.
 *
 * @module
 */
import type { Decision } from "../loop/decision.ts";
import type { LoopRecord } from "../store/loop_record.ts";
import { halt, type HookResult, letGo, NO_OPINION, plain, tellUser } from "./answer.ts";
import { describeEnd } from "./end_line.ts";
import { endOnDisk } from "./ending.ts";
import type { Case } from "./stop_case.ts";

/** Waiting is said once: the user would see the same line at every Stop otherwise. */
export function waitAnswer({ here }: Case, on: string, said: readonly string[]): HookResult {
  const before = here.record.kind === "ok" ? here.record.value.said : [];
  const lines = before.includes(on) ? [...said] : [...said, `[RALPH] The loop waits for ${on}`];
  return lines.length === 0 ? plain(NO_OPINION) : plain(tellUser(lines.join("\n")));
}

/** Ends the loop and answers; what could not be written is said too. */
export function endBy(
  { world, event, here }: Case,
  record: LoopRecord,
  decision: Extract<Decision, { kind: "let-go" | "halt" }>,
): HookResult {
  const problems = endOnDisk(world.places, record, {
    kind: decision.kind,
    reason: decision.reason,
    evidence: decision.evidence,
    event: event.hook_event_name,
    sessionId: event.session_id,
    killSwitch: here.killSwitch,
    now: world.now(),
  });
  const unrecorded = problems.map((why) => `not recorded: ${why}`);
  const sentence = [decision.reason.sentence, ...unrecorded].join("; ");
  const shown = [describeEnd(record, decision.reason, world.now()), ...unrecorded].join("\n");
  return decision.kind === "halt" ? halt(sentence, shown) : letGo(sentence, shown);
}
