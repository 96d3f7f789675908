/** Checks a loop's record, which other programs and a checkout may have changed. */
import { RecordError } from "../error.ts";
import { projectPlaces } from "../store/places.ts";
import { findOutsideTarget, isWithin } from "../store/project.ts";
import type { OpenRecord } from "../store/records/json_record.ts";
import type { LoopRecord } from "../store/records/loop_record.ts";
import type { LoopFacts } from "../store/records/loops.ts";
import { readLoopRecord } from "../store/records/project_marks.ts";

/** Why a loop cannot be shown. */
export interface Damage {
  /** A sentence; of a record it follows "the loop's" or "its". */
  readonly what: string;
  /** True if another version of ralph wrote it, which can use it. */
  readonly isOfOtherVersion: boolean;
}

/** A loop's record, or why it cannot be used. */
export type CheckedRecord =
  | { readonly record: LoopRecord; readonly damage: null }
  | { readonly record: null; readonly damage: Damage };

/** Checks the record that was read with a loop; reads no file. */
export function checkRecord(
  { file, facts }: { readonly file: OpenRecord<LoopRecord>; readonly facts: LoopFacts },
): CheckedRecord {
  const damaged = (what: string, isOfOtherVersion = false): CheckedRecord => ({
    record: null,
    damage: { what, isOfOtherVersion },
  });
  try {
    const record = ownRecord(file.read(), facts);
    if (record !== null) return { record, damage: null };
    return damaged("record .claude/ralph-state.json is missing");
  } catch (error) {
    if (!(error instanceof RecordError)) throw error;
    return error.isOfOtherVersion
      ? damaged(`record is of another version of ralph: ${error.why}`, true)
      : damaged(`record .claude/ralph-state.json cannot be read: ${error.why}`);
  }
}

/** Reads a loop's record from disk; null if it is gone. @throws {RecordError} It cannot be used. */
export function readOwnRecord(
  { project, facts }: { readonly project: string; readonly facts: LoopFacts },
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

/** Finds a plan outside of the project that `start` did not choose; null if the record names none. */
function findStranger({ focus }: LoopRecord, facts: LoopFacts): string | null {
  if (facts.focus === undefined) return null;
  const chosen = new Set([facts.focus, ...facts.focusCandidates ?? []]);
  const named = [...focus.path === null ? [] : [focus.path], ...focus.candidates];
  return named.find((path) =>
    !chosen.has(path) &&
    (findOutsideTarget(facts.project, path) !== null || !isWithin(path, facts.project))
  ) ?? null;
}
