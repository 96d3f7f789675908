/**
 * A Stop event where something of ralph's is broken. The user can still end the loop; otherwise the
 * stop is allowed, the user is told why, and the record stays as it was.
 *
 * @module
 */
import { disabled, killSwitch } from "../../loop/reason.ts";
import { projectPlaces } from "../../store/places.ts";
import { foldersOfRepository, resolveHookProject } from "../../store/project.ts";
import { readSessionRecord } from "../../store/records/session_store.ts";
import { setAside } from "../../store/files/set_aside.ts";
import { halt, type HookResult, letGo, NO_OPINION, plain, tellUser } from "../answer.ts";
import {
  type BrokenRecord,
  describeBrokenFacts,
  describeBrokenRecord,
} from "../../lifecycle/damage.ts";
import { endLoop } from "../../lifecycle/end.ts";
import { recordOf } from "../../lifecycle/loop.ts";
import type { HookContext } from "../../lifecycle/context.ts";
import type { Case } from "./case.ts";
import { noteTrouble } from "../trouble.ts";

/** What is broken: a record that is not ok, or the end of a sentence. */
export type Broken = string | BrokenRecord;

/** Allows the stop and says why. */
export function answerBroken(one: Case, what: Broken): HookResult {
  const why = typeof what === "string" ? what : `the loop's ${describeBrokenRecord(what)}`;
  const { context, event, here } = one;
  const isReadable = here.record.kind === "ok";
  if (here.killSwitch !== null || !here.hasMarker) {
    const sentence = endByUser(one, why);
    return isReadable || tookPart(one) ? halt(sentence) : plain(tellUser(`[RALPH] ${sentence}`));
  }
  if (!isReadable && !tookPart(one)) return plain(NO_OPINION);
  const sentence = `ralph failed, so the stop was allowed: ${why}; run 'ralph status' to see more`;
  noteTrouble(context, event, { code: "internal-error", sentence, isStop: true }, here);
  return letGo(sentence);
}

/** The user ends the loop even so, for good; what cannot be read is kept. */
function endByUser({ context, event, here }: Case, why: string): string {
  const reason = here.killSwitch === null ? disabled() : killSwitch(here.killSwitch);
  const isBroken = here.record.kind === "broken" || here.record.kind === "newer";
  const kept = isBroken ? setAside(projectPlaces(here.project).state) : null;
  const problems = endLoop(context.places, recordOf(here), {
    kind: "halt",
    reason,
    evidence: [why],
    event: event.hook_event_name,
    sessionId: event.session_id,
    killSwitch: here.killSwitch,
    now: context.now(),
  });
  return [
    `${reason.sentence} (${why})`,
    ...(kept?.kind === "aside" ? [`its record is kept as ${kept.path}`] : []),
    ...problems.map((problem) => `not recorded: ${problem}`),
  ].join("; ");
}

/** Of a broken record nobody knows the owner; a session that took part before may be it. */
function tookPart({ context, event, here }: Case): boolean {
  const { project, facts } = here;
  return readSessionRecord(context.places, event.session_id, project, facts.id).kind === "ok";
}

/** Answers a Stop event in a project in which no loop was found: silent, unless one should be there. */
export function answerWithoutLoop({ env, places }: HookContext): HookResult {
  const folder = resolveHookProject(env);
  const why = folder === null ? null : foldersOfRepository(folder)
    .map((project) => describeBrokenFacts(places, project))
    .find((sentence) => sentence !== null) ?? null;
  if (why === null) return plain(NO_OPINION);
  const line =
    `[RALPH] The loop of this project does not go on: ${why}. 'ralph stop' clears it away`;
  return plain(tellUser(line), [line]);
}
