/**
 * The loops in the home folder. A loop exists only if it is recorded there, for this project. Files in a
 * project are only marks, since anyone can put files into a repository.
 */
import { exists, isAbsence, isThere, namesIn } from "../files/presence.ts";
import { attempt, messageOf, RecordError, StateError } from "../../error.ts";
import { RecordFile } from "./json_record.ts";
import { isLoopId } from "./loop_id.ts";
import { LOOP_RECORD_VERSION, type LoopRecord, LoopRecordSchema } from "./loop_record.ts";
import { loopPlaces, type Places } from "../places.ts";
import {
  anything,
  checked,
  choice,
  dictionary,
  instant,
  list,
  nullable,
  object,
  type ShapeOf,
  text,
} from "./shape.ts";

const LoopFactsSchema = object({
  id: checked(text, isLoopId, "the id of a loop"),
  project: text,
  task: nullable(text),
  /** The preset that was passed to `start` by name; null without one. */
  preset: nullable(choice("production", "poc")),
  /** Settings given as flags, by key: the strongest layer of every later event. */
  flags: dictionary(anything),
  startedAt: instant,
  startedBy: choice("session", "terminal"),
  driver: choice("session", "runner"),
}, {
  /** The folder that `start` was called in, symlinks resolved; `project` if missing. */
  startedIn: text,
  /**
   * The plan that `start` chose; null without one. Records that name another file outside are not trusted.
   */
  focus: nullable(text),
  /** The plans from which `start` let the agent choose. */
  focusCandidates: list(text),
  /** Settings from the environment of `start`, by key. The environment of later events does not count. */
  environment: dictionary(anything),
  /** Options of `ralph run`, by name, for `--resume`. */
  runOptions: dictionary(anything),
  /** The commit before a run, as the base of its review; empty without git or a commit. */
  startCommit: text,
});

/** The facts of a loop, fixed at its start. */
export type LoopFacts = ShapeOf<typeof LoopFactsSchema>;

/** Returns the file of a loop's record: in the project, or a copy in the home folder. */
export function loopRecordFile(path: string): RecordFile<LoopRecord> {
  return new RecordFile(path, { version: LOOP_RECORD_VERSION, schema: LoopRecordSchema });
}

/** Returns the file of a loop's facts. */
export function loopFactsFile(places: Places, id: string): RecordFile<LoopFacts> {
  return new RecordFile(loopPlaces(places, id).facts, { version: 1, schema: LoopFactsSchema });
}

/** A loop that is recorded in the home folder. */
export interface KnownLoop {
  readonly facts: LoopFacts;
  /** True if it has ended; then its last record is in the home folder. */
  readonly hasEnded: boolean;
}

/**
 * Creates a loop's folder and writes its facts. From then on the loop exists.
 *
 * @throws {StateError} If it cannot be written, or a loop with that id exists, which is never overwritten.
 */
export function createLoop(places: Places, facts: LoopFacts): void {
  const file = loopFactsFile(places, facts.id);
  if (isThere(file.path)) throw new StateError(`The loop ${facts.id} exists already`);
  file.write(facts);
}

/**
 * Reads one loop, wherever its project is.
 *
 * @param id The loop's id; any text.
 * @returns Null if the text is not an id, or the home folder has no such loop.
 * @throws {RecordError} If its facts cannot be used.
 */
export function readLoop(places: Places, id: string): KnownLoop | null {
  if (!isLoopId(id)) return null;
  const file = loopFactsFile(places, id);
  const facts = file.read();
  if (facts === null) return null;
  if (facts.id !== id) throw new RecordError(file.path, "it has the id of another loop");
  return { facts, hasEnded: exists(loopPlaces(places, id).lastRecord) };
}

/**
 * Lists the loops in the home folder, newest first. Reads the facts of each loop that is requested, which
 * is too slow for hooks.
 *
 * @param project Only loops of this project; null for all.
 * @param isActive Only loops that have not ended; the facts of others are not read.
 * @returns The loops, without those that cannot be read.
 */
export function* listLoops(
  places: Places,
  project: string | null,
  { isActive = false } = {},
): Generator<KnownLoop, void> {
  for (const id of namesIn(places.loopsDir).filter(isLoopId).sort().reverse()) {
    if (isActive && exists(loopPlaces(places, id).lastRecord)) continue;
    const loop = attempt(() => readLoop(places, id));
    if (loop && (project === null || loop.facts.project === project)) yield loop;
  }
}

/**
 * Reads the project of each loop in the home folder, by the loop's id. Opens only the facts of loops whose
 * project is not known.
 *
 * @param known Projects by loop id, from the history.
 */
export function readProjects(
  places: Places,
  known: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  return new Map(
    namesIn(places.loopsDir).flatMap((id): (readonly [string, string])[] => {
      const project = known.get(id) ?? attempt(() => readLoop(places, id))?.facts.project;
      return project === undefined ? [] : [[id, project]];
    }),
  );
}

/** How many loops are checked: an interrupted end is among the latest. */
const MOST_CUT_ENDS = 50;

/** Lists the latest loops whose end was recorded but then interrupted: their copies are still there. */
export function listCutEnds(places: Places): string[] {
  const latest = namesIn(places.loopsDir).filter(isLoopId).sort().slice(-MOST_CUT_ENDS);
  return latest.filter((id) => {
    const { copiesDir, lastRecord } = loopPlaces(places, id);
    return exists(copiesDir) && exists(lastRecord);
  });
}

/**
 * Keeps the last version of a loop's record in the home folder. From then on the loop has ended, even if
 * the process dies before it removes the marks in the project.
 *
 * @throws {StateError} If it cannot be written.
 */
export function archiveLoopRecord(places: Places, record: LoopRecord): void {
  loopRecordFile(loopPlaces(places, record.id).lastRecord).write(record);
}

/** Reads the last version of an ended loop's record; null while the loop is active, or if it is damaged. */
export function readLastRecord(places: Places, id: string): LoopRecord | null {
  return loopRecordFile(loopPlaces(places, id).lastRecord).readOr(null);
}

/**
 * Reopens an ended loop (`--resume`). Its last record is kept under another name.
 *
 * @throws {StateError} If the record cannot be renamed.
 */
export function reopenLoop(places: Places, id: string): void {
  const { lastRecord } = loopPlaces(places, id);
  try {
    Deno.renameSync(lastRecord, `${lastRecord}.before-resume-${Date.now()}`);
  } catch (error) {
    if (isAbsence(error)) return;
    throw new StateError(`Cannot rename "${lastRecord}": ${messageOf(error)}`, {
      hint: "Check the folder's rights.",
    });
  }
}
