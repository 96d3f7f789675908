/** A pause of a run that its user asked for: a file next to the loop's records, for as long as it lasts. */
import { join } from "@std/path";
import { writeAtomic } from "./files/atomic_file.ts";
import { isThere, removeFile } from "./files/presence.ts";
import { loopPlaces, type Places } from "./places.ts";

function fileOf(places: Places, loopId: string): string {
  return join(loopPlaces(places, loopId).dir, "pause");
}

/** Checks whether a pause was requested. The run starts no agent until it ends. */
export function isPauseAsked(places: Places, loopId: string): boolean {
  return isThere(fileOf(places, loopId));
}

/** Asks for a pause, or ends it. @throws {Error} If the file cannot be written or removed. */
export function askPause(places: Places, loopId: string, isAsked: boolean): void {
  if (isAsked) writeAtomic(fileOf(places, loopId), "", { mode: 0o600, isFlushed: false });
  else removeFile(fileOf(places, loopId));
}
