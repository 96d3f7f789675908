/** Describes a loop that cannot continue, since its facts or record cannot be read. */
import { isLoopId } from "../store/records/loop_id.ts";
import { readLoop } from "../store/records/loops.ts";
import { loopPlaces, type Places } from "../store/places.ts";
import { readLoopRecord, readMarker } from "../store/records/project_marks.ts";
import type { FoundLoop } from "./loop.ts";

/**
 * Describes why the facts, in the home folder, of the loop that a project's marks name are unreadable.
 *
 * @param project The project's root, links resolved.
 * @returns A sentence; null where they can be read, or the home folder does not know the loop.
 */
export function describeBrokenFacts(places: Places, project: string): string | null {
  const record = readLoopRecord(project);
  const ids = [record.kind === "ok" ? record.value.id : null, readMarker(project)];
  for (const id of new Set(ids)) {
    if (id === null || !isLoopId(id)) continue;
    const loop = readLoop(places, id);
    const path = loopPlaces(places, id).facts;
    if (loop.kind === "broken") return `"${path}" cannot be read: ${loop.why}`;
    if (loop.kind === "newer") return `"${path}" was written by a newer ralph`;
  }
  return null;
}

/** A record that cannot be used. */
export type BrokenRecord = Exclude<FoundLoop["record"], { kind: "ok" }>;

/** Describes what is wrong with a loop's record, to follow "the loop's" or "its". */
export function describeBrokenRecord(read: BrokenRecord): string {
  switch (read.kind) {
    case "absent":
      return "record .claude/ralph-state.json is missing";
    case "newer":
      return `record was written by a newer ralph (version ${read.version})`;
    case "broken":
      return `record .claude/ralph-state.json cannot be read: ${read.why}`;
  }
}
