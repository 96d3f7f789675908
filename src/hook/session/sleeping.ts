/**
 * Sleeps next to a resting session until it is time to wake it.
 *
 * Only an asynchronous hook may sleep. No other hook runs meanwhile, so it checks all the time
 * whether the user asked for the loop's end.
 */
import { identifyClient, judgeLiveness, type ProcessIdentity } from "../../evidence/liveness.ts";
import { judgeRequestedEnd } from "../../loop/rules/requested_end.ts";
import { resume } from "../../loop/time/pausing.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import type { Settings } from "../../store/settings/settings.ts";
import { type HookResult, NO_OPINION, plain } from "../answer.ts";
import { changeLoop } from "../../lifecycle/change.ts";
import { journalEvent, spanUntil } from "../../lifecycle/journal.ts";
import { endLoop } from "../../lifecycle/end.ts";
import type { LoopEvent } from "../../lifecycle/event.ts";
import { findSessionLoop, openLoop } from "../../lifecycle/loop.ts";
import type { HookContext } from "../../lifecycle/context.ts";

/** How often the sleeping hook looks for a stop, the kill switch and a person, in milliseconds. */
const POLL_MS = 500;

/** How often it looks whether its client is still there. */
const CLIENT_CHECK_MS = 300_000;

type StillWanted = (record: LoopRecord) => boolean;

/**
 * Sleeps in short steps by the wall clock, so that a closed lid does not make it late.
 *
 * @param isStillWanted Called with the newest record at each step.
 * @param client The client; once it is gone, no session can be woken.
 * @returns `over` if a person typed, another event came, the loop ended, or the client is gone.
 */
export async function sleepUntil(
  untilMs: number,
  isStillWanted: StillWanted,
  context: HookContext,
  client: ProcessIdentity | null = identifyClient(context.env),
): Promise<"wake" | "over"> {
  let checkedAtMs = context.nowMs();
  for (;;) {
    const here = findSessionLoop(context);
    const record = openLoop(here)?.record ?? null;
    if (here === null || record === null || !isStillWanted(record)) return "over";
    const asked = judgeRequestedEnd(record, here);
    if (asked !== null) {
      const { killSwitch } = here;
      const by = { event: "sleep", sessionId: record.ownerSession, killSwitch };
      endLoop(context.places, record, { ...asked, ...by, nowMs: context.nowMs() });
      return "over";
    }
    const leftMs = untilMs - context.nowMs();
    if (leftMs <= 0 || context.nowMs() - checkedAtMs > CLIENT_CHECK_MS) {
      if (judgeLiveness(client) === "gone") return "over";
      checkedAtMs = context.nowMs();
    }
    if (leftMs <= 0) return "wake";
    await context.sleep(Math.min(POLL_MS, leftMs));
  }
}

interface Wake {
  readonly settings: Pick<Settings, "max_wakes">;
  readonly isStillWanted: StillWanted;
  /** Why the session is woken, for the agent. */
  readonly note: string;
}

/** Wakes the session: exit code 2, with the next instruction on stderr, as the client wants it. */
export async function wakeSession(
  call: LoopEvent,
  { settings, isStillWanted, note }: Wake,
): Promise<HookResult> {
  let span: ReturnType<typeof spanUntil>;
  const record = changeLoop(call, call.loop, (present) => {
    if (!isStillWanted(present)) return null;
    span = spanUntil(present, call.nowMs());
    return {
      ...resume(present, call.nowMs()),
      wakes: present.wakes + 1,
      turn: { state: "running", since: call.nowMs() },
    };
  });
  if (record === null) return plain(NO_OPINION);
  const sentence = `Woke the session (wake ${record.wakes} of ${settings.max_wakes})`;
  journalEvent(call, record, { kind: "wake", sentence, span });
  const { renderBriefing } = await import("./brief.ts");
  const { text, afterwards } = await renderBriefing(call, record, [note]);
  return { answer: NO_OPINION, talk: [text], exitCode: 2, afterwards };
}
