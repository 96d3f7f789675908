/**
 * A loop whose facts or record cannot be read: it cannot go on, and that is said.
 *
 * @module
 */
import { isLoopId } from "../../store/records/loop_id.ts";
import { readLoop } from "../../store/records/loops.ts";
import { loopPlaces, type Places } from "../../store/places.ts";
import { foldersOfRepository, resolveHookProject } from "../../store/project.ts";
import { readLoopRecord, readMarker } from "../../store/records/project_marks.ts";
import { type HookResult, NO_OPINION, plain, tellUser } from "../answer.ts";
import type { LoopHere } from "../../lifecycle/loop_here.ts";
import type { HookWorld } from "../../lifecycle/world.ts";

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
export type BrokenRecord = Exclude<LoopHere["record"], { kind: "ok" }>;

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

/** Answers a Stop event in a project in which no loop was found: silent, unless one should be there. */
export function answerWithoutLoop({ env, places }: HookWorld): HookResult {
  const folder = resolveHookProject(env);
  const why = folder === null ? null : foldersOfRepository(folder)
    .map((project) => describeBrokenFacts(places, project))
    .find((sentence) => sentence !== null) ?? null;
  if (why === null) return plain(NO_OPINION);
  const line =
    `[RALPH] The loop of this project does not go on: ${why}. 'ralph stop' clears it away`;
  return plain(tellUser(line), [line]);
}
