/** The loop of the project that a hook was called in, if there is one. */
import { blankRecord } from "./blank_record.ts";
import type { LoopRecord } from "../store/records/loop_record.ts";
import type { RecordRead } from "../store/records/json_record.ts";
import { type LoopFacts, readLoop } from "../store/records/loops.ts";
import type { Places } from "../store/places.ts";
import {
  areOneLine,
  findGitTop,
  findWayOut,
  foldersOfRepository,
  isWithin,
  resolveHookProject,
} from "../store/project.ts";
import {
  findKillSwitch,
  hasMarker,
  readLoopRecord,
  readMarker,
} from "../store/records/project_marks.ts";
import type { HookContext } from "./context.ts";

/** A project's loop, without its record. */
export interface LoopFiles {
  readonly facts: LoopFacts;
  readonly project: string;
  /** The folder of the session that the hook was called for: the project's, or one below it. */
  readonly calledIn: string;
  /** The git top level above the project; null outside of git. */
  readonly gitTop: string | null;
  readonly hasMarker: boolean;
  /** The path of the kill switch; null where it is not set. */
  readonly killSwitch: string | null;
}

/** A loop, with its record as it was read. */
export interface FoundLoop extends LoopFiles {
  readonly record: RecordRead<LoopRecord>;
}

/** A loop whose record can be used. */
export interface Loop extends LoopFiles {
  readonly record: LoopRecord;
}

/**
 * Narrows a loop to one whose record can be used.
 *
 * @returns Null where the record is missing, broken or newer.
 */
export function openLoop(found: FoundLoop): Loop | null {
  return found.record.kind === "ok" ? { ...found, record: found.record.value } : null;
}

/** Reads the files again that a user may create or delete at any moment: marker and kill switch. */
export function readUsersMarks(
  { project, gitTop, calledIn }: LoopFiles,
): Pick<LoopFiles, "hasMarker" | "killSwitch"> {
  return {
    hasMarker: hasMarker(project),
    killSwitch: findKillSwitch(project, gitTop, calledIn),
  };
}

/**
 * Finds the loop of the project that the client names in a hook: the nearest in its folder, or above
 * it in the same repository, that reaches the session.
 *
 * @returns The loop; null where the project has none.
 */
export function findSessionLoop(
  { env, places }: Pick<HookContext, "env" | "places">,
): FoundLoop | null {
  const folder = resolveHookProject(env);
  if (folder === null) return null;
  for (const project of foldersOfRepository(folder)) {
    const here = findLoop(places, project, folder);
    if (here !== null && (project === folder || isReached(here, env.sessionId))) return here;
  }
  return null;
}

/**
 * Whether a loop applies to a session: the session owns it, or works in the folder that the loop was
 * started in, above or below it. Packages side by side stay separate.
 */
export function isReached(loop: FoundLoop, session: string | null): boolean {
  return areOneLine(folderOfStart(loop), loop.calledIn) ||
    session !== null && ownerOf(loop) === session;
}

/** The folder that `start` was called in, links resolved. */
export function folderOfStart({ facts, project }: FoundLoop): string {
  return facts.startedIn ?? project;
}

/** The session that a loop belongs to; null while unclaimed, and where the record cannot be used. */
export function ownerOf({ record }: FoundLoop): string | null {
  return record.kind === "ok" ? record.value.ownerSession : null;
}

/**
 * Finds the loop of a project. Ignores marks of a loop that the home folder does not know, since
 * anybody can put files into a repository.
 *
 * @param project The project's root, links resolved.
 * @param calledIn The folder of the session that asks.
 */
export function findLoop(
  places: Places,
  project: string,
  calledIn: string = project,
): FoundLoop | null {
  const record = readLoopRecord(project);
  const isMarked = hasMarker(project);
  if (record.kind === "absent" && !isMarked) return null;
  const own = record.kind === "ok" ? factsOf(places, record.value.id, project) : null;
  const facts = own ?? factsOf(places, readMarker(project), project);
  if (facts === null) return null;
  const gitTop = findGitTop(project);
  return {
    facts,
    project,
    calledIn,
    gitTop,
    record: record.kind === "ok" ? judgeRecord(record.value, facts) : record,
    hasMarker: isMarked,
    killSwitch: findKillSwitch(project, gitTop, calledIn),
  };
}

/** The record of the project's loop, whoever owns it; null where none is active or it is unusable. */
export function activeRecord(places: Places, project: string): LoopRecord | null {
  const loop = findLoop(places, project);
  return loop?.record.kind === "ok" ? loop.record.value : null;
}

/** Reads a loop's record from disk; another loop's record counts as broken. */
export function readOwnRecord(
  { project, facts }: Pick<FoundLoop, "project" | "facts">,
): RecordRead<LoopRecord> {
  const record = readLoopRecord(project);
  return record.kind === "ok" ? judgeRecord(record.value, facts) : record;
}

/**
 * Accepts only this loop's record. A checkout may bring another loop's; and whoever can write to the
 * project could name another project in it, to end its loop, or any file on the disk, to be shown.
 */
function judgeRecord(record: LoopRecord, facts: LoopFacts): RecordRead<LoopRecord> {
  const broken = (why: string): RecordRead<LoopRecord> => ({ kind: "broken", why });
  if (record.id !== facts.id) return broken(`it is the record of another loop (${record.id})`);
  if (record.project !== facts.project) {
    return broken(`it names another project (${record.project})`);
  }
  const stranger = findStranger(record, facts);
  return stranger === null
    ? { kind: "ok", value: record }
    : broken(`it names a plan outside of the project (${stranger})`);
}

/** A plan outside of the project that `start` did not choose; null where the record names none. */
function findStranger({ focus }: LoopRecord, facts: LoopFacts): string | null {
  if (facts.focus === undefined) return null;
  const chosen = new Set([facts.focus, ...facts.focusCandidates ?? []]);
  const named = [...focus.path === null ? [] : [focus.path], ...focus.candidates];
  return named.find((path) =>
    !chosen.has(path) &&
    (findWayOut(facts.project, path) !== null || !isWithin(facts.project, path))
  ) ?? null;
}

/** Reads the facts of a loop of this project that has not ended; null for any other id. */
export function factsOf(places: Places, id: string | null, project: string): LoopFacts | null {
  const loop = id === null ? null : readLoop(places, id);
  if (loop?.kind !== "ok" || loop.value.hasEnded) return null;
  return loop.value.facts.project === project ? loop.value.facts : null;
}

/** The record or, where it cannot be read, a blank record with which the loop can be ended. */
export function recordOf({ record, facts, project }: FoundLoop): LoopRecord {
  return record.kind === "ok"
    ? record.value
    : blankRecord({ id: facts.id, project, driver: facts.driver, startedAt: facts.startedAt });
}

/**
 * Makes a function that tells whether the loop has to stop, for the time in which the project's
 * commands run. Each call reads the disk.
 */
export function watchForStop(context: Pick<HookContext, "env" | "places">): () => boolean {
  return () => {
    const present = findSessionLoop(context);
    const isRunning = present?.record.kind === "ok" && present.record.value.state === "running";
    return !isRunning || present.killSwitch !== null || !present.hasMarker;
  };
}
