/** The loop of the project that a hook was called in, if there is one. */
import { blankRecord } from "./blank_record.ts";
import type { OpenRecord } from "../store/records/json_record.ts";
import { LOOP_RECORD_VERSION, type LoopRecord } from "../store/records/loop_record.ts";
import { attempt, RecordError } from "../error.ts";
import { exists, isInSmallFolder, removeFile } from "../store/files/presence.ts";
import { activeLoop } from "../store/repair/calls.ts";
import { listLoops, type LoopFacts, loopRecordFile, readLoop } from "../store/records/loops.ts";
import { activeFile, loopPlaces, type Places, projectPlaces } from "../store/places.ts";
import { areNested, findGitTop, foldersOfHook } from "../store/project.ts";
import {
  findKillSwitch,
  hasMarker,
  openLoopRecord,
  readMarker,
} from "../store/records/project_marks.ts";
import { checkRecord, type Damage } from "./check_record.ts";
import type { HookContext } from "./context.ts";

/** A project's loop, with the files that a user may create or delete at any moment. */
export interface LoopPlace {
  readonly facts: LoopFacts;
  readonly project: string;
  /** The folder of the session that the hook was called for: the project's, or one below it. */
  readonly calledIn: string;
  /** The git top level above the project; null outside of git. */
  readonly gitTop: string | null;
  readonly hasMarker: boolean;
  /** The path of the kill switch; null if it is not set. */
  readonly killSwitch: string | null;
}

/**
 * A loop as it was read. Its record is checked by {@linkcode checkRecord} only: a guarded call needs two
 * fields of it, and checking all of them costs 2 % of its time.
 */
export interface FoundLoop extends LoopPlace {
  /** The record's file as it was read. */
  readonly file: OpenRecord<LoopRecord>;
  /** The session that the record names, null while unclaimed; undefined if that is unknown. */
  readonly owner: string | null | undefined;
  /** No limit can be reached within a turn before this instant; null if that is unknown. */
  readonly limitLookAtMs: number | null;
}

/** A loop whose record can be used. */
export interface Loop extends LoopPlace {
  readonly record: LoopRecord;
}

/** Opens a loop whose record can be used; returns null for any other, and for none. */
export function openLoop(found: FoundLoop | null): Loop | null {
  const record = found === null ? null : checkRecord(found).record;
  return found === null || record === null ? null : { ...found, record };
}

/** Reads the files again that a user may create or delete at any moment: marker and kill switch. */
export function readUsersMarks(
  { project, gitTop, calledIn }: LoopPlace,
): Pick<LoopPlace, "hasMarker" | "killSwitch"> {
  return {
    hasMarker: hasMarker(project),
    killSwitch: findKillSwitch(project, gitTop, calledIn),
  };
}

/**
 * Finds the loop of the project that the client names in a hook: the nearest in its folder, or above
 * it in the same repository, that reaches the session.
 */
export function findSessionLoop(
  { env, places }: Pick<HookContext, "env" | "places">,
): FoundLoop | null {
  const folders = foldersOfHook(env);
  for (const project of folders) {
    const here = findLoop(places, project, folders[0]);
    if (here !== null && (project === folders[0] || isReached(here, env.sessionId))) return here;
  }
  return null;
}

/**
 * Checks whether a loop applies to a session: the session owns it, or works in the folder that the loop was
 * started in, above or below it. Packages side by side stay separate.
 */
export function isReached(loop: FoundLoop, session: string | null): boolean {
  return areNested(folderOfStart(loop), loop.calledIn) ||
    session !== null && loop.owner === session;
}

/** Returns the folder that `start` was called in, links resolved. */
export function folderOfStart({ facts, project }: FoundLoop): string {
  return facts.startedIn ?? project;
}

/**
 * Finds the loop of a project. Ignores marks of a loop that the home folder does not know, since
 * anybody can put files into a repository.
 *
 * @param calledIn The folder of the session that asks.
 */
export function findLoop(
  places: Places,
  project: string,
  calledIn: string = project,
): FoundLoop | null {
  const { state, marker } = projectPlaces(project);
  const isMarked = isInSmallFolder(marker);
  if (!isMarked && !isInSmallFolder(state)) return null;
  const file = openLoopRecord(project);
  const named = file.fields?.["id"];
  const facts = (typeof named === "string" ? factsOf(places, named, project) : null) ??
    factsOf(places, readMarker(project), project);
  return facts && loopOf(facts, { project, calledIn, hasMarker: isMarked }, file);
}

/**
 * Finds the loop of a project that has not ended, though both its marks are gone: no end was recorded,
 * so `status` must not say that no loop is there, and `stop` can end it, also if the project is gone.
 */
export function findVanishedLoop(places: Places, project: string): FoundLoop | null {
  const [living] = listLoops(places, project, { isActive: true });
  return living === undefined ? null : findUnmarkedLoop(places, project, living.facts.id);
}

/**
 * Finds a loop that has not ended by its id, though its project no longer contains a mark of it: with
 * the record that ralph last wrote.
 *
 * @param calledIn The folder of the session that asks.
 */
export function findUnmarkedLoop(
  places: Places,
  project: string,
  id: string,
  calledIn: string = project,
): FoundLoop | null {
  const facts = factsOf(places, id, project);
  const copy = loopRecordFile(loopPlaces(places, id).recordCopy);
  return facts && loopOf(facts, { project, calledIn, hasMarker: false }, copy.open());
}

/**
 * Finds a session's loop if the project itself shows none.
 *
 * @returns The loop without a marker, with the record that ralph last wrote; null if the session
 *   has no loop that has not ended.
 */
export function findLostLoop(
  { env, places }: Pick<HookContext, "env" | "places">,
  session: string,
): FoundLoop | null {
  const active = activeLoop(places, session);
  const folders = foldersOfHook(env);
  if (active === null || !folders.includes(active.project)) return null;
  const here = findUnmarkedLoop(places, active.project, active.id, folders[0]);
  // An end that was cut off is finished at the session's next Stop.
  if (here !== null || exists(loopPlaces(places, active.id).copiesDir)) return here;
  removeFile(activeFile(places, session));
  return null;
}

function loopOf(
  facts: LoopFacts,
  place: Pick<FoundLoop, "project" | "calledIn" | "hasMarker">,
  file: OpenRecord<LoopRecord>,
): FoundLoop {
  const gitTop = findGitTop(place.project);
  const killSwitch = findKillSwitch(place.project, gitTop, place.calledIn);
  // docs/start-up.md
  // docs/start-up.md
  return {
    facts,
    ...place,
    gitTop,
    killSwitch,
    file,
    owner: ownerIn(file.fields, facts),
    limitLookAtMs: instantIn(file.fields?.["limit_look_at"]),
  };
}

/** Reads the session that a record names, if it is the loop's; undefined if that is unknown. */
function ownerIn(fields: OpenRecord<LoopRecord>["fields"], facts: LoopFacts) {
  const owner = fields?.["owner_session"];
  const isOwn = Number(fields?.["version"]) <= LOOP_RECORD_VERSION &&
    fields?.["id"] === facts.id && fields["project"] === facts.project;
  return isOwn && (typeof owner === "string" || owner === null) ? owner : undefined;
}

/** Reads the instant of a field, epoch milliseconds; null for anything else. */
function instantIn(value: unknown): number | null {
  const atMs = typeof value === "string" ? Date.parse(value) : NaN;
  return Number.isFinite(atMs) ? atMs : null;
}

/** Reads the record of the project's loop, whoever owns it; null if none is active or it is unusable. */
export function activeRecord(places: Places, project: string): LoopRecord | null {
  return openLoop(findLoop(places, project))?.record ?? null;
}

/** Reads the facts of a loop of this project that has not ended; null for any other id. */
function factsOf(places: Places, id: string | null, project: string): LoopFacts | null {
  const loop = id === null ? null : attempt(() => readLoop(places, id));
  return loop === null || loop.hasEnded || loop.facts.project !== project ? null : loop.facts;
}

/** Returns the record or, if it cannot be used, a blank record with which the loop can be ended. */
export function recordOf(found: FoundLoop): LoopRecord {
  return checkRecord(found).record ?? blankRecordOf(found);
}

/** Makes a blank record, with which a loop can be ended whose record cannot be used. */
export function blankRecordOf(
  { facts, project }: Pick<LoopPlace, "facts" | "project">,
): LoopRecord {
  const { id, driver, startedAt } = facts;
  return blankRecord({ id, project, driver, startedAt });
}

/**
 * Finds out why the facts, in the home folder, of the loop that a project's marks name are unreadable.
 *
 * @returns Null if they can be read, or the home folder does not know the loop.
 */
export function findBrokenFacts(places: Places, project: string): Damage | null {
  const ids = [openLoopRecord(project).fields?.["id"], readMarker(project)]
    .filter((id) => typeof id === "string");
  for (const id of new Set(ids)) {
    try {
      readLoop(places, id);
    } catch (error) {
      if (!(error instanceof RecordError)) throw error;
      const { isOfOtherVersion } = error;
      const what = isOfOtherVersion
        ? `it was begun by another version of ralph: ${error.why}`
        : `"${error.path}" cannot be read: ${error.why}`;
      return { what, isOfOtherVersion };
    }
  }
  return null;
}
