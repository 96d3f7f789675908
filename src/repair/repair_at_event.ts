/** Repairs the loop's files at an event of the client. Loaded only if something changed. */
import type { HookContext } from "../lifecycle/context.ts";
import type { HookEvent } from "../lifecycle/event.ts";
import { journalEvent } from "../lifecycle/journal.ts";
import { checkRecord } from "../lifecycle/check_record.ts";
import type { FoundLoop } from "../lifecycle/loop.ts";
import type { Call } from "../store/repair/calls.ts";
import { removeSwitch } from "./repair_files.ts";
import { type NoteRepair, repairLoop } from "./repair_loop.ts";

/**
 * Restores files that a call destroyed, and keeps a line about it for the user.
 *
 * @param calls The calls that ran since the last check of the files.
 * @param work Repairs the files: by default all that differ from their copies.
 * @returns A message for the agent; null if it need not know.
 */
export function repairAtEvent(
  event: HookEvent,
  found: FoundLoop,
  context: HookContext,
  calls: readonly Call[],
  work?: Parameters<typeof repairLoop>[2],
): string | null {
  const { places } = context;
  const { facts: { id }, project } = found;
  const by = calls.length > 0 ? "call" : "user";
  const repair = { places, id, project, calls, by, nowMs: context.nowMs() } as const;
  const note: NoteRepair = (entry) =>
    journalEvent({ ...context, event }, checkRecord(found).record ?? { id }, entry);
  return repairLoop(repair, note, work)?.agent ?? null;
}

/**
 * Removes a kill switch that was made while a call ran, and keeps a line about it for the user.
 *
 * @returns A message for the agent; null if the switch stays.
 */
export function takeBackSwitch(
  event: HookEvent,
  found: FoundLoop,
  context: HookContext,
  call: Call,
): string | null {
  const { killSwitch } = found;
  return repairAtEvent(
    event,
    found,
    context,
    [call],
    (repair) => killSwitch === null ? null : removeSwitch(repair, killSwitch),
  );
}
