/**
 * What `start` in a plain terminal says of the sessions that can drive the loop.
 *
 * @module
 */
import { listOpenSessions, type OpenSession } from "../../evidence/open_sessions.ts";
import type { Places } from "../../store/places.ts";
import { areOneLine, foldersOfRepository, resolveLinks } from "../../store/project.ts";
import { showText } from "../../text/show_text.ts";

/** Sessions that are named; the rest is a count. */
const MOST_NAMED = 5;

/**
 * The open sessions that a new loop meets: those of the folder that it is started in, and of folders
 * above and below that one, in the loop's repository.
 *
 * @param places The home's places.
 * @param project Where the loop lives.
 * @param cwd Where it is started.
 */
export function findDrivers(places: Places, project: string, cwd: string): OpenSession[] {
  const startedIn = resolveLinks(cwd);
  return listOpenSessions(places).filter(({ folder }) =>
    areOneLine(folder, startedIn) && foldersOfRepository(folder).includes(project)
  );
}

/**
 * Says which open sessions can drive a loop.
 *
 * @param drivers The sessions.
 * @returns One line.
 */
export function describeDrivers(drivers: readonly OpenSession[]): string {
  if (drivers.length === 0) return "Open sessions that can drive it: none yet";
  const named = drivers.slice(0, MOST_NAMED)
    .map(({ folder, pid }) => `${showText(folder, 200)} (process ${pid})`);
  const more = drivers.length - named.length;
  return `Open sessions that can drive it: ${named.join(", ")}${
    more > 0 ? ` and ${more} more` : ""
  }`;
}
