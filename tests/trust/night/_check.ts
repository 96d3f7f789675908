/** Which of a night's figures are wrong. */
import type { Account } from "./_account.ts";
import { MOST_DRIFT_MS } from "./_minutes.ts";

/** What a night must be told as. */
export interface Expected {
  readonly turns: number;
  readonly items: number;
  readonly commits: number;
  /** Lines of the journal by their kinds. */
  readonly journal: Readonly<Record<string, number>>;
}

/** Compares what the views say with what happened. @returns A sentence for each figure that is wrong. */
export function findWrongFigures(account: Account, expected: Expected): string[] {
  const { activeMs, commits, ends, items, journal, minutes, state, turns } = account;
  const worked = minutes.find(({ cause }) => cause === "work")?.happenedMs ?? 0;
  const differs = (what: string, actual: unknown, wanted: unknown) =>
    JSON.stringify(actual) === JSON.stringify(wanted)
      ? []
      : [`${what}: ${JSON.stringify(actual)}, should be ${JSON.stringify(wanted)}`];
  const drifts = (what: string, actual: number, wanted: number) =>
    Math.abs(actual - wanted) <= MOST_DRIFT_MS
      ? []
      : [`${what}: ${actual / 1_000} s, should be ${wanted / 1_000} s`];
  return [
    ...differs("state", state, "done"),
    ...differs("lines in the history", ends, 1),
    ...differs("commits", commits, expected.commits),
    ...Object.entries(turns).flatMap(([view, count]) =>
      differs(`turns in ${view}`, count, expected.turns)
    ),
    ...items.flatMap(({ done, total }) =>
      differs("items", [done, total], [expected.items, expected.items])
    ),
    ...Object.entries(activeMs).flatMap(([view, ms]) =>
      drifts(`active time in ${view}`, ms, worked)
    ),
    ...minutes.flatMap(({ cause, happenedMs, reportedMs }) =>
      drifts(`time in the report, ${cause}`, reportedMs, happenedMs)
    ),
    ...differs("lines in the journal", sorted(journal), sorted(expected.journal)),
  ];
}

function sorted(counts: Readonly<Record<string, number>>): [string, number][] {
  return Object.entries(counts).sort(([one], [other]) => one < other ? -1 : 1);
}
