/** Notes what a command changed in the journal of the project's loop. Not for hooks. */
import { readGuidance } from "../guidance/document.ts";
import { mergeGuidance } from "../guidance/merge.ts";
import type { Places } from "../store/places.ts";
import type { LoopRecord } from "../store/records/loop_record.ts";
import { oneLine } from "../text/shorten.ts";
import { journal } from "./journal.ts";
import { activeRecord } from "./loop.ts";

interface CommandNote {
  readonly event: string;
  readonly sentence: string;
  readonly nowMs: number;
}

/**
 * Notes a change of the user's guidance, and what applies from now on. Does nothing where the project
 * has no active loop.
 */
export function noteGuidance(places: Places, project: string, note: CommandNote): void {
  const loop = activeRecord(places, project);
  if (loop === null) return;
  const config = readGuidance(project);
  const { nowMs } = note;
  const { encouraged, forbidden } = mergeGuidance({ config, loop, nowMs, constraints: [] });
  write(places, loop, "guidance", note, {
    guidance: { encouraged: [...encouraged], forbidden: [...forbidden] },
  });
}

/**
 * Notes that constraints were acknowledged, or shown again. Does nothing where the project has no
 * active loop.
 */
export function noteConstraints(places: Places, project: string, note: CommandNote): void {
  const loop = activeRecord(places, project);
  if (loop !== null) write(places, loop, "constraints", note);
}

function write(
  places: Places,
  loop: LoopRecord,
  kind: string,
  { event, nowMs, sentence }: CommandNote,
  more: Pick<Parameters<typeof journal>[2], "guidance"> = {},
): void {
  const line = { atMs: nowMs, event, kind, sentence: oneLine(sentence), session: null };
  journal(places, loop, { ...line, ...more });
}
