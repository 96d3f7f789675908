/**
 * Which sessions a loop can meet: those of the folder that it was started in, and of the folders
 * above and below that one, inside one repository. Packages side by side stay separate.
 *
 * @module
 */
import { areOneLine } from "./project.ts";

/** What reach hangs on. */
export interface LivingLoop {
  /** The folder that `start` was called in, links resolved. */
  readonly startedIn: string;
  /** The session that it belongs to; null while unclaimed. */
  readonly owner: string | null;
}

/**
 * Whether a loop whose marks lie in a folder above is one for a session.
 *
 * @param loop the loop
 * @param folder the session's folder, links resolved
 * @param session the session's id; null where none is known
 */
export function reaches(loop: LivingLoop, folder: string, session: string | null): boolean {
  return areOneLine(loop.startedIn, folder) || session !== null && loop.owner === session;
}
