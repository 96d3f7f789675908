/**
 * Keeps the old text of a plan before it is overwritten.
 *
 * There is one folder per plan and one file per content: `{plan}-{path hash}/{time}-{content hash}.md`. An
 * archive is never overwritten, the same content is kept once, and a plan's newest archive is never pruned.
 */
import { basename, join } from "../../system/path.ts";
import { messageOf } from "../../error.ts";
import { type Places, projectHash, sharedLock } from "../places.ts";
import { withLockIfPossible } from "../files/lock.ts";
import { infoOf, namesIn, removeFile } from "../files/presence.ts";
import { renderExactInstant } from "../../text/instant.ts";
import { sha256 } from "../../text/sha256.ts";
import { DAY_MS } from "../../text/time.ts";

/** How many archives are kept, and for how long. */
export interface ArchiveLimits {
  /** Number for all plans together. */
  readonly keep: number;
  readonly days: number;
}

/** The outcome of archiving a plan. */
type Archived =
  | { readonly kind: "saved"; readonly path: string }
  | { readonly kind: "known"; readonly path: string }
  /** The path is not a file. */
  | { readonly kind: "nothing" }
  | { readonly kind: "failed"; readonly why: string };

/** Reading a larger file would delay the edit; no plan is that large. */
const MAX_PLAN_BYTES = 8 * 1024 * 1024;

/**
 * Saves a plan's current text.
 *
 * @param nowMs The time in the archive's name, epoch milliseconds.
 * @returns The outcome. It never throws, so that a failing archive cannot prevent the edit.
 */
export async function archivePlan(
  places: Places,
  plan: string,
  nowMs: number,
): Promise<Archived> {
  try {
    const info = statOrNull(plan);
    if (!info?.isFile) return { kind: "nothing" };
    if (info.size > MAX_PLAN_BYTES) {
      return { kind: "failed", why: `it is larger than ${MAX_PLAN_BYTES / 1024 / 1024} MB` };
    }
    const bytes = Deno.readFileSync(plan);
    const folder = join(
      places.archivesDir,
      `${safeName(basename(plan, ".md"))}-${projectHash(plan)}`,
    );
    Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
    const content = (await sha256(bytes)).slice(0, 16);
    // Hooks of concurrent calls may look for the same text, and each find none.
    return withLockIfPossible(sharedLock(places, "archives"), () => {
      const same = namesIn(folder).find((name) => name.endsWith(`-${content}.md`));
      const stamp = renderExactInstant(nowMs).replace(/[:.]/g, "-");
      const path = join(folder, same ?? `${stamp}-${content}.md`);
      if (same === undefined) Deno.writeFileSync(path, bytes, { createNew: true, mode: 0o600 });
      // A text that returns becomes the newest, so that pruning by age spares it.
      Deno.utimeSync(path, new Date(nowMs), new Date(nowMs));
      return { kind: same === undefined ? "saved" : "known", path };
    });
  } catch (error) {
    return { kind: "failed", why: messageOf(error) };
  }
}

function statOrNull(path: string): Deno.FileInfo | null {
  try {
    return Deno.statSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

/**
 * Removes archives that are too old or too many, oldest first. Never removes the newest archive of a plan,
 * or the one that was just made: if the clock was set back, older ones look newer than it.
 *
 * @param nowMs The current time, for ages, epoch milliseconds.
 * @returns The number of removed archives.
 */
export function pruneArchives(
  archivesDir: string,
  limits: ArchiveLimits,
  nowMs: number,
  fresh: ReadonlySet<string> = new Set(),
): number {
  const all: { path: string; at: number; isNewest: boolean }[] = [];
  for (const folder of namesIn(archivesDir)) {
    const files = namesIn(join(archivesDir, folder))
      .filter((name) => name.endsWith(".md"))
      .map((name) => join(archivesDir, folder, name))
      .map((path) => ({ path, at: Math.min(changedAt(path), nowMs), isNewest: false }))
      .sort((a, b) => a.at - b.at || (a.path < b.path ? -1 : 1));
    const made = files.filter(({ path }) => fresh.has(path));
    for (const file of made.length > 0 ? made : files.slice(-1)) file.isNewest = true;
    all.push(...files);
  }
  all.sort((a, b) => a.at - b.at);
  let excess = all.length - limits.keep;
  let removed = 0;
  for (const { path, at, isNewest } of all) {
    const isOld = nowMs - at > limits.days * DAY_MS;
    if (isNewest || !isOld && excess <= 0) continue;
    if (!removeFile(path)) continue;
    excess--;
    removed++;
  }
  return removed;
}

/** Returns a file's modification time in epoch milliseconds; 0 if another hook just pruned the file. */
function changedAt(path: string): number {
  return infoOf(path)?.mtime?.getTime() ?? 0;
}

/** Turns a plan's name into one safe path segment of at most 60 characters. */
function safeName(name: string): string {
  // Most names are plain, and the table of all letters is slow to load.
  if (/^\w[\w.-]{0,59}$/.test(name)) return name;
  return name.replace(/[^\p{L}\p{N}._-]+/gu, "_").replace(/^\.+/, "_").slice(0, 60) || "plan";
}
