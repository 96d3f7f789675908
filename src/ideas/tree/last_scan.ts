/**
 * The result of the last scan of a project, in the home folder: in the project anybody could put a
 * false one. Hooks read it; a missing or broken result means that nothing was found yet.
 */
import { join } from "../../system/path.ts";
import { openInFolder } from "../../store/files/folder.ts";
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

const ScanShape = object({
  project: text,
  /** When the scan began, epoch milliseconds: later changes are not in it. */
  beganAtMs: amount,
  /** Whether all files were read, so that finding nothing means something. */
  isComplete: truth,
  /** What may constrain a loop, checked where it is used; null where the loop was started without. */
  findings: nullable(list(anything)),
  /** What could be worked on, checked where it is used. */
  opportunities: list(anything),
  /** Opportunities beyond the limit, not kept. */
  cut: count,
  /** What could not be read, one sentence each. */
  problems: list(text),
});

/** The result of a scan. */
export type LastScan = ShapeOf<typeof ScanShape>;

/** The version is to be raised when a scan finds something else. */
const SCAN: RecordShape<LastScan> = { version: 1, schema: ScanShape };

/**
 * Names a file about a project's scans.
 *
 * @param ending Such as `json`.
 */
export function scanFile(places: Places, project: string, ending: string): string {
  return join(places.ralphHome, "scans", `${projectHash(project)}.${ending}`);
}

/** Reads the last result; null where there is none that can be used. */
export function readLastScan(places: Places, project: string): LastScan | null {
  const scan = new RecordFile(scanFile(places, project, "json"), SCAN).readOr(null);
  return scan?.project === project ? scan : null;
}

/**
 * Replaces the last result, as a whole.
 *
 * @throws {StateError} Where it cannot be written.
 */
export function writeLastScan(places: Places, scan: LastScan): void {
  new RecordFile(scanFile(places, scan.project, "json"), SCAN).write(scan);
}

/**
 * Runs a scan unless another process scans this project. Dying frees the lock, too.
 *
 * @returns What the scan returned; null where another process scans, or no lock can be had.
 */
export async function scanAlone<T>(
  places: Places,
  project: string,
  scan: () => Promise<T>,
): Promise<T | null> {
  let file: Deno.FsFile;
  try {
    const path = scanFile(places, project, "lock");
    file = openInFolder(path, { create: true, read: true, write: true, mode: 0o600 });
  } catch {
    return null;
  }
  try {
    return file.tryLockSync(true) ? await scan() : null;
  } finally {
    file.close();
  }
}
