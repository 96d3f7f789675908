/**
 * The result of the last scan of a project, in the home folder: in the project anybody could put a
 * false one. Hooks read it, and start the next scan after their answer; a missing or broken result
 * means that nothing was found yet.
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
  /** When the scan began, epoch milliseconds: later changes are not in it. */
  beganAtMs: amount,
  /** Whether all files were read, so that finding nothing means something. */
  isComplete: truth,
  /** What may constrain a loop, checked if it is used; null if the loop was started without. */
  findings: nullable(list(anything)),
  /** What the prompt forbids for that, one line each, without what the user acknowledged. */
  forbids: list(text),
  /** What could be worked on, checked if it is used: most turns do not explore. */
  opportunities: list(anything),
  /** Opportunities beyond the limit, not kept. */
  cut: count,
  /** What could not be read, one sentence each. */
  problems: list(text),
});

/** The result of a scan. */
export type LastScan = ShapeOf<typeof ScanShape>;

/** The version is to be raised when a scan finds something else. */
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
 * Replaces the last result, as a whole. What a loss of power takes, the next scan finds.
 *
 * @throws {StateError} Where it cannot be written.
 */
export function writeLastScan(places: Places, scan: LastScan): void {
  new RecordFile(scanFile(places, scan.project, "json"), SCAN).write(scan, { isFlushed: false });
}

/** A result is this young if turns are short: a scan each would only keep the machine busy. */
const LEAST_AGE_MS = MINUTE_MS;

/**
 * Starts a scan, if one is due. The next continuation reads its result; if a scan runs already, it
 * ends at once.
 */
export function startScan(project: string, given: Parameters<typeof isScanDue>[0]): void {
  if (isScanDue(given)) startDetached(["scan", project], {}, { isLowPriority: true });
}

/** Checks whether another scan may find something else: the last one is old, and something may have moved. */
export function isScanDue({ nowMs, last, isStill = false }: {
  readonly nowMs: number;
  /** Null if it is missing, or too old for what is asked. */
  readonly last: Pick<LastScan, "beganAtMs" | "isComplete"> | null;
  /** Whether it is known that nothing moved since. */
  readonly isStill?: boolean;
}): boolean {
  const ageMs = nowMs - (last?.beganAtMs ?? -Infinity);
  return ageMs < 0 || ageMs >= LEAST_AGE_MS && !(isStill && last?.isComplete === true);
}
