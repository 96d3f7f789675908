/**
 * The ledger of a plan: the items that were seen in it. The current plan alone does not show that an open
 * item was deleted, so each Stop compares it with the ledger.
 */
import type { TaskItem } from "../../plan/items/document.ts";
import { hash32 } from "../../store/files/file_name.ts";
import type { ItemLedger } from "../../store/item_ledger.ts";
import { NewItems } from "./new_items.ts";

/** Limits of a ledger, since every hook reads it with the loop's record. */
const MAX_OPEN = 400;
const MAX_GONE = 200;
const MAX_OTHERS = 2_000;
const TITLE_CHARACTERS = 100;

type SeenItem = Pick<TaskItem, "title" | "state" | "optional">;

/** The number of items with the same title in a plan. */
interface Tally {
  readonly title: string;
  open: number;
  others: number;
}

/**
 * Adds the current items of a plan to its ledger. Pure.
 *
 * An item that was open and is now missing is gone, unless it was reworded: then a new item has most of its
 * words, or as many new open items took the place of the missing ones.
 *
 * @param before The ledger at the last Stop; undefined if there is none yet.
 * @param items All items of the plan. Optional items are named at the end, so they never count as gone.
 */
export function noteItems(before: ItemLedger | undefined, items: readonly SeenItem[]): ItemLedger {
  const tallies = tally(items);
  return { ...listPresent(tallies), gone: before === undefined ? [] : findGone(before, tallies) };
}

/** Cuts a title to the part that a ledger keeps. */
function toSeenTitle(title: string): string {
  return title.slice(0, TITLE_CHARACTERS);
}

/**
 * Counts the items of a document that a ledger knows, including reworded ones. A document without a single
 * known title has none, since most pages of a project are not plans.
 */
export function countKnownItems(
  { open, gone, others }: ItemLedger,
  items: readonly Pick<SeenItem, "title">[],
): number {
  const known = new Set([...open, ...gone]);
  const digests = new Set(others);
  const titles = items.map(({ title }) => toSeenTitle(title));
  const isKnown = (title: string) => known.has(title) || digests.has(hash32(title));
  const same = titles.filter(isKnown);
  if (same.length === 0) return 0;
  const fresh = new NewItems(
    titles.filter((title) => !isKnown(title)).map((title) => ({ title })),
  );
  const missing = known.difference(new Set(same));
  return same.length + [...missing].filter((title) => fresh.take(title)).length;
}

function tally(items: readonly SeenItem[]): Tally[] {
  const byTitle = new Map<string, Tally>();
  for (const { title: whole, state, optional } of items) {
    const title = toSeenTitle(whole);
    const entry = byTitle.get(title) ?? { title, open: 0, others: 0 };
    byTitle.set(title, entry);
    if (state === "open" && !optional) entry.open++;
    else entry.others++;
  }
  return [...byTitle.values()];
}

function listPresent(tallies: readonly Tally[]): Pick<ItemLedger, "open" | "others"> {
  const open = tallies.flatMap(({ title, open }) => Array<string>(open).fill(title));
  const others = tallies.flatMap(({ title, others }) => Array<string>(others).fill(title));
  // Open items beyond the limit are known too, so that they do not look new later.
  const rest = [...open.slice(MAX_OPEN), ...others].slice(0, MAX_OTHERS);
  return { open: open.slice(0, MAX_OPEN), others: rest.map(hash32) };
}

function findGone({ open, gone, others }: ItemLedger, tallies: readonly Tally[]): string[] {
  const now = new Map(tallies.map((entry) => [entry.title, entry]));
  const [wereOpen, wereGone, wereOthers] = [countEach(open), countEach(gone), countEach(others)];
  const missing: string[] = [];
  const missingBefore: string[] = [];
  for (const title of new Set([...gone, ...open])) {
    const { open: isOpen = 0, others: isOther = 0 } = now.get(title) ?? {};
    const newlyClosed = Math.max(0, isOther - (wereOthers.get(hash32(title)) ?? 0));
    const expected = (wereOpen.get(title) ?? 0) + (wereGone.get(title) ?? 0);
    const count = Math.max(0, expected - isOpen - newlyClosed);
    const fromBefore = Math.min(count, wereGone.get(title) ?? 0);
    missingBefore.push(...Array<string>(fromBefore).fill(title));
    missing.push(...Array<string>(count - fromBefore).fill(title));
  }
  if (missing.length + missingBefore.length === 0) return [];
  const fresh = new NewItems(tallies.flatMap(({ title, open: isOpen, others: isOther }) => {
    const known = (wereOpen.get(title) ?? 0) + (wereGone.get(title) ?? 0) +
      (wereOthers.get(hash32(title)) ?? 0);
    const count = Math.max(0, isOpen + isOther - known);
    return Array.from({ length: count }, (_, index) => ({ title, isOpen: index < isOpen }));
  }));
  const stillBefore = missingBefore.filter((title) => !fresh.take(title));
  const still = missing.filter((title) => !fresh.take(title));
  const isRewritten = fresh.left.filter(({ isOpen }) => isOpen).length >= still.length;
  return [...stillBefore, ...isRewritten ? [] : still].slice(0, MAX_GONE);
}

function countEach(titles: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const title of titles) counts.set(title, (counts.get(title) ?? 0) + 1);
  return counts;
}
