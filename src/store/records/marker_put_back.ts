/** When the marker of a loop was last put back: the file has it in seconds since 1970. */
import { readText } from "../files/text_file.ts";
import type { LoopPlaces } from "../places.ts";
import { SECOND_MS } from "../../text/time.ts";

/**
 * Reads when the marker was put back last.
 *
 * @returns Epoch milliseconds; null if it never was.
 */
export function readPutBackMs({ markerPutBack }: Pick<LoopPlaces, "markerPutBack">): number | null {
  const read = readText(markerPutBack);
  const ms = read.kind === "text" ? Number(read.text) * SECOND_MS : NaN;
  return Number.isFinite(ms) ? ms : null;
}

/** Notes that the marker was put back. */
export function notePutBack(
  { markerPutBack }: Pick<LoopPlaces, "markerPutBack">,
  nowMs: number,
): void {
  Deno.writeTextFileSync(markerPutBack, `${nowMs / SECOND_MS}\n`);
}
