/**
 * Whether the client continued after a blocked stop. It may override the answer without notifying a
 * hook, and clients before 2.1.163 ignore the quiet form.
 *
 * The transcript lags, so this is judged at a later event.
 *
 * @module
 */
import type { TranscriptReading, TurnEnd } from "./transcript/reading.ts";

/** What happened after a blocked stop. */
interface Aftermath {
  /** Unix seconds of the answer. */
  readonly continuedAt: number;
  readonly reading: Pick<
    TranscriptReading,
    "isReadable" | "lastAgentAt" | "interruptedAt" | "turnEnd"
  >;
  /** Unix seconds of the last tool call in the transcript or a beat, or null. */
  readonly lastToolCallAt: number | null;
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
  { continuedAt, reading, lastToolCallAt, isTurnOver }: Aftermath,
): TurnEnd["by"] | null {
  const isAfter = (at: number | null) => at !== null && at > continuedAt;
  if (!reading.isReadable) return null;
  if ([reading.lastAgentAt, reading.interruptedAt, lastToolCallAt].some(isAfter)) return null;
  const { turnEnd } = reading;
  if (turnEnd !== null && isAfter(turnEnd.at)) return turnEnd.by;
  return isTurnOver ? "client" : null;
}
