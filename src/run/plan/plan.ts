/** Reads the plan: the items of a checklist. */
import { noteItems } from "../../evidence/completion/ledger.ts";
import { describeLeftOut, findRemaining, listYours } from "../../evidence/completion/remaining.ts";
import type { Document, TaskItem, TaskState } from "../../plan/items/document.ts";
import { readFocusFile } from "../../plan/items/read_document.ts";
import type { LeftOut } from "../../loop/facts.ts";
import { listEntries, type PlanEntry } from "../../plan/order/entries.ts";
import { statOf } from "../../plan/files.ts";
import { type PlanTask, readTasks } from "../../plan/order/tasks.ts";
import type { ItemLedger } from "../../store/item_ledger.ts";
import { splitLines } from "../../plan/markdown/line.ts";
import { readPage } from "../../plan/markdown/read_page.ts";

/** An item that another one closes: its line and its text. */
type ItemLine = Pick<TaskItem, "line" | "text">;

/** An item of the plan. */
export interface PlanItem extends PlanEntry {
  readonly rawLine: string;
  /** Its own verification command, from `text | \`command\``; null if it has none. */
  readonly command: string | null;
  /** Its steps, which come before it among the plan's items. */
  readonly steps: readonly string[];
  /** The items whose last open step this is, innermost first. */
  readonly closes: readonly ItemLine[];
}

/** A plan file as read: its items, and how many of them are done. */
export interface Plan {
  readonly path: string;
  /** The items in the order in which they are worked on: the steps of an item come before it. */
  readonly items: readonly PlanItem[];
  readonly done: number;
  readonly open: number;
  readonly skipped: number;
  /** Done and open items, without skipped items. */
  readonly total: number;
  /** The parts of the file that do not belong to the plan: open items for later, and skipped items. */
  readonly leftOut: LeftOut;
  /** Work without a box, if no item is open; agents are asked about it once. */
  readonly remaining: readonly string[];
  /** Open items that only a person can do; agents do not get them. */
  readonly yours: readonly string[];
  /** Titles of items that completion does not wait for. */
  readonly aside?: readonly string[];
  readonly tasks: readonly PlanTask[];
  /** Problems of the file, one sentence each. */
  readonly problems: readonly string[];
}

/** The result of reading a plan. */
export type PlanRead =
  | { readonly kind: "plan"; readonly plan: Plan }
  | { readonly kind: "missing" }
  | { readonly kind: "unreadable"; readonly why: string };

/** Reads the plan's file. @returns The plan, possibly without items, or why it cannot be read. */
export function readPlan(path: string): PlanRead {
  if (statOf(path) === null) return { kind: "missing" };
  const document = readFocusFile(path);
  if (!document.readable) {
    return { kind: "unreadable", why: document.problems[0] ?? "it cannot be read" };
  }
  return { kind: "plan", plan: planOf(path, document) };
}

/** Reads the plan in a document: all items that completion waits for, counted as `start` does. */
export function planOf(path: string, document: Document): Plan {
  const { waited = [], aside = [] } = Object.groupBy(
    document.items,
    ({ optional }) => optional ? "aside" : "waited",
  );
  const items = itemsOf(waited);
  const counts = countItems(items);
  const remaining = counts.open === 0 && items.length > 0
    ? findRemaining(document).map(({ text }) => text)
    : [];
  return {
    path,
    items,
    ...counts,
    leftOut: describeLeftOut([document], remaining),
    remaining,
    yours: listYours(document),
    aside: aside.map(({ title }) => title),
    tasks: readTasks(document),
    problems: document.problems,
  };
}

/** Enters the items of a plan into its ledger, as a session's Stop does. */
export function noteItemsOf(
  before: ItemLedger | undefined,
  { items, aside = [] }: Pick<Plan, "items" | "aside">,
): ItemLedger {
  return noteItems(before, [
    ...items.map(({ key, state }) => ({ title: titleOf(key), state, optional: false })),
    ...aside.map((title) => ({ title, state: "open" as const, optional: true })),
  ]);
}

/** Returns the text of an item's first line from its key. */
export function titleOf(key: string): string {
  return key.slice(0, key.lastIndexOf("#"));
}

/** Narrows a plan to the given items. */
export function selectItems(plan: Plan, items: readonly PlanItem[]): Plan {
  const counts = countItems(items);
  const parts = counts.skipped > 0 ? [`${counts.skipped} skipped`] : [];
  const leftOut = { items: counts.skipped, parts };
  return { ...plan, items, ...counts, leftOut, remaining: [], yours: [], problems: [] };
}

function countItems(items: readonly PlanItem[]): Pick<Plan, "done" | "open" | "skipped" | "total"> {
  const count = (state: TaskState) => items.filter((item) => item.state === state).length;
  const [done, open, skipped] = [count("done"), count("open"), count("skipped")];
  return { done, open, skipped, total: done + open };
}

/** Finds the first open item, or null. */
export function firstOpenItem({ items }: Pick<Plan, "items">): PlanItem | null {
  return items.find(({ state }) => state === "open") ?? null;
}

/** Orders items for work. @param read The items that count, in file order. */
function itemsOf(read: readonly TaskItem[]): PlanItem[] {
  const byLine = new Map(read.map((item) => [item.line, item]));
  const steps = Map.groupBy(read, ({ parent }) => parent);
  return listEntries(read).map((entry) => {
    const item = byLine.get(entry.line)!;
    return {
      ...entry,
      rawLine: item.rawLine,
      command: item.command ?? null,
      steps: (steps.get(item.line) ?? []).map(({ text }) => text),
      closes: [...findClosed(item)],
    };
  });

  function* findClosed({ line, parent, state }: TaskItem): Generator<ItemLine> {
    const around = parent === null ? undefined : byLine.get(parent);
    if (state !== "open" || around?.state !== "open") return;
    if (steps.get(parent)!.some((step) => step.line !== line && step.state === "open")) return;
    yield { line: around.line, text: around.text };
    yield* findClosed(around);
  }
}

const SHELLS = ["", "bash", "sh", "shell", "console", "zsh"];

/** Reads the first code block under `## QA`, which must pass for a finished plan; null if there is none. */
export function readQaCommand(text: string): string | null {
  const lines = splitLines(text);
  const { blocks, fences } = readPage(lines);
  const sections = blocks.filter((block) => block.kind === "heading" && block.depth <= 2);
  for (const { info, isClosed, start, end } of fences) {
    const above = sections.findLast(({ line }) => line <= start);
    const isQa = above?.depth === 2 && above.source.toLowerCase() === "qa";
    const language = info.trim().split(/[`\s]/)[0]!.toLowerCase();
    const command = lines.slice(start + 1, end).join("\n").trim();
    if (isQa && isClosed && SHELLS.includes(language) && command !== "") return command;
  }
  return null;
}
