/**
 * The last sign of life of a loop's session: when it was, and what.
 *
 * @module
 */
import type { Beat } from "../store/records/beats.ts";
import type { TranscriptReading } from "./transcript/transcript.ts";

/** A sign of life. */
export interface LastSign {
  /** Unix seconds. */
  readonly at: number;
  /** What it was, such as `Bash npm test`; null where only the moment is known. */
  readonly what: string | null;
}

/** What is known without the transcript's text. */
type Signs = Pick<TranscriptReading, "toolCalls" | "lastAgentAt" | "humanPrompts">;

/**
 * Finds the last sign.
 *
 * @param knownAt The loop's last event, Unix seconds.
 */
export function findLastSign(knownAt: number, signs: Signs, beats: readonly Beat[]): LastSign {
  const all: LastSign[] = [
    { at: knownAt, what: null },
    ...beats.map(({ at, event }) => ({ at, what: event === "prompt" ? "a prompt" : null })),
    ...signs.humanPrompts.map((at) => ({ at, what: "a prompt" })),
    ...signs.lastAgentAt === null ? [] : [{ at: signs.lastAgentAt, what: "the agent's message" }],
    ...signs.toolCalls.flatMap(({ startedAt, endedAt, label }) => [
      { at: startedAt, what: label },
      ...endedAt === null ? [] : [{ at: endedAt, what: `${label} ended` }],
    ]),
  ];
  // Of signs at one moment the later one in the list says more.
  const last = all.reduce((best, sign) => sign.at >= best.at ? sign : best);
  if (last.what !== null) return last;
  // A beat stands for the call that the transcript names a moment earlier or later.
  const near = all.findLast(({ at, what }) => what !== null && last.at - at <= NEAR_SECONDS);
  return { at: last.at, what: near?.what ?? null };
}

/** A hook's beat and the transcript's line of the same thing are not further apart. */
const NEAR_SECONDS = 2;
