/** Notes what a command changed in the journal of the project's loop. Not for hooks. */
import { readGuidance } from "../guidance/document.ts";
import { mergeGuidance } from "../guidance/merge.ts";
import type { Places } from "../store/places.ts";
import { oneLine } from "../text/shorten.ts";
import { journal } from "./journal.ts";
import { activeRecord } from "./loop.ts";

interface CommandNote {
  readonly event: string;
  readonly sentence: string;
  readonly nowMs: number;
}

/**
 * Notes a change of the user's guidance, with what applies from now on, or of what is acknowledged. Does
 * nothing if the project has no active loop.
 */
export function noteCommand(
  places: Places,
  project: string,
  kind: "guidance" | "constraints",
  { event, nowMs, sentence }: CommandNote,
): void {
  const loop = activeRecord(places, project);
  if (loop === null) return;
  const guidance = kind === "guidance"
    ? mergeGuidance({ config: readGuidance(project), loop, nowMs, constraints: [] })
    : undefined;
  const line = { atMs: nowMs, event, kind, sentence: oneLine(sentence), session: null };
  journal(places, loop, { ...line, guidance });
}
