/** Finds what was done of the plan, what is open, and what failed. Pure. */
import type { JournalEntry } from "../../store/records/journal.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import { headOf, oneLine } from "../../text/shorten.ts";
import type { DoneItem, Failed, ReportedStep, TickedItem } from "./model.ts";

/** The number of characters that the journal keeps of any item, at least. */
const KEY_CHARACTERS = 120;
const ITEM_CHARACTERS = 200;
const WHY_CHARACTERS = 300;
/** The prefix of an undone tick in a run's journal. */
const UNDONE = "tick undone: ";

/** Makes a key that is the same for an item and for its shortened text in the journal. */
function keyOf(item: string): string {
  return headOf(item, KEY_CHARACTERS);
}

/** The plan's items when a turn begins. */
interface PlanAtTurn {
  readonly open: readonly string[];
  readonly done: number;
}

/**
 * A reader that follows the plan of a session's loop through its journal. Items that were open before a
 * turn and not after it were ticked, if the number of done items grew by as many.
 */
export class TickedItems {
  #seen: PlanAtTurn | null = null;
  #start: readonly string[] | null = null;

  /** Reads an entry. @returns The items ticked since the previous entry; null if unknown. */
  read({ inputs, openItems }: Pick<JournalEntry, "inputs" | "openItems">): TickedItem[] | null {
    if (openItems !== undefined) this.#start = openItems;
    if (inputs === undefined) return null;
    const { done, openItems: open, total } = inputs.facts.completion;
    // Without a plan, there is nothing to tick.
    if (open === undefined) return total === 0 ? [] : null;
    const start = this.#start;
    const before = this.#seen ??
      (start === null ? null : { open: start, done: Math.max(0, total - start.length) });
    this.#seen = { open, done };
    const ticked = before === null ? null : findTicked(before, { open, done }, total - done);
    return ticked?.map((text) => ({ text, check: null })) ?? null;
  }
}

function findTicked(before: PlanAtTurn, after: PlanAtTurn, openCount: number): string[] | null {
  const left = new Set(after.open.map(keyOf));
  // Of a long plan, the journal has only the first open items; the others are unknown.
  const isCut = after.open.length < openCount;
  const end = isCut
    ? before.open.findLastIndex((item) => left.has(keyOf(item))) + 1
    : before.open.length;
  const gone = before.open.slice(0, end).filter((item) => !left.has(keyOf(item)));
  const more = after.done - before.done;
  if (more <= 0) return [];
  // Removed or reworded items look the same as ticked ones.
  return gone.length <= more ? gone : null;
}

/** Lists the items that the steps ticked, except reopened ones; null if no step knows. */
function listDone(
  steps: readonly ReportedStep[],
  open: readonly string[] | null,
): DoneItem[] | null {
  if (steps.every(({ ticked }) => ticked === null)) return null;
  const openKeys = new Set((open ?? []).map(keyOf));
  const done = new Map<string, DoneItem>();
  for (const { ticked, toMs: atMs, turn } of steps) {
    for (const { check, text } of ticked ?? []) {
      const item = { text: oneLine(text, ITEM_CHARACTERS), check, turn, atMs, commits: null };
      if (!openKeys.has(keyOf(text))) done.set(keyOf(text), item);
    }
  }
  return [...done.values()];
}

/** The records in which the work is found. */
interface WorkSources {
  readonly entries: readonly JournalEntry[];
  readonly steps: readonly ReportedStep[];
  readonly record: Pick<LoopRecord, "planSeen"> | null;
}

/** Finds the work of a loop, without its commits. */
export function findWork({ entries, steps, record }: WorkSources) {
  const open = findOpen(entries, steps);
  const verified = entries.findLast(({ inputs }) =>
    inputs !== undefined && inputs.facts.verification.kind !== "none"
  )?.inputs?.facts;
  const checks = verified?.verification.kind === "passed" ? verified.checks : [];
  const own = new Map(record?.planSeen.checks.map(({ text, command }) => [keyOf(text), command]));
  const done = listDone(steps, open)?.map((item) => {
    const command = own.get(keyOf(item.text));
    const hasPassed = command !== undefined && checks.includes(command);
    return hasPassed ? { ...item, check: command } : item;
  }) ?? null;
  return {
    done,
    open: open?.map((text) => oneLine(text, ITEM_CHARACTERS)) ?? null,
    failed: [
      ...findFailedItems(entries, new Set(done?.map(({ text }) => keyOf(text)))),
      ...findFailedCheck(verified, entries),
    ],
    checks,
  };
}

/** Finds the open items after the last turn; for a run, the items at its start that no agent ticked. */
function findOpen(
  entries: readonly JournalEntry[],
  steps: readonly ReportedStep[],
): readonly string[] | null {
  const last = entries.findLast(({ inputs, openItems }) =>
    openItems !== undefined || inputs?.facts.completion.openItems !== undefined
  );
  if (last === undefined) return null;
  if (last.openItems === undefined) return last.inputs?.facts.completion.openItems ?? null;
  const later = steps.filter(({ toMs }) => toMs >= last.atMs);
  if (later.some(({ ticked }) => ticked === null)) return null;
  const ticked = new Set(
    later.flatMap(({ ticked }) => ticked ?? []).map(({ text }) => keyOf(text)),
  );
  return last.openItems.filter((item) => !ticked.has(keyOf(item)));
}

/** Finds the items whose agents failed or whose ticks were undone, and that are not done. */
function findFailedItems(
  entries: readonly JournalEntry[],
  done: ReadonlySet<string>,
): Failed[] {
  const failed = new Map<string, Failed>();
  for (const { agent, code, evidence, sentence } of entries) {
    const { failure = null, item, iteration: turn } = agent ?? {};
    if (turn === undefined) continue;
    const undone = evidence.filter((line) => line.startsWith(UNDONE))
      .map((line) => [line.slice(UNDONE.length), "its check failed, so its tick was undone"]);
    const own = failure === null || item == null
      ? []
      : [[item, sentence.replace(/^The agent failed: /, "") || (code ?? failure)]];
    for (const [what = "", why = ""] of [...own, ...undone]) {
      const times = (failed.get(what)?.times ?? 0) + 1;
      failed.set(what, { what, why, turn, times });
    }
  }
  // The entry of an undone tick has the command after the item.
  const isDone = (what: string) =>
    done.has(keyOf(what)) || [...done].some((key) => what.startsWith(`${key} (`));
  return [...failed.values()].filter(({ what }) => !isDone(what)).map(({ what, why, ...each }) => ({
    what: oneLine(what, ITEM_CHARACTERS),
    why: oneLine(why, WHY_CHARACTERS),
    ...each,
  }));
}

type VerifiedFacts = NonNullable<JournalEntry["inputs"]>["facts"];

/** Finds the check that failed last, unless all passed later. */
function findFailedCheck(
  facts: VerifiedFacts | undefined,
  entries: readonly JournalEntry[],
): Failed[] {
  if (facts?.verification.kind !== "rejected") return [];
  const { command, tail } = facts.verification;
  const entry = entries.findLast(({ inputs }) => inputs?.facts === facts);
  return [{
    what: `\`${command}\``,
    why: oneLine(tail === "" ? "failed" : tail, WHY_CHARACTERS),
    times: 1,
    turn: entry?.inputs?.record.iteration ?? null,
  }];
}
