/**
 * A loop whose facts or record cannot be read: it cannot go on, and that is said.
 *
 * @module
 */
import { isLoopId } from "../store/records/loop_id.ts";
import { readLoop } from "../store/records/loops.ts";
import { loopPlaces, type Places } from "../store/places.ts";
import { readLoopRecord, readMarker } from "../store/records/project_marks.ts";
import type { FoundLoop } from "./loop.ts";

/**
 * Why the home folder's facts of the loop that a project's marks name cannot be read.
 *
 * @param places The home's places.
 * @param project The project's root, links resolved.
 * @returns A sentence; null where they can be read, or the home folder knows no loop of that name.
 */
export function describeBrokenFacts(places: Places, project: string): string | null {
  const record = readLoopRecord(project);
  const ids = [record.kind === "ok" ? record.value.id : null, readMarker(project)];
  for (const id of new Set(ids)) {
    if (id === null || !isLoopId(id)) continue;
    const known = readLoop(places, id);
    const path = loopPlaces(places, id).facts;
    if (known.kind === "broken") return `"${path}" cannot be read: ${known.why}`;
    if (known.kind === "newer") return `"${path}" was written by a newer ralph`;
  }
  return null;
}

/** A record that cannot be used. */
export type BrokenRecord = Exclude<FoundLoop["record"], { kind: "ok" }>;

/** What is wrong with a loop's record: the rest of a sentence that begins with whose it is. */
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
