/**
 * A turn of the owner ends while the loop is paused: nothing continues, and the user is told why.
 *
 * @module
 */
import { showLocalTime } from "../../text/instant.ts";
import { describePause } from "../../loop/time/pausing.ts";
import { type HookResult, NO_OPINION, plain, tellUser } from "../answer.ts";
import { endAsAsked } from "../end_asked.ts";
import type { HookEvent } from "../../lifecycle/event.ts";
import type { FoundLoop } from "../../lifecycle/loop.ts";
import type { HookContext } from "../../lifecycle/context.ts";

/** Answers a Stop of the owner over a paused loop. */
export function answerPaused(event: HookEvent, here: FoundLoop, context: HookContext): HookResult {
  if (here.record.kind !== "ok" || here.record.value.pause === null) return plain(NO_OPINION);
  const ended = endAsAsked(event, here, context);
  if (ended !== null) return ended;
  const { pause, owner_session: owner } = here.record.value;
  const local = pause.until === null ? null : showLocalTime(pause.until);
  return plain(tellUser(`[RALPH] The loop is ${describePause(pause, owner, local)}.`));
}
