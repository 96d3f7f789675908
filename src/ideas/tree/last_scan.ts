/**
 * The result of the last scan of a project. It is in the home folder, since a repository could contain a
 * false one. Hooks read it, and start the next scan after their answer; a missing or broken result means
 * that nothing was found yet.
 */
import { join } from "../../system/path.ts";
import { type Places, projectHash } from "../../store/places.ts";
import { RecordFile, type RecordShape } from "../../store/records/json_record.ts";
import {
  amount,
  anything,
  count,
  list,
  nullable,
  object,
  type ShapeOf,
  text,
  truth,
} from "../../store/records/shape.ts";
import { startDetached } from "../../system/start_detached.ts";
import { MINUTE_MS } from "../../text/time.ts";

const ScanShape = object({
  project: text,
  /** When the scan began, epoch milliseconds; it may lack later changes. */
  beganAtMs: amount,
  /** True if all files were read, so that a missing finding means that there is none. */
  isComplete: truth,
  /** Constraints, which are checked when they are used; null if the loop was started without the scan. */
  findings: nullable(list(anything)),
  /** Lines for the prompt from the constraints, without those that the user acknowledged. */
  forbids: list(text),
  /** Opportunities, which are checked when they are used: most turns do not explore. */
  opportunities: list(anything),
  /** The number of opportunities beyond the limit, which are not kept. */
  cut: count,
  /** Problems with reading, one sentence each. */
  problems: list(text),
});

/** The result of a scan. */
export type LastScan = ShapeOf<typeof ScanShape>;

/** Raise the version when scans begin to find something else. */
const SCAN: RecordShape<LastScan> = { version: 2, schema: ScanShape };

/**
 * Names a file about a project's scans.
 *
 * @param ending Such as `json`.
 */
export function scanFile(places: Places, project: string, ending: string): string {
  return join(places.ralphHome, "scans", `${projectHash(project)}.${ending}`);
}

/** Reads the last result; null if it is missing or cannot be used. */
export function readLastScan(places: Places, project: string): LastScan | null {
  const scan = new RecordFile(scanFile(places, project, "json"), SCAN).readOr(null);
  return scan?.project === project ? scan : null;
}

/**
 * Replaces the last result as a whole. Not flushed: after a loss of power, the next scan makes it again.
 *
 * @throws {StateError} It cannot be written.
 */
export function writeLastScan(places: Places, scan: LastScan): void {
  new RecordFile(scanFile(places, scan.project, "json"), SCAN).write(scan, { isFlushed: false });
}

/** Minimum age before the next scan: with short turns, a scan each would only keep the machine busy. */
const LEAST_AGE_MS = MINUTE_MS;

/**
 * Starts a scan if one is due. The next continuation reads its result. If another scan is running, the
 * new one ends at once.
 */
export function startScan(project: string, given: Parameters<typeof isScanDue>[0]): void {
  if (isScanDue(given)) startDetached(["scan", project], {}, { isLowPriority: true });
}

/** Checks whether a scan is due: the last one is old, and something may have changed. */
export function isScanDue({ nowMs, last, isStill = false }: {
  readonly nowMs: number;
  /** Null if there is none that can be used. */
  readonly last: Pick<LastScan, "beganAtMs" | "isComplete"> | null;
  /** True if it is known that nothing has changed since. */
  readonly isStill?: boolean;
}): boolean {
  const ageMs = nowMs - (last?.beganAtMs ?? -Infinity);
  return ageMs < 0 || ageMs >= LEAST_AGE_MS && !(isStill && last?.isComplete === true);
}
