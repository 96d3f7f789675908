/**
 * The time of the turn that an ending or a closing cuts off: active time too.
 *
 * @module
 */
import { countActivity } from "../loop/time/active_time.ts";
import type { LoopRecord } from "../store/records/loop_record.ts";
import { noteGaps } from "./gaps.ts";
import type { LoopHere } from "./loop_here.ts";
import { settingsOf } from "./settings_of.ts";
import { readTick } from "./tick.ts";
import type { HookWorld } from "./world.ts";

/**
 * Counts what was done since the loop's last event. The user's word must not wait for it or fail by
 * it: what cannot be read counts nothing, and whatever goes wrong leaves the record as it is.
 *
 * @param world The hook's world.
 * @param here The loop.
 * @param record Its record; a paused or stopped one has no turn.
 * @param transcriptPath The owner's transcript, where the event names one.
 * @param options `isClosing`: the session ends here, and calls in flight with it.
 */
export function countLastTurn(
  world: HookWorld,
  here: Pick<LoopHere, "project" | "facts">,
  record: LoopRecord,
  transcriptPath: string | null | undefined,
  { isClosing = false }: { readonly isClosing?: boolean } = {},
): LoopRecord {
  if (record.state !== "running" && record.state !== "draining") return record;
  try {
    const now = world.now();
    const { settings } = settingsOf(world, here, record);
    const { record: ticked, activity } = readTick(
      world.places,
      record,
      transcriptPath ?? null,
      now,
      { closedAt: isClosing ? now : null },
    );
    noteGaps(world, "clock", { record: ticked, activity, settings, now });
    return countActivity(ticked, activity, settings, now);
  } catch {
    return record;
  }
}
