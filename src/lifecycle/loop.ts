/** The loop of the project that a hook was called in, if there is one. */
import { blankRecord } from "./blank_record.ts";
import type { OpenRecord } from "../store/records/json_record.ts";
import { LOOP_RECORD_VERSION, type LoopRecord } from "../store/records/loop_record.ts";
import { attempt, RecordError } from "../error.ts";
import { exists, isInSmallFolder, removeFile } from "../store/files/presence.ts";
import { activeLoop } from "../store/repair/calls.ts";
import { listLoops, type LoopFacts, loopRecordFile, readLoop } from "../store/records/loops.ts";
import { activeFile, loopPlaces, type Places, projectPlaces } from "../store/places.ts";
import { areOneLine, findGitTop, findWayOut, foldersOfHook, isWithin } from "../store/project.ts";
import {
  findKillSwitch,
  hasMarker,
  openLoopRecord,
  readLoopRecord,
  readMarker,
} from "../store/records/project_marks.ts";
import type { HookContext } from "./context.ts";

/** A project's loop. */
export interface FoundLoop {
  readonly facts: LoopFacts;
  readonly project: string;
  /** The folder of the session that the hook was called for: the project's, or one below it. */
  readonly calledIn: string;
  /** The git top level above the project; null outside of git. */
  readonly gitTop: string | null;
  readonly hasMarker: boolean;
  /** The path of the kill switch; null if it is not set. */
  readonly killSwitch: string | null;
  /** The session that the record names, null while unclaimed; undefined if that is unknown. */
  readonly owner: string | null | undefined;
  /** No limit can be reached within a turn before this instant; null if that is unknown. */
  readonly limitLookAtMs: number | null;
  /** Null if it cannot be used. Checked when it is asked for. */
  readonly record: LoopRecord | null;
  /** What is wrong with the record, to follow "the loop's" or "its"; empty if it can be used. */
  readonly damage: string;
  /** Whether another version of ralph wrote the record, so that it can be used there. */
  readonly isOfOtherVersion: boolean;
}

/** Why a loop cannot be shown. */
export interface Damage {
  /** A sentence. */
  readonly what: string;
  readonly isOfOtherVersion: boolean;
}

/** A loop whose record can be used. */
export interface Loop extends FoundLoop {
  readonly record: LoopRecord;
}

/** Narrows a loop to one whose record can be used; null for any other, and for none. */
export function openLoop(found: FoundLoop | null): Loop | null {
  return found?.record ? { ...found, record: found.record } : null;
}

/** Reads the files again that a user may create or delete at any moment: marker and kill switch. */
export function readUsersMarks(
  { project, gitTop, calledIn }: FoundLoop,
): Pick<FoundLoop, "hasMarker" | "killSwitch"> {
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
  return areOneLine(folderOfStart(loop), loop.calledIn) ||
    session !== null && loop.owner === session;
}

/** The folder that `start` was called in, links resolved. */
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
 * Finds the loop of a project that has not ended, though both its marks are gone: nobody recorded an
 * end, so `status` must not say that no loop is there, and `stop` can end it, also if the project is gone.
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
  { fields, read }: OpenRecord<LoopRecord>,
): FoundLoop {
  const gitTop = findGitTop(place.project);
  const killSwitch = findKillSwitch(place.project, gitTop, place.calledIn);
  // docs/start-up.md
  // docs/start-up.md
  let use: RecordUse | undefined;
  const useRecord = () => use ??= useOf(() => ownRecord(read(), facts));
  return {
    facts,
    ...place,
    gitTop,
    killSwitch,
    owner: ownerIn(fields, facts),
    limitLookAtMs: instantIn(fields?.["limit_look_at"]),
    get record() {
      return useRecord().record;
    },
    get damage() {
      return useRecord().damage;
    },
    get isOfOtherVersion() {
      return useRecord().isOfOtherVersion;
    },
  };
}

/** The session that a record names, if it is the loop's; undefined if that is unknown. */
function ownerIn(fields: OpenRecord<LoopRecord>["fields"], facts: LoopFacts) {
  const owner = fields?.["owner_session"];
  const isOwn = Number(fields?.["version"]) <= LOOP_RECORD_VERSION &&
    fields?.["id"] === facts.id && fields["project"] === facts.project;
  return isOwn && (typeof owner === "string" || owner === null) ? owner : undefined;
}

/** The instant of a field, epoch milliseconds; null for anything else. */
function instantIn(value: unknown): number | null {
  const atMs = typeof value === "string" ? Date.parse(value) : NaN;
  return Number.isFinite(atMs) ? atMs : null;
}

type RecordUse = Pick<FoundLoop, "record" | "damage" | "isOfOtherVersion">;

function useOf(read: () => LoopRecord | null): RecordUse {
  try {
    const record = read();
    const damage = record === null ? "record .claude/ralph-state.json is missing" : "";
    return { record, damage, isOfOtherVersion: false };
  } catch (error) {
    if (!(error instanceof RecordError)) throw error;
    const { isOfOtherVersion } = error;
    const damage = isOfOtherVersion
      ? `record is of another version of ralph: ${error.why}`
      : `record .claude/ralph-state.json cannot be read: ${error.why}`;
    return { record: null, damage, isOfOtherVersion };
  }
}

/** The record of the project's loop, whoever owns it; null if none is active or it is unusable. */
export function activeRecord(places: Places, project: string): LoopRecord | null {
  return findLoop(places, project)?.record ?? null;
}

/** Reads a loop's record from disk; null if it is gone. @throws {RecordError} It cannot be used. */
export function readOwnRecord(
  { project, facts }: Pick<FoundLoop, "project" | "facts">,
): LoopRecord | null {
  return ownRecord(readLoopRecord(project), facts);
}

/**
 * Accepts only this loop's record. A checkout may bring another loop's; and whoever can write to the
 * project could name another project in it, to end its loop, or any file on the disk, to be shown.
 */
function ownRecord(record: LoopRecord | null, facts: LoopFacts): LoopRecord | null {
  if (record === null) return null;
  const stranger = findStranger(record, facts);
  const why = record.id !== facts.id
    ? `it is the record of another loop (${record.id})`
    : record.project !== facts.project
    ? `it names another project (${record.project})`
    : stranger !== null
    ? `it names a plan outside of the project (${stranger})`
    : null;
  if (why === null) return record;
  throw new RecordError(projectPlaces(facts.project).state, why);
}

/** A plan outside of the project that `start` did not choose; null if the record names none. */
function findStranger({ focus }: LoopRecord, facts: LoopFacts): string | null {
  if (facts.focus === undefined) return null;
  const chosen = new Set([facts.focus, ...facts.focusCandidates ?? []]);
  const named = [...focus.path === null ? [] : [focus.path], ...focus.candidates];
  return named.find((path) =>
    !chosen.has(path) &&
    (findWayOut(facts.project, path) !== null || !isWithin(path, facts.project))
  ) ?? null;
}

/** Reads the facts of a loop of this project that has not ended; null for any other id. */
function factsOf(places: Places, id: string | null, project: string): LoopFacts | null {
  const loop = id === null ? null : attempt(() => readLoop(places, id));
  return loop === null || loop.hasEnded || loop.facts.project !== project ? null : loop.facts;
}

/** The record or, if it cannot be used, a blank record with which the loop can be ended. */
export function recordOf({ record, facts, project }: FoundLoop): LoopRecord {
  return record ??
    blankRecord({ id: facts.id, project, driver: facts.driver, startedAt: facts.startedAt });
}

/**
 * Finds out why the facts, in the home folder, of the loop that a project's marks name are unreadable.
 *
 * @returns Null if they can be read, or the home folder does not know the loop.
 */
export function findBrokenFacts(places: Places, project: string): Damage | null {
  const ids = [openLoopRecord(project).fields?.["id"], readMarker(project)].map(String);
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
