/** The windows that are open where a loop is started, and whether they can take it. */
import { startedAtMs, startedBefore } from "../../evidence/liveness.ts";
import { listOpenSessions, type OpenSession } from "../../evidence/open_sessions.ts";
import { areOneLine, foldersOfRepository, resolveLinks } from "../../store/project.ts";
import { showText } from "../../text/show_text.ts";
import type { Location } from "../core/locate.ts";

/** Most sessions that are named; the others are counted. */
const MOST_NAMED = 5;

/** The open sessions of a loop's folder. */
interface Windows {
  /** Those that can claim the loop. */
  readonly able: readonly OpenSession[];
  /** Those that were open before the hooks were registered, and so do not have them. */
  readonly older: readonly OpenSession[];
}

/**
 * Lists the sessions that are open in the folder that a loop is started in, and above and below that
 * folder in the loop's repository.
 */
export function findWindows(
  { places, project, registeredAtMs }: Location & { readonly registeredAtMs: number | null },
  cwd: string,
): Windows {
  const startedIn = resolveLinks(cwd);
  const here = listOpenSessions(places).filter(({ folder }) =>
    areOneLine(folder, startedIn) && foldersOfRepository(folder).includes(project)
  );
  const { older = [], able = [] } = Object.groupBy(
    here,
    ({ pid }) => startedBefore(startedAtMs(pid), registeredAtMs) ? "older" : "able",
  );
  return { able, older };
}

/** Names the windows that have to be restarted to take the loop, in a sentence; empty without any. */
export function describeOlder({ older }: Windows, cwd: string): string[] {
  return older.length === 0 ? [] : [
    `Warning: open since before the hooks were registered: ${nameWindows(older, cwd)}. ` +
    "Restart Claude Code there: `/exit`, then `claude --continue`",
  ];
}

/** Lists windows by process, and by folder where that is another. */
export function nameWindows(windows: readonly OpenSession[], cwd: string): string {
  const here = resolveLinks(cwd);
  const named = windows.slice(0, MOST_NAMED).map(({ folder, pid }) =>
    `process ${pid}${folder === here ? "" : ` in ${showText(folder, 200)}`}`
  );
  const more = windows.length > named.length ? ` and ${windows.length - named.length} more` : "";
  return `${named.join(", ")}${more}`;
}
