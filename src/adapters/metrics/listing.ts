/**
 * Lists the metric files, and caches the list until a listed folder changes: a folder's time changes
 * when an entry is added or removed, so ten thousand old runs cost one check of one folder.
 */
import { join } from "../../path/path.ts";
import { findByGlob } from "./glob.ts";

/** Limits of a cached list: reading a longer one would cost as much as listing. */
const MOST_FOLDERS_KEPT = 500;
const MOST_PATHS_KEPT = 2_000;

/** The metrics files of a project as they were last listed. */
export interface Listing {
  readonly since_ms: number;
  /** When each folder last changed, epoch milliseconds; null for a missing folder. */
  readonly folders: Readonly<Record<string, number | null>>;
  readonly paths: readonly string[];
}

interface ListingRequest {
  /** The folder from which the globs start. */
  readonly root: string;
  readonly globs: readonly string[];
  readonly sinceMs: number;
  /** Epoch milliseconds; a folder with a later time may change again without a new time. */
  readonly settledMs: number;
  /** Whether a file may be later than `sinceMs`, by its path alone. */
  readonly isLater: (path: string) => boolean;
}

/** The metrics files that match, and what prevented a complete listing. */
interface Listed {
  readonly paths: readonly string[];
  /** The listing to cache; null for none. */
  readonly listing: Listing | null;
  /** What was not listed, one sentence each. */
  readonly problems: readonly string[];
}

/**
 * Lists metric files; uses the cached listing where nothing can have changed.
 *
 * @param remembered The cached listing; null for none.
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
      problems.push(`${glob} matches in too many folders: the rest was not searched`);
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
