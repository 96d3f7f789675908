/** The items of a session's plan that wait for a person, and the work that is possible meanwhile. */
import type { Facts } from "../../loop/facts.ts";
import type { Document } from "../../plan/items/document.ts";
import { listEntries } from "../../plan/order/entries.ts";
import { listReady, readScopes } from "../../plan/order/independence.ts";
import { readTasks } from "../../plan/order/tasks.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";

type WaitingFacts = NonNullable<Facts["waiting"]>;

/** The facts in addition to the plan. */
interface Known {
  /** The items that waited at the last Stop. The ones that are still open still wait. */
  readonly before: NonNullable<LoopRecord["waitingItems"]>;
  /** The text of the item that the last instruction named; null without one. */
  readonly named: string | null;
  /** The agent's request, for that item or, if it is closed, for the first open one; null without one. */
  readonly need: string | null;
}

/** Finds the items that wait, and the next item that does not depend on them. Pure. */
export function findWaiting(document: Document, { before, named, need }: Known): WaitingFacts {
  const items = listEntries(document.items.filter(({ optional }) => !optional));
  const scopes = readScopes({ items, tasks: readTasks(document) });
  const waiting = before.filter(({ key }) =>
    items.some((item) => item.key === key && item.state === "open")
  );
  const findReady = () => listReady({ items }, scopes, new Set(waiting.map(({ key }) => key)));
  if (need !== null && !waiting.some((item) => item.need === need)) {
    const ready = findReady();
    const blocked = ready.find(({ text }) => text === named) ?? ready[0];
    if (blocked !== undefined) waiting.push({ key: blocked.key, text: blocked.text, need });
  }
  const next = waiting.length === 0 ? undefined : findReady()[0];
  return { items: waiting, next: next?.text ?? null };
}

/** Finds the next item for the agent while others wait for a person; null if none waits. Pure. */
export function findNextItem(
  plan: Document | null,
  before: LoopRecord["waitingItems"] = [],
): string | null {
  if (plan === null || before.length === 0) return null;
  return findWaiting(plan, { before, named: null, need: null }).next;
}
