/**
 * The findings that hooks read: those of the last scan, without what the user acknowledged; and the
 * start of the next scan after their answer.
 */
import { join } from "../../system/path.ts";
import { startDetached } from "../../system/start_detached.ts";
import { type Places, projectHash } from "../../store/places.ts";
import { RecordFile, type RecordShape } from "../../store/records/json_record.ts";
import { dictionary, object, type ShapeOf, text } from "../../store/records/shape.ts";
import { MINUTE_MS } from "../../text/time.ts";
import { readLastScan } from "../../ideas/tree/last_scan.ts";
import { type ConstraintFinding, isFinding } from "./finding.ts";

const SeenShape = object({
  project: text,
  /** Acknowledged ids, with the time in ISO 8601. */
  ids: dictionary(text),
});

type Seen = ShapeOf<typeof SeenShape>;

const SEEN: RecordShape<Seen> = { version: 1, schema: SeenShape };

/** The findings of the last scan. */
interface LastFindings {
  /** The most severe first. */
  readonly findings: readonly ConstraintFinding[];
  /** When the scan began, epoch milliseconds; null without one. */
  readonly scannedAtMs: number | null;
}

/** Reads the findings of the last scan that are not acknowledged; empty without a scan. */
export function readLastFindings(places: Places, project: string): LastFindings {
  const scan = readLastScan(places, project);
  const findings = scan?.findings?.filter(isFinding) ?? [];
  const seen = findings.length === 0 ? {} : readSeen(places, project);
  return {
    findings: findings.filter(({ id }) => !Object.hasOwn(seen, id)),
    scannedAtMs: scan?.beganAtMs ?? null,
  };
}

/**
 * Reads which findings were acknowledged.
 *
 * @returns Times in ISO 8601 by id.
 */
export function readSeen(places: Places, project: string): Record<string, string> {
  const seen = seenFile(places, project).readOr(null);
  return seen?.project === project ? seen.ids : {};
}

/** Returns the file of what was acknowledged in a project. */
export function seenFile(places: Places, project: string): RecordFile<Seen> {
  const path = join(places.ralphHome, "constraints", projectHash(project), "seen.json");
  return new RecordFile(path, SEEN);
}

/** A result is this young where turns are short: a scan each would only keep the machine busy. */
const LEAST_AGE_MS = MINUTE_MS;

/**
 * Starts a scan, unless the last one is young. The next continuation reads its result; where a scan
 * runs already, it ends at once.
 *
 * @param at.scannedAtMs When the last scan began, epoch milliseconds; null where it is missing or too
 * old for what is asked.
 */
export function startScan(project: string, at: Parameters<typeof isScanDue>[0]): void {
  if (isScanDue(at)) startDetached(["scan", project], {}, { isLowPriority: true });
}

/** Whether the last scan is old enough for another one. */
export function isScanDue(
  { nowMs, scannedAtMs }: { readonly nowMs: number; readonly scannedAtMs: number | null },
): boolean {
  const ageMs = nowMs - (scannedAtMs ?? -Infinity);
  return ageMs < 0 || ageMs >= LEAST_AGE_MS;
}
