/**
 * A Stop event where something of ours is broken: the user's word still counts, and else the user
 * is let go and told why. The record stays as it was (design §4, last line of the order).
 *
 * @module
 */
import { toInstant } from "../loop/pausing.ts";
import { appendJournal } from "../store/journal.ts";
import { loopPlaces } from "../store/places.ts";
import { readSessionRecord } from "../store/session_store.ts";
import { halt, type HookResult, letGo, NO_OPINION, plain } from "./answer.ts";
import type { LoopHere } from "./loop_here.ts";
import type { Case } from "./stop_case.ts";

/**
 * Lets go.
 *
 * @param why What is broken, as the end of a sentence.
 */
export function answerBroken({ world, event, here }: Case, why: string): HookResult {
  if (here.killSwitch !== null || !here.hasMarker) {
    const what = here.killSwitch === null ? "its marker was deleted" : "the kill switch stands";
    return halt(`Loop stopped: ${what} (and ${why}); run 'ralph stop' to clear it away`);
  }
  if (here.record.kind !== "ok" && !tookPart({ world, event, here })) return plain(NO_OPINION);
  const sentence = `ralph could not decide and let go: ${why}; run 'ralph status' to see more`;
  appendJournal(loopPlaces(world.places, here.facts.id).journal, {
    at: toInstant(world.now()),
    event: event.hook_event_name,
    kind: "note",
    code: "internal-error",
    sentence,
    evidence: [],
    iteration: null,
    session: event.session_id,
  });
  return letGo(sentence);
}

/** Of a broken record nobody knows the owner; a session that took part before may be it. */
function tookPart({ world, event, here }: Omit<Case, "receivedAt">): boolean {
  const { project, facts } = here;
  return readSessionRecord(world.places, event.session_id, project, facts.id).kind === "ok";
}

/** What is wrong with a record that is not ok, as the end of a sentence. */
export function describeBroken(read: Exclude<LoopHere["record"], { kind: "ok" }>): string {
  switch (read.kind) {
    case "absent":
      return "the loop's record .claude/ralph-state.json is missing";
    case "newer":
      return `the loop's record was written by a newer ralph (version ${read.version})`;
    case "broken":
      return `the loop's record .claude/ralph-state.json cannot be read: ${read.why}`;
  }
}
