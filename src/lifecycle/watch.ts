/** The process that looks after the turns of a loop's session: its start, and the file that names it. */
import { attempt } from "../error.ts";
import { judgeLiveness, type ProcessIdentity } from "../evidence/liveness.ts";
import { readJson } from "../store/files/json_text.ts";
import { loopPlaces } from "../store/places.ts";
import type { LoopRecord } from "../store/records/loop_record.ts";
import { count, object, readOr, text, writeAs } from "../store/records/shape.ts";
import { startDetached } from "../system/start_detached.ts";
import { type Announcer, channelsFor } from "./announce.ts";
import { loadLoopSettings } from "./settings.ts";

/** The variable that names the loop to the process that looks after its turns. */
export const WATCH_VARIABLE = "RALPH_WATCH";

const WatcherShape = object({ pid: count, started: text, bootId: text, machine: text });

/**
 * Starts the process that calls the user if no hook does: a turn that gives no sign, or a dialog
 * that the client does not notify of. Does nothing if the user is not notified of waits, if that
 * process runs already, or if the end of the session could not be seen. Never throws.
 */
export function startWatch(by: Announcer, record: LoopRecord): void {
  attempt(() => {
    if (record.turn.state !== "running" || record.sessionProcess === null) return;
    const { watcher } = loopPlaces(by.places, record.id);
    if (judgeLiveness(readWatcher(watcher)) === "alive") return;
    if (channelsFor("waiting", loadLoopSettings(by, by.loop, record)) === null) return;
    const { id, project } = record;
    const watched = JSON.stringify({ id, project });
    startDetached(["notify", "deliver"], { [WATCH_VARIABLE]: watched });
  });
}

/** Renders the process that looks after a loop's turns, for its file. */
export function renderWatcher(process: ProcessIdentity): string {
  return JSON.stringify(writeAs(WatcherShape, process));
}

/** Reads which process looks after a loop's turns; null for none. */
export function readWatcher(file: string): ProcessIdentity | null {
  return readOr(WatcherShape, readJson(file), null);
}
