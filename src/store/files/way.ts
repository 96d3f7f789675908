/**
 * The way from a folder down to a file of it, one part at a time, so that no link leads elsewhere.
 *
 * Links that were there before an agent began are the user's and remembered; any other link on the
 * way, and whatever is not a folder, is an obstacle.
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
 * Finds the first part of a path that cannot be followed: an unknown link, a file where a folder
 * should be, or anything but a file at the end.
 *
 * @param root The folder, links resolved.
 * @param path The file's path below it.
 * @returns Its path below the folder; null if the way is free, or ends before.
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

/** Lists the links on the ways to some files. */
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

/** Reads remembered links; an unreadable file remembers none. */
export function readKnownLinks(file: string): KnownLinks {
  const value = readJson(file);
  if (!isObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] =>
      typeof entry[1] === "string"
    ),
  );
}

/** Remembers links; without any, no file is kept. */
export function writeKnownLinks(file: string, links: KnownLinks): void {
  if (Object.keys(links).length === 0) removeFile(file);
  else attempt(() => writeAtomic(file, JSON.stringify(links), { isFlushed: false }));
}

function readLink(path: string): string | null {
  return attempt(() => Deno.readLinkSync(path));
}
