/**
 * Keeps the home folder from growing without end: what is left of loops that ended long ago.
 *
 * Never touched: loops that live, the newest loop of a project of either kind (`--resume`, `status`),
 * the history, and what cannot be read.
 *
 * @module
 */
import { join } from "../../path/path.ts";
import { readJson } from "../files/json_text.ts";
import { type KnownLoop, listLoops } from "./loops.ts";
import { loopPlaces, type Places } from "../places.ts";
import { infoOf, isThere, namesIn, removeFolder } from "../files/presence.ts";
import { object, readOr, text } from "./shape.ts";

const DAY_MS = 24 * 3600 * 1000;

/** Until then everything of an ended loop is kept: long enough to ask what a run last month did. */
export const DETAILS_DAYS = 30;

/** Until then facts, last record and journal are kept: what `history` and `replay` show of a year. */
export const LOOP_DAYS = 365;

/** The iteration logs of all ended runs together; one log is at most 64 MiB. */
const LARGEST_LOGS_BYTES = 1024 ** 3;

/** What was removed. */
export interface Pruned {
  /** Whole loops. */
  readonly loops: number;
  /** Loops of which only facts, last record and journal are left. */
  readonly details: number;
  readonly sessions: number;
}

/**
 * Removes what is too old or too much. Reads every loop's facts: not for hooks. What cannot be
 * removed stays, and the next start tries again.
 *
 * @param places The home's places.
 * @param nowMs Unix milliseconds.
 * @param largestLogsBytes What the logs of ended runs may take together, in bytes.
 */
export function pruneHome(
  places: Places,
  nowMs: number,
  largestLogsBytes = LARGEST_LOGS_BYTES,
): Pruned {
  const known = listLoops(places, null);
  const kept = idsToKeep(known);
  const removed = { loops: 0, details: 0 };
  let logsBytes = 0;
  for (const { facts } of known) {
    const { dir, lastRecord } = loopPlaces(places, facts.id);
    logsBytes += sizeOfLogs(dir);
    if (kept.has(facts.id)) continue;
    const ageDays = (nowMs - changedAt(lastRecord, nowMs)) / DAY_MS;
    if (ageDays > LOOP_DAYS) {
      if (removeFolder(dir)) removed.loops++;
    } else if (ageDays > DETAILS_DAYS || logsBytes > largestLogsBytes) {
      if (removeDetails(places, facts.id, ageDays > DETAILS_DAYS)) removed.details++;
    }
  }
  const ended = new Set(known.filter(({ hasEnded }) => hasEnded).map(({ facts }) => facts.id));
  return { ...removed, sessions: pruneSessions(places, { kept, ended }, nowMs) };
}

/** Living loops, and the newest one of each project by each driver. */
function idsToKeep(newestFirst: readonly KnownLoop[]): Set<string> {
  const kept = new Set<string>();
  const seen = new Set<string>();
  for (const { facts, hasEnded } of newestFirst) {
    const kind = `${facts.driver} ${facts.project}`;
    if (!hasEnded || !seen.has(kind)) kept.add(facts.id);
    seen.add(kind);
  }
  return kept;
}

/** Removes the logs, and of an old loop everything but what tells its story. */
function removeDetails(places: Places, id: string, isOld: boolean): boolean {
  const { dir, facts, lastRecord, journal } = loopPlaces(places, id);
  const story = [facts, lastRecord, journal];
  return namesIn(dir).map((name) => join(dir, name))
    .filter((path) => isOld ? !story.includes(path) : path === logsOf(dir))
    .map(removeFolder).includes(true);
}

function pruneSessions(
  places: Places,
  { kept: keptLoops, ended: endedLoops }: Record<"kept" | "ended", ReadonlySet<string>>,
  nowMs: number,
): number {
  const isOver = (path: string) => {
    if (!path.endsWith(".json")) return false;
    if (nowMs - changedAt(path, nowMs) <= DETAILS_DAYS * DAY_MS) return false;
    const loop = loopOf(path);
    if (loop === null || keptLoops.has(loop)) return false;
    return endedLoops.has(loop) || !isThere(loopPlaces(places, loop).dir);
  };
  return namesIn(places.sessionsDir).map((name) => join(places.sessionsDir, name))
    .filter(isOver).filter(removeFolder).length;
}

/** The loop that a session's record names; null where it cannot be read. */
function loopOf(path: string): string | null {
  return readOr(object({ loopId: text }), readJson(path), null)?.loopId ?? null;
}

function logsOf(dir: string): string {
  return join(dir, "iterations");
}

function sizeOfLogs(dir: string): number {
  const logs = logsOf(dir);
  return namesIn(logs).reduce((sum, name) => sum + (infoOf(join(logs, name))?.size ?? 0), 0);
}

/** Unix milliseconds; what cannot be looked at counts as new. */
function changedAt(path: string, nowMs: number): number {
  return infoOf(path)?.mtime?.getTime() ?? nowMs;
}
