/**
 * The loops in the home folder: a loop exists only if it is recorded there, for this project. Files in
 * a project are marks only, since anybody can put files into a repository.
 */
import { removeLeftovers } from "../files/atomic_file.ts";
import { isAbsence, isThere, namesIn, type WriteOutcome } from "../files/presence.ts";
import { messageOf } from "../../error.ts";
import { readRecord, type RecordRead, type RecordShape, writeRecord } from "./json_record.ts";
import { isLoopId } from "./loop_id.ts";
import {
  laterFields,
  LOOP_RECORD_VERSION,
  type LoopRecord,
  LoopRecordSchema,
} from "./loop_record.ts";
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
  writeAs,
} from "./shape.ts";

const LOOP_FACTS_VERSION = 1;

const LoopFactsSchema = object({
  version: choice(LOOP_FACTS_VERSION),
  id: checked(text, isLoopId, "the id of a loop"),
  project: text,
  task: nullable(text),
  /** The preset that `start` was given by name; null where none was. */
  preset: nullable(choice("production", "poc")),
  /** Settings given as flags, by key: the strongest layer of every later event. */
  flags: dictionary(anything),
  startedAt: instant,
  startedBy: choice("session", "terminal"),
  driver: choice("session", "runner"),
}, {
  /** The folder that `start` was called in, symlinks resolved; `project` where it is missing. */
  startedIn: text,
  /** The plan that `start` chose, null for none: a record that names another file outside is not ours. */
  focus: nullable(text),
  /** The plans that `start` left to the agent to choose from. */
  focusCandidates: list(text),
  /** Settings that the environment of `start` gave, by key; that of later events does not count. */
  environment: dictionary(anything),
  /** Options of `ralph run`, by name, for `--resume`. */
  runOptions: dictionary(anything),
  /** The commit before a run, which its review compares with; empty without git or a commit. */
  startCommit: text,
});

/** The facts of a loop, fixed at its start. */
export type LoopFacts = ShapeOf<typeof LoopFactsSchema>;

/** How `loop.json` is read and written. */
export const LOOP_FACTS: RecordShape<LoopFacts> = {
  version: LOOP_FACTS_VERSION,
  schema: LoopFactsSchema,
};

/** How the loop's record is read, in the project and in the home folder. */
export const LOOP_RECORD: RecordShape<LoopRecord> = {
  version: LOOP_RECORD_VERSION,
  schema: LoopRecordSchema,
  // Version 1 had no validation, idleness, adapters or progress.
  migrate: (record) =>
    Object.assign(writeAs(LoopRecordSchema, laterFields() as LoopRecord) as object, record, {
      version: 2,
    }),
};

/** A loop of the home folder. */
export interface KnownLoop {
  readonly facts: LoopFacts;
  /** Whether it has ended: its last record is in the home folder then. */
  readonly hasEnded: boolean;
}

/**
 * Creates a loop's folder and writes its facts. From here on the loop exists.
 *
 * @param facts The loop's facts; a loop of that id is never overwritten.
 */
export function createLoop(places: Places, facts: LoopFacts): WriteOutcome {
  const loop = loopPlaces(places, facts.id);
  if (isThere(loop.facts)) return { kind: "failed", why: `the loop ${facts.id} exists already` };
  return writeRecord(loop.facts, facts, LOOP_FACTS);
}

/**
 * Reads one loop, wherever its project is.
 *
 * @param id The loop's id; any text.
 * @returns Absent if the text is not an id, or the home folder has no such loop.
 */
export function readLoop(places: Places, id: string): RecordRead<KnownLoop> {
  if (!isLoopId(id)) return { kind: "absent" };
  const loop = loopPlaces(places, id);
  const read = readRecord(loop.facts, LOOP_FACTS);
  if (read.kind !== "ok") return read;
  if (read.value.id !== id) return { kind: "broken", why: "it has the id of another loop" };
  return { kind: "ok", value: { facts: read.value, hasEnded: isThere(loop.lastRecord) } };
}

/**
 * Lists the loops in the home folder, newest first. Reads every loop's facts: not for hooks.
 *
 * @param project Only those of this project; null for all.
 * @returns Without those that cannot be read.
 */
export function listLoops(places: Places, project: string | null): KnownLoop[] {
  const loops: KnownLoop[] = [];
  for (const id of namesIn(places.loopsDir).filter(isLoopId).sort().reverse()) {
    const read = readLoop(places, id);
    if (read.kind !== "ok") continue;
    if (project === null || read.value.facts.project === project) loops.push(read.value);
  }
  return loops;
}

/**
 * Keeps the last form of a loop's record in the home folder. From here on the loop has ended, even if the
 * process dies before it removes the marks in the project.
 */
export function archiveLoopRecord(places: Places, record: LoopRecord): WriteOutcome {
  const loop = loopPlaces(places, record.id);
  removeLeftovers(loop.dir, Date.now());
  return writeRecord(loop.lastRecord, record, LOOP_RECORD);
}

/** Reads the last form of an ended loop's record; absent while the loop is active. */
export function readLastRecord(places: Places, id: string): RecordRead<LoopRecord> {
  return readRecord(loopPlaces(places, id).lastRecord, LOOP_RECORD);
}

/** Reopens an ended loop (`--resume`). Its last record is kept under another name. */
export function reopenLoop(places: Places, id: string): WriteOutcome {
  const { lastRecord } = loopPlaces(places, id);
  try {
    Deno.renameSync(lastRecord, `${lastRecord}.before-resume-${Date.now()}`);
  } catch (error) {
    if (!isAbsence(error)) return { kind: "failed", why: messageOf(error) };
  }
  return { kind: "written" };
}
