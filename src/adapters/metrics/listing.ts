/**
 * Which metric files there are, remembered while the folders that were listed stay as they are: a
 * folder's time changes when something is put into it or taken out, so ten thousand old runs are one
 * look at one folder.
 *
 * @module
 */
import { join } from "../../path/path.ts";
import { findByGlob } from "./glob.ts";

/** More of either is not worth keeping: reading it back would cost as much as looking. */
const MOST_FOLDERS_KEPT = 500;
const MOST_PATHS_KEPT = 2_000;

/** A listing that is remembered. */
export interface Listing {
  readonly since_ms: number;
  /** When each folder was changed last, Unix milliseconds; null for one that is not there. */
  readonly folders: Readonly<Record<string, number | null>>;
  readonly paths: readonly string[];
}

/** What is looked for. */
interface ListingRequest {
  /** The folder that the globs start from. */
  readonly root: string;
  readonly globs: readonly string[];
  /** Unix milliseconds. */
  readonly sinceMs: number;
  /** Folders changed later than this may change again without another time, Unix milliseconds. */
  readonly settledMs: number;
  /** Whether a file may be of later than `sinceMs`, by its path alone. */
  readonly isLater: (path: string) => boolean;
}

/** What was found. */
export interface Listed {
  readonly paths: readonly string[];
  /** What to remember; null for nothing. */
  readonly listing: Listing | null;
  /** What was not looked at, one sentence each. */
  readonly problems: readonly string[];
}

/**
 * Lists files, or takes the remembered listing where nothing can have changed.
 *
 * @param request What is looked for.
 * @param remembered The listing that is remembered; null for none.
 */
export function listMetricFiles(request: ListingRequest, remembered: Listing | null): Listed {
  const { root, globs, sinceMs, settledMs, isLater } = request;
  if (remembered !== null && isCurrent(root, remembered, sinceMs)) {
    return { paths: remembered.paths, listing: remembered, problems: [] };
  }
  const paths = new Set<string>();
  const folders: Record<string, number | null> = {};
  const problems: string[] = [];
  for (const glob of globs) {
    const found = findByGlob(root, glob);
    if (found.isCut) {
      problems.push(`${glob} matches in too many folders: the rest was not looked at`);
    }
    for (const folder of found.folders) folders[folder] = changedMs(root, folder);
    for (const path of found.paths) if (isLater(path)) paths.add(path);
  }
  const times = Object.values(folders);
  const isKept = problems.length === 0 && paths.size <= MOST_PATHS_KEPT &&
    times.length <= MOST_FOLDERS_KEPT && times.every((ms) => ms === null || ms < settledMs);
  const listing = isKept ? { since_ms: sinceMs, folders, paths: [...paths] } : null;
  return { paths: [...paths], listing, problems };
}

function isCurrent(root: string, { since_ms, folders }: Listing, sinceMs: number): boolean {
  return since_ms === sinceMs &&
    Object.entries(folders).every(([folder, ms]) => changedMs(root, folder) === ms);
}

function changedMs(root: string, folder: string): number | null {
  try {
    return Deno.statSync(join(root, folder)).mtime?.getTime() ?? null;
  } catch {
    return null;
  }
}
