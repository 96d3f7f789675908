/** Moves files to `~/.claude/ralph/set-aside/TIME/`, so that a fix deletes nothing. */
import { basename, join } from "@std/path";
import { attempt, messageOf, StateError } from "../error.ts";
import { makeFolder } from "../store/files/folder.ts";
import { appendJsonLine } from "../store/files/jsonl.ts";
import { isThere } from "../store/files/presence.ts";
import { setAside } from "../store/files/set_aside.ts";
import type { Places } from "../store/places.ts";
import { renderInstant, renderStamp } from "../text/instant.ts";

/**
 * Moves a file or folder away. `moved.jsonl` in the set-aside folder says where it was.
 *
 * @returns A sentence that says where it is now.
 * @throws {StateError} It cannot be moved.
 */
export function moveAside(places: Places, path: string, nowMs: number): string {
  if (!isThere(path)) return `"${path}" is gone already`;
  const folder = join(places.setAsideDir, renderStamp(nowMs));
  try {
    makeFolder(folder);
    const target = freeName(folder, basename(path));
    Deno.renameSync(path, target);
    const line = { at: renderInstant(nowMs), from: path, to: target };
    attempt(() => appendJsonLine(join(places.setAsideDir, "moved.jsonl"), line));
    return `Moved "${path}" to "${target}"`;
  } catch (error) {
    // Another file system, or no home folder: then beside the original.
    const aside = setAside(path, nowMs);
    if (aside !== null) return `Renamed "${path}" to "${aside}"`;
    throw new StateError(`Cannot move "${path}" away: ${messageOf(error)}`, {
      hint: "Check the folder's rights and the space on the disk.",
      cause: error,
    });
  }
}

function freeName(folder: string, name: string): string {
  for (let count = 1;; count++) {
    const path = join(folder, count === 1 ? name : `${name}-${count}`);
    if (!isThere(path)) return path;
  }
}
