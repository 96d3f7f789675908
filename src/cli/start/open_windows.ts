/** Finds the windows that are open when a loop is started, and whether they can take it. */
import { startedAtMs, startedBefore } from "../../evidence/liveness.ts";
import { listOpenSessions, type OpenSession } from "../../evidence/open_sessions.ts";
import { areNested, foldersOfRepository, resolveLinks } from "../../store/project.ts";
import { nameFirst } from "../../text/shorten.ts";
import { showText } from "../../text/show_text.ts";
import type { Location } from "../core/locate.ts";
import type { Registered } from "./registration.ts";

/** Maximum number of sessions named; the others are only counted. */
const MOST_NAMED = 5;

/** The open sessions of a loop's folder. */
interface Windows {
  /** Sessions that can claim the loop. */
  readonly able: readonly OpenSession[];
  /** Sessions that were open before the hooks were registered. */
  readonly older: readonly OpenSession[];
}

/**
 * Lists the open sessions in the folder in which a loop is started, and in folders above and below it
 * in the same repository.
 */
export function findWindows(
  { places, project, registered }: Location & { readonly registered: Registered | null },
  cwd: string,
): Windows {
  const startedIn = resolveLinks(cwd);
  const here = listOpenSessions(places).filter(({ folder }) =>
    areNested(folder, startedIn) && foldersOfRepository(folder).includes(project)
  );
  const older = here.filter(({ pid }) => startedBefore(startedAtMs(pid), registered?.atMs ?? null));
  // An open window may read a settings file again, but it reads a plugin only at its start.
  const able = registered?.isInSettings ? here : here.filter((each) => !older.includes(each));
  return { able, older };
}

/** Names the windows that may need a restart to take the loop, in a sentence; empty if there are none. */
export function describeOlder({ able, older }: Windows, cwd: string): string[] {
  if (older.length === 0) return [];
  const names = nameWindows(older, cwd);
  const restart = "Restart Claude Code there: `/exit`, then `claude --continue`";
  return older.every((window) => able.includes(window))
    ? [`Open since before the hooks were registered: ${names}. Nothing happens there? ${restart}`]
    : [`Warning: open since before the plugin was installed: ${names}. ${restart}`];
}

/** Names windows by process, and by folder if it differs from this one. */
export function nameWindows(windows: readonly OpenSession[], cwd: string): string {
  const here = resolveLinks(cwd);
  const name = ({ folder, pid }: OpenSession) =>
    `process ${pid}${folder === here ? "" : ` in ${showText(folder, 200)}`}`;
  return nameFirst(windows, MOST_NAMED, name);
}
