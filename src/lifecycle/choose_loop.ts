/** The loop that a person names, running or ended: for commands that look back. */
import { NoLoopError, StateError, UsageError } from "../error.ts";
import { namesIn } from "../store/files/presence.ts";
import { loopPlaces, type Places } from "../store/places.ts";
import { isLoopId } from "../store/records/loop_id.ts";
import { readHistory } from "../store/records/history.ts";
import type { LoopRecord } from "../store/records/loop_record.ts";
import {
  type KnownLoop,
  listLoops,
  loopRecordFile,
  readLastRecord,
  readLoop,
} from "../store/records/loops.ts";
import { LOOP_DAYS } from "../store/records/prune.ts";
import { findLoop, openLoop } from "./loop.ts";
import { line } from "../text/again.ts";

/** A loop, and its record as far as it can be read. */
export interface ChosenLoop extends KnownLoop {
  /** The newest record, the last one of a loop that has ended; null if it cannot be read. */
  readonly record: LoopRecord | null;
}

/** Characters of an id that are too few to name a loop. */
const LEAST_CHARACTERS = 4;
/** How many ids an error lists. */
const MOST_LISTED = 3;

/**
 * Chooses a loop of any project by its id, or the loop of a project.
 *
 * @param project The project's root, links resolved: without an id, its active loop, else the loop
 *   that ended last.
 * @param id The id, or its beginning or end if only one loop has it; undefined for the project's.
 * @throws {NoLoopError} There is no such loop.
 * @throws {UsageError} Several loops have this part of an id.
 * @throws {StateError} The loop's facts cannot be read.
 */
export function chooseLoop(places: Places, project: string, id?: string): ChosenLoop {
  if (id !== undefined) return openChosen(places, matchId(places, id));
  const active = findLoop(places, project)?.facts.id ??
    listLoops(places, project).next().value?.facts.id;
  if (active !== undefined) return openChosen(places, active);
  throw new NoLoopError(`No loop has run in ${project}`, {
    hint: "Name the id of a loop, or start one here:",
    again: line("start"),
  });
}

function matchId(places: Places, part: string): string {
  const ids = namesIn(places.loopsDir).filter(isLoopId).sort().reverse();
  if (ids.includes(part)) return part;
  const fitting = part.length < LEAST_CHARACTERS
    ? []
    : ids.filter((id) => id.startsWith(part) || id.endsWith(part));
  const [id] = fitting;
  if (fitting.length === 1 && id !== undefined) return id;
  if (fitting.length > 1) {
    throw new UsageError(`Several loops fit "${part}"`, {
      hint: `Give more of the id: ${listIds(fitting)}.`,
    });
  }
  if (part !== "" && readHistory(places).some((entry) => entry.id.startsWith(part))) {
    throw new NoLoopError(`The files of the loop "${part}" are no longer kept`, {
      hint: `They are kept for ${LOOP_DAYS} days. The line that is left is in:`,
      again: line("history", "--all"),
    });
  }
  throw new NoLoopError(`No loop has the id "${part}"`, {
    hint: ids.length === 0
      ? "No loop has run on this machine yet."
      : `The newest loops of this machine: ${listIds(ids)}.`,
  });
}

function listIds(ids: readonly string[]): string {
  return `${ids.slice(0, MOST_LISTED).join(", ")}${ids.length > MOST_LISTED ? ", …" : ""}`;
}

function openChosen(places: Places, id: string): ChosenLoop {
  const loop = readLoop(places, id);
  if (loop !== null) return withRecord(places, loop);
  throw new StateError(`Cannot read "${loopPlaces(places, id).facts}": it is missing`, {
    hint: "Name another loop.",
  });
}

/** Adds the newest record to a loop. */
export function withRecord(places: Places, loop: KnownLoop): ChosenLoop {
  return { ...loop, record: readNewestRecord(places, loop) };
}

function readNewestRecord(
  places: Places,
  { facts: { id, project }, hasEnded }: KnownLoop,
): LoopRecord | null {
  if (hasEnded) return readLastRecord(places, id);
  const here = openLoop(findLoop(places, project));
  if (here?.facts.id === id) return here.record;
  // The project's folder may be gone.
  return loopRecordFile(loopPlaces(places, id).recordCopy).readOr(null);
}
