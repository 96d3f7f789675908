/**
 * Whether the client went on after a "continue". It may override one without telling
 * any hook, and clients before 2.1.163 pass over the quiet form.
 *
 * The transcript lags, so this is judged at a later event and not at the one just answered.
 *
 * @module
 */
import type { TranscriptReading, TurnEnd } from "./transcript/reading.ts";

/** What is known of the time since a "continue". */
interface Aftermath {
  /** Unix seconds of the answer. */
  readonly continuedAt: number;
  readonly reading: Pick<
    TranscriptReading,
    "isReadable" | "lastAgentAt" | "interruptedAt" | "turnEnd"
  >;
  /** Unix seconds of the last tool call that the transcript or a beat knows, or null. */
  readonly lastToolCallAt: number | null;
  /** Whether the turn of the answer is over for certain: a prompt began the next one. */
  readonly isTurnOver: boolean;
}

/**
 * Judges what became of a "continue".
 *
 * An agent that thinks leaves no line for minutes, and a person may steer it or close the session
 * meanwhile. So silence alone says nothing: the turn must be known to be over.
 *
 * @returns What ended the turn instead; null where it was honoured, the user interrupted it, or
 * nobody can know.
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
