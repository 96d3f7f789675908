/**
 * Whether the client continued after a blocked stop. It may override the answer without notifying a
 * hook, and clients before 2.1.163 ignore the quiet form.
 *
 * The transcript lags, so this is judged at a later event.
 */
import type { TranscriptReading, TurnEnd } from "./transcript/scan.ts";

interface Aftermath {
  readonly continuedAtMs: number;
  readonly reading: Pick<
    TranscriptReading,
    "isReadable" | "lastAgentAtMs" | "interruptedAtMs" | "turnEnd"
  >;
  /** When the last tool call was made, by the transcript or a beat, or null. */
  readonly lastToolCallAtMs: number | null;
  /** Whether that turn has certainly ended, since a prompt began the next one. */
  readonly isTurnOver: boolean;
}

/**
 * Judges whether the client honoured a blocked stop.
 *
 * A thinking agent writes no line for minutes, and a person may steer it or close the session
 * meanwhile. So silence alone proves nothing: the turn must have ended for certain.
 *
 * @returns What ended the turn; null where the block was honoured, the user interrupted, or it is
 * unknown.
 */
export function judgeHonouring(
  { continuedAtMs, reading, lastToolCallAtMs, isTurnOver }: Aftermath,
): TurnEnd["by"] | null {
  const isAfter = (at: number | null) => at !== null && at > continuedAtMs;
  if (!reading.isReadable) return null;
  if ([reading.lastAgentAtMs, reading.interruptedAtMs, lastToolCallAtMs].some(isAfter)) return null;
  const { turnEnd } = reading;
  if (turnEnd !== null && isAfter(turnEnd.atMs)) return turnEnd.by;
  return isTurnOver ? "client" : null;
}
