/**
 * What was written into settings files: when our hooks were, since earlier sessions do not have them,
 * and which status line ours replaced.
 */
import { join } from "@std/path";
import { RecordFile } from "../store/records/json_record.ts";
import { dictionary, exactInstant, object, type ShapeOf, text } from "../store/records/shape.ts";
import type { Places } from "../store/places.ts";

const InstalledShape = object({
  /** Epoch milliseconds, by file. */
  files: dictionary(exactInstant),
}, {
  /** What ours replaced, by file: a JSON text, empty where there was no status line. */
  statusLines: dictionary(text),
});

type Installed = ShapeOf<typeof InstalledShape>;

/** Returns the file of what was written into settings files. */
export function installedRecord(places: Places): RecordFile<Installed> {
  return new RecordFile(join(places.ralphHome, "hooks-installed.json"), {
    version: 1,
    schema: InstalledShape,
  });
}

/**
 * Reads when our hooks were written into each settings file.
 *
 * @returns Epoch milliseconds by path; empty where there is no record.
 */
export function readInstalledAt(places: Places): ReadonlyMap<string, number> {
  return new Map(Object.entries(readInstalled(places).files));
}

/**
 * Records that our hooks were written into a file, or removed from it.
 *
 * @param atMs Epoch milliseconds; null for a removal.
 */
export function rememberInstalled(places: Places, path: string, atMs: number | null): void {
  const record = readInstalled(places);
  const { [path]: _old, ...rest } = record.files;
  const files = atMs === null ? rest : { ...rest, [path]: atMs };
  installedRecord(places).write({ ...record, files });
}

/**
 * Reads what our status line replaced in a file.
 *
 * @returns The JSON text; null where there was no status line, undefined where that is not known.
 */
export function readReplacedStatusLine(places: Places, path: string): string | null | undefined {
  const replaced = readInstalled(places).statusLines?.[path];
  return replaced === "" ? null : replaced;
}

/** Records what our status line replaced in a file: the JSON text; null for no status line. */
export function rememberStatusLine(places: Places, path: string, replaced: string | null): void {
  const record = readInstalled(places);
  const statusLines = { ...record.statusLines, [path]: replaced ?? "" };
  installedRecord(places).write({ ...record, statusLines });
}

function readInstalled(places: Places): Installed {
  return installedRecord(places).readOr({ files: {} });
}
