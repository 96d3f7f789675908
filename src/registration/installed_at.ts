/**
 * When our hooks were last written into a settings file: earlier sessions do not have them.
 *
 * @module
 */
import { join } from "../path/path.ts";
import type { WriteOutcome } from "../store/files/presence.ts";
import { readRecord, type RecordShape, writeRecord } from "../store/records/json_record.ts";
import { choice, dictionary, instant, object, type ShapeOf } from "../store/records/shape.ts";
import type { Places } from "../store/places.ts";

const InstalledShape = object({
  version: choice(1),
  /** UTC time in ISO 8601, by file. */
  files: dictionary(instant),
});

/** How the record is read. */
export const INSTALLED: RecordShape<ShapeOf<typeof InstalledShape>> = {
  version: 1,
  schema: InstalledShape,
};

/** Locates the record: `~/.claude/ralph/hooks-installed.json`. */
export function installedAtFile(places: Places): string {
  return join(places.ralphHome, "hooks-installed.json");
}

/**
 * Reads when our hooks were written into each settings file.
 *
 * @returns Times by path; empty where there is no record.
 */
export function readInstalledAt(places: Places): ReadonlyMap<string, Temporal.Instant> {
  const read = readRecord(installedAtFile(places), INSTALLED);
  const files = read.kind === "ok" ? Object.entries(read.value.files) : [];
  return new Map(files.map(([path, time]) => [path, Temporal.Instant.from(time)]));
}

/**
 * Records that our hooks were written into a file, or removed from it.
 *
 * @param path The settings file.
 * @param at The time; null for a removal.
 */
export function rememberInstalled(
  places: Places,
  path: string,
  at: Temporal.Instant | null,
): WriteOutcome {
  const files = new Map(readInstalledAt(places));
  if (at === null) files.delete(path);
  else files.set(path, at);
  const times = Object.fromEntries([...files].map(([file, time]) => [file, time.toString()]));
  return writeRecord(installedAtFile(places), { version: 1, files: times }, INSTALLED);
}
