/**
 * A Stop event where something of ralph's is broken. The user can still end the loop; otherwise the
 * stop is allowed, the user is told why, and the record stays as it was.
 *
 * @module
 */
import { disabled, killSwitch } from "../../loop/reason.ts";
import { projectPlaces } from "../../store/places.ts";
import { readSessionRecord } from "../../store/records/session_store.ts";
import { setAside } from "../../store/files/set_aside.ts";
import { halt, type HookResult, letGo, NO_OPINION, plain, tellUser } from "../answer.ts";
import { type BrokenRecord, describeBrokenRecord } from "./broken_facts.ts";
import { endOnDisk } from "../../lifecycle/ending.ts";
import { recordOf } from "../../lifecycle/loop_here.ts";
import type { Case } from "./case.ts";
import { noteTrouble } from "../trouble.ts";

/** What is broken: a record that is not ok, or the end of a sentence. */
export type Broken = string | BrokenRecord;

/** Allows the stop and says why. */
export function answerBroken(one: Case, what: Broken): HookResult {
  const why = typeof what === "string" ? what : `the loop's ${describeBrokenRecord(what)}`;
  const { world, event, here } = one;
  const isReadable = here.record.kind === "ok";
  if (here.killSwitch !== null || !here.hasMarker) {
    const sentence = endByUser(one, why);
    return isReadable || tookPart(one) ? halt(sentence) : plain(tellUser(`[RALPH] ${sentence}`));
  }
  if (!isReadable && !tookPart(one)) return plain(NO_OPINION);
  const sentence = `ralph failed, so the stop was allowed: ${why}; run 'ralph status' to see more`;
  noteTrouble(world, event, { code: "internal-error", sentence, isStop: true }, here);
  return letGo(sentence);
}

/** The user ends the loop even so, for good; what cannot be read is kept. */
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
