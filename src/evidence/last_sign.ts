/** The last sign of life of a session, for people. */
import type { Beat } from "../store/records/beats.ts";
import { NEAR_MS, type Signs } from "./activity.ts";

/** The last sign of life of a session. */
export interface LastSign {
  readonly atMs: number;
  /** The activity, such as `Bash npm test`; null if only the time is known. */
  readonly what: string | null;
}

/**
 * Finds the last sign of life.
 *
 * @param knownAtMs The loop's last event, epoch milliseconds.
 */
export function findLastSign(knownAtMs: number, signs: Signs, beats: readonly Beat[]): LastSign {
  const all: LastSign[] = [
    { atMs: knownAtMs, what: null },
    ...beats.map(({ atMs, event }) => ({ atMs, what: event === "prompt" ? "a prompt" : null })),
    ...signs.humanPromptsMs.map((atMs) => ({ atMs, what: "a prompt" })),
    ...signs.lastAnswerAtMs === null
      ? []
      : [{ atMs: signs.lastAnswerAtMs, what: "the agent's message" }],
    ...signs.toolCalls.flatMap(({ startedAtMs, endedAtMs, label }) => [
      { atMs: startedAtMs, what: label },
      ...endedAtMs === null ? [] : [{ atMs: endedAtMs, what: `${label} ended` }],
    ]),
  ];
  // Of simultaneous signs, the later one in the list has more detail.
  const last = all.reduce((best, sign) => sign.atMs >= best.atMs ? sign : best);
  if (last.what !== null) return last;
  // A beat may belong to a call that the transcript dates slightly earlier or later.
  const near = all.findLast(({ atMs, what }) => what !== null && last.atMs - atMs <= NEAR_MS);
  return { atMs: last.atMs, what: near?.what ?? null };
}

/** Finds the last sign of life in a turn whose end was not recorded, epoch milliseconds. */
export function lastSignOf(
  knownAtMs: number,
  { beats, reading }: { readonly beats: readonly Beat[]; readonly reading: Signs },
): number {
  return findLastSign(knownAtMs, reading, beats).atMs;
}
