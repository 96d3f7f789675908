/**
 * Checks the path from a folder down to one of its files, part by part, so that no link leads elsewhere.
 *
 * Links that existed before an agent began are the user's and are remembered. Any other link on the path is
 * an obstacle, as is anything that is not a folder.
 */
import { attempt } from "../../error.ts";
import { join } from "../../system/path.ts";
import { isObject } from "../records/json_record.ts";
import { writeAtomic } from "./atomic_file.ts";
import { readJson } from "./json_text.ts";
import { infoOf, removeFile } from "./presence.ts";

/** Links by their path below the folder, with their targets as written. */
type KnownLinks = Readonly<Record<string, string>>;

/**
 * Finds the first part of a path that cannot be followed: an unknown link, a file in the place of a folder,
 * or anything but a file at the end.
 *
 * @param root The folder, links resolved.
 * @param path The file's path below it.
 * @returns Its path below the folder; null if there is no obstacle, or the path ends earlier.
 */
export function findObstacle(root: string, path: string, known: KnownLinks): string | null {
  const parts = path.split("/");
  for (const index of parts.keys()) {
    const place = parts.slice(0, index + 1).join("/");
    const info = infoOf(join(root, place));
    if (info === null) return null;
    if (info.isSymlink && known[place] === readLink(join(root, place))) continue;
    const isFree = index === parts.length - 1 ? info.isFile : info.isDirectory;
    if (!isFree) return place;
  }
  return null;
}

/** Lists the links on the paths to some files. */
export function findLinks(root: string, paths: readonly string[]): KnownLinks {
  const places = new Set(paths.flatMap((path) => {
    const parts = path.split("/");
    return parts.map((_part, index) => parts.slice(0, index + 1).join("/"));
  }));
  return Object.fromEntries(
    [...places].sort().flatMap((place) => {
      const target = readLink(join(root, place));
      return target === null ? [] : [[place, target]];
    }),
  );
}

/** Reads remembered links; empty if the file cannot be read. */
export function readKnownLinks(file: string): KnownLinks {
  const value = readJson(file);
  if (!isObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] =>
      typeof entry[1] === "string"
    ),
  );
}

/** Remembers links; without any, removes the file. */
export function writeKnownLinks(file: string, links: KnownLinks): void {
  if (Object.keys(links).length === 0) removeFile(file);
  else attempt(() => writeAtomic(file, JSON.stringify(links), { isFlushed: false }));
}

function readLink(path: string): string | null {
  return attempt(() => Deno.readLinkSync(path));
}
