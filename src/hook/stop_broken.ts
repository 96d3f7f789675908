/**
 * A Stop event where something of ours is broken: the user's word still counts, and else the user
 * is let go and told why. The record stays as it was (design §4, last line of the order).
 *
 * @module
 */
import { disabled, killSwitch } from "../loop/reason.ts";
import { projectPlaces } from "../store/places.ts";
import { readSessionRecord } from "../store/session_store.ts";
import { setAside } from "../store/set_aside.ts";
import { halt, type HookResult, letGo, NO_OPINION, plain, tellUser } from "./answer.ts";
import { endOnDisk } from "./ending.ts";
import { type LoopHere, recordOf } from "./loop_here.ts";
import type { Case } from "./stop_case.ts";
import { noteTrouble } from "./trouble.ts";

/**
 * Lets go.
 *
 * @param why What is broken, as the end of a sentence.
 */
export function answerBroken(one: Case, why: string): HookResult {
  const { world, event, here } = one;
  const isReadable = here.record.kind === "ok";
  if (here.killSwitch !== null || !here.hasMarker) {
    const sentence = endByUser(one, why);
    return isReadable || tookPart(one) ? halt(sentence) : plain(tellUser(`[RALPH] ${sentence}`));
  }
  if (!isReadable && !tookPart(one)) return plain(NO_OPINION);
  const sentence = `ralph could not decide and let go: ${why}; run 'ralph status' to see more`;
  noteTrouble(world, event, { code: "internal-error", sentence, isStop: true }, here);
  return letGo(sentence);
}

/** The user's word ends the loop even so, once and for all; what cannot be read is kept. */
function endByUser({ world, event, here }: Case, why: string): string {
  const reason = here.killSwitch === null ? disabled() : killSwitch(here.killSwitch);
  const isBroken = here.record.kind === "broken" || here.record.kind === "newer";
  const kept = isBroken ? setAside(projectPlaces(here.project).state) : null;
  const problems = endOnDisk(world.places, recordOf(here), {
    kind: "halt",
    reason,
    evidence: [why],
    event: event.hook_event_name,
    sessionId: event.session_id,
    killSwitch: here.killSwitch,
    now: world.now(),
  });
  return [
    `${reason.sentence} (${why})`,
    ...(kept?.kind === "aside" ? [`its record is kept as ${kept.path}`] : []),
    ...problems.map((problem) => `not recorded: ${problem}`),
  ].join("; ");
}

/** Of a broken record nobody knows the owner; a session that took part before may be it. */
function tookPart({ world, event, here }: Case): boolean {
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
