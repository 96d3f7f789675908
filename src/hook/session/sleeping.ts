/**
 * Sleeping beside a session that rests, until it is time to wake it.
 *
 * Only an asynchronous hook may sleep; it is the last one to hold a loop back from its end, so the
 * user's word is looked for all the time.
 *
 * @module
 */
import { identifyProcess, judgeLiveness, type ProcessIdentity } from "../../evidence/liveness.ts";
import { disabled, killSwitch as killSwitchReason } from "../../loop/reason.ts";
import { resume } from "../../loop/time/pausing.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import type { Settings } from "../../store/settings/settings.ts";
import { type HookResult, NO_OPINION, plain } from "../answer.ts";
import { changeRecord, noteInJournal } from "../../lifecycle/change_record.ts";
import { endOnDisk } from "../../lifecycle/ending.ts";
import type { HookEvent } from "../../lifecycle/event.ts";
import { findLoopHere, type LoopHere } from "../../lifecycle/loop_here.ts";
import type { HookWorld } from "../../lifecycle/world.ts";
import { toInstant } from "../../text/instant.ts";

/** How often the sleeping hook looks for a stop, the kill switch and a person, in milliseconds. */
const POLL_MS = 500;

/** How often it looks whether its client is still there, in seconds. */
const CLIENT_CHECK_SECONDS = 300;

/** Whether the record still says what the sleeper sleeps for. */
export type StillWanted = (record: LoopRecord) => boolean;

/** The client that this hook belongs to; null where nobody can tell. */
export function identifyClient({ env }: Pick<HookWorld, "env">): ProcessIdentity | null {
  return env.claudePid === null ? null : identifyProcess(env.claudePid);
}

/**
 * Sleeps in short steps by the wall clock, so that a closed lid does not make it late.
 *
 * @param untilSeconds Unix seconds.
 * @returns `over` where somebody typed, another event came, the loop ended, or the client is gone: a
 * session that another process reopened is not this one's to wake.
 */
export async function sleepUntil(
  untilSeconds: number,
  isStillWanted: StillWanted,
  world: HookWorld,
  client: ProcessIdentity | null = identifyClient(world),
): Promise<"wake" | "over"> {
  let checkedAt = world.now();
  for (;;) {
    const here = findLoopHere(world);
    if (here === null || here.record.kind !== "ok") return "over";
    const record = here.record.value;
    if (!isStillWanted(record)) return "over";
    if (here.killSwitch !== null || !here.hasMarker) {
      endSleeping(here, record, world);
      return "over";
    }
    const leftMs = (untilSeconds - world.now()) * 1000;
    if (leftMs <= 0 || world.now() - checkedAt > CLIENT_CHECK_SECONDS) {
      if (judgeLiveness(client) === "gone") return "over";
      checkedAt = world.now();
    }
    if (leftMs <= 0) return "wake";
    await world.sleep(Math.min(POLL_MS, leftMs));
  }
}

function endSleeping(here: LoopHere, record: LoopRecord, world: HookWorld): void {
  endOnDisk(world.places, record, {
    kind: "halt",
    reason: here.killSwitch === null ? disabled() : killSwitchReason(here.killSwitch),
    evidence: [],
    event: "sleep",
    sessionId: record.owner_session,
    killSwitch: here.killSwitch,
    now: world.now(),
  });
}

/** What a wake needs to know. */
export interface Wake {
  readonly event: HookEvent;
  readonly here: LoopHere;
  readonly settings: Settings;
  readonly isStillWanted: StillWanted;
  /** Why the session is woken, for the agent. */
  readonly note: string;
}

/** Wakes the session: exit code 2, with the next instruction on stderr, as the client wants it. */
export async function wakeSession(
  { event, here, settings, isStillWanted, note }: Wake,
  world: HookWorld,
): Promise<HookResult> {
  const changed = changeRecord(world, here, (record) => {
    if (!isStillWanted(record)) return null;
    return {
      ...resume(record, world.now()),
      wakes: record.wakes + 1,
      turn: { state: "running", since: toInstant(world.now()) },
    };
  });
  if (changed.kind !== "changed") return plain(NO_OPINION);
  const { record } = changed;
  noteInJournal(world, event, record, {
    kind: "wake",
    sentence: `Woke the session (wake ${record.wakes} of ${settings.max_wakes})`,
  });
  const { tellAgain } = await import("../stop/instruct.ts");
  const { text, afterwards } = await tellAgain(world, here, record, [note]);
  return { answer: NO_OPINION, talk: [text], exitCode: 2, afterwards };
}
