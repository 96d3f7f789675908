/**
 * Limits the size of the home folder by removing the remains of loops that ended long ago.
 *
 * Never removed: active loops, the newest loop of a project of either kind (`--resume`, `status`), the
 * history, and records that cannot be read.
 */
import { join } from "@std/path";
import { attempt } from "../../error.ts";
import { writeAtomic } from "../files/atomic_file.ts";
import { readJson } from "../files/json_text.ts";
import { type KnownLoop, listLoops } from "./loops.ts";
import { loopPlaces, type Places } from "../places.ts";
import { infoOf, isThere, namesIn, removeFolder } from "../files/presence.ts";
import { DAY_MS } from "../../text/time.ts";
import { object, readOr, text } from "./shape.ts";

/** Days for which everything of an ended loop is kept. */
export const DETAILS_DAYS = 30;

/** Days for which an ended loop's facts, last record and journal are kept. */
export const LOOP_DAYS = 365;

/** Most bytes of the iteration logs of all ended runs; one log is at most 64 MiB. */
const LARGEST_LOGS_BYTES = 1024 ** 3;

/** Prunes once a day, since the cost grows with the number of loops. */
export function pruneDaily(places: Places, nowMs: number): void {
  const ageMs = nowMs - (infoOf(places.pruned)?.mtime?.getTime() ?? -Infinity);
  if (Math.abs(ageMs) < DAY_MS) return;
  pruneHome(places, nowMs);
  attempt(() => writeAtomic(places.pruned, ""));
}

/**
 * Removes files that are too old or too many. Reads every loop's facts, which is too slow for hooks. Files
 * that cannot be removed stay until the next attempt.
 *
 * @param largestLogsBytes The maximum size of the logs of ended runs together.
 */
export function pruneHome(
  places: Places,
  nowMs: number,
  largestLogsBytes = LARGEST_LOGS_BYTES,
): void {
  const loops = [...listLoops(places, null)];
  const kept = idsToKeep(loops);
  let logsBytes = 0;
  for (const { facts } of loops) {
    const { dir, lastRecord } = loopPlaces(places, facts.id);
    logsBytes += sizeOfLogs(dir);
    if (kept.has(facts.id)) continue;
    const ageDays = (nowMs - changedAt(lastRecord, nowMs)) / DAY_MS;
    if (ageDays > LOOP_DAYS) removeFolder(dir);
    else if (ageDays > DETAILS_DAYS) removeDetails(places, facts.id);
    else if (logsBytes > largestLogsBytes) removeFolder(logsOf(dir));
  }
  const ended = new Set(loops.filter(({ hasEnded }) => hasEnded).map(({ facts }) => facts.id));
  pruneSessions(places, { kept, ended }, nowMs);
}

/** Returns the ids of active loops, and of the newest loop of each project by each driver. */
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

/** Removes all of a loop's files except facts, last record and journal. */
function removeDetails(places: Places, id: string): void {
  const { dir, facts, lastRecord, journal } = loopPlaces(places, id);
  const summary = [facts, lastRecord, journal];
  const paths = namesIn(dir).map((name) => join(dir, name));
  for (const path of paths) if (!summary.includes(path)) removeFolder(path);
}

function pruneSessions(
  places: Places,
  { kept: keptLoops, ended: endedLoops }: Record<"kept" | "ended", ReadonlySet<string>>,
  nowMs: number,
): void {
  const isOver = (path: string) => {
    if (!path.endsWith(".json")) return false;
    if (nowMs - changedAt(path, nowMs) <= DETAILS_DAYS * DAY_MS) return false;
    const loop = loopOf(path);
    if (loop === null || keptLoops.has(loop)) return false;
    return endedLoops.has(loop) || !isThere(loopPlaces(places, loop).dir);
  };
  const paths = namesIn(places.sessionsDir).map((name) => join(places.sessionsDir, name));
  paths.filter(isOver).forEach(removeFolder);
}

/** Reads the loop that a session's record names; null if it cannot be read. */
function loopOf(path: string): string | null {
  return readOr(object({ loopId: text }), readJson(path), null)?.loopId ?? null;
}

function logsOf(dir: string): string {
  return join(dir, "iterations");
}

function sizeOfLogs(dir: string): number {
  const folder = logsOf(dir);
  const logs = namesIn(folder).filter((name) => name.endsWith(".log"));
  return logs.reduce((sum, name) => sum + (infoOf(join(folder, name))?.size ?? 0), 0);
}

/** Returns a file's modification time in epoch milliseconds; now if it cannot be read. */
function changedAt(path: string, nowMs: number): number {
  return infoOf(path)?.mtime?.getTime() ?? nowMs;
}
