/** Files that may be the focus file, in their order. */
import { join } from "@std/path";
import { isReallyBelow, listNames, statOf } from "../files.ts";
import type { Discovery, DiscoveryMethod } from "./discovery.ts";

/** Entries of a folder that are read, at most. */
const MAX_ENTRIES = 5_000;
/** Candidates that are named, at most. */
const MAX_CANDIDATES = 20;

/**
 * Lists the markdown files of a folder, newest first.
 *
 * @param folder The folder; an unreadable folder counts as empty.
 * @param root The folder that a file must really be in, links resolved, as a link that leads out
 * of a cloned project is not followed; null for anywhere.
 */
export function listMarkdown(folder: string, root: string | null): string[] {
  const paths = listNames(folder, MAX_ENTRIES).filter((name) => /\.md$/i.test(name))
    .map((name) => join(folder, name));
  return sortNewestFirst(paths, root);
}

/** Lists the plans of a folder, newest first, without those that subagents wrote for themselves. */
export function listPlans(folder: string, root: string | null): string[] {
  return listMarkdown(folder, root).filter((path) =>
    !path.slice(folder.length).includes("-agent-")
  );
}

/** Keeps the plain files that are really below a root, newest first. */
export function sortNewestFirst(
  paths: readonly string[],
  root: string | null,
): string[] {
  return paths.flatMap((path) => {
    const stat = statOf(path);
    return stat?.kind === "file" ? [{ path, modifiedMs: stat.modifiedMs }] : [];
  }).filter(({ path }) => root === null || isReallyBelow(path, root))
    .sort((a, b) => b.modifiedMs - a.modifiedMs || (a.path < b.path ? -1 : 1))
    .map(({ path }) => path);
}

/** A single candidate is the focus file; of several, the user chooses. */
export function choose(matches: readonly string[], method: DiscoveryMethod): Discovery | null {
  const [path] = matches;
  if (path === undefined) return null;
  if (matches.length === 1) return { kind: "found", path, method };
  return { kind: "ambiguous", method, candidates: matches.slice(0, MAX_CANDIDATES) };
}
