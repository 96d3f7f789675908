/** Reads the plan: the items of a checklist. */
import { describeLeftOut, findRemaining } from "../../evidence/completion/remaining.ts";
import type { Document, TaskItem, TaskState } from "../../plan/items/document.ts";
import { readFocusFile } from "../../plan/items/read_document.ts";
import type { LeftOut } from "../../loop/facts.ts";
import { statOf } from "../../plan/files.ts";
import { type PlanTask, readTasks } from "./tasks.ts";
import { splitLines } from "../../plan/markdown/line.ts";
import { readPage } from "../../plan/markdown/read_page.ts";

const MAX_NAMED = 5;

/** An item of the plan. */
export interface PlanItem {
  /**
   * The text of its first line, and how many items above it have the same text: identifies the item
   * even after its box, its command or the notes below it are edited.
   */
  readonly key: string;
  readonly text: string;
  readonly state: TaskState;
  /** Line in the file, from 1. */
  readonly line: number;
  readonly rawLine: string;
  /** Its own verification, from `text | \`command\``; null without a command. */
  readonly command: string | null;
}

/** A plan file as it was read: its items and how many of them are done. */
export interface Plan {
  readonly path: string;
  readonly items: readonly PlanItem[];
  readonly done: number;
  readonly open: number;
  readonly skipped: number;
  /** Done and open items, without skipped items. */
  readonly total: number;
  /** What of the file is not part of the plan: open items for later, and skipped items. */
  readonly leftOut: LeftOut;
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

/** Reads the plan in a document: all items that completion waits for, as `start` counts them. */
export function planOf(path: string, document: Document): Plan {
  const items = keyed(document.items.filter(({ optional }) => !optional));
  const counts = countItems(items);
  const remaining = counts.open === 0 && items.length > 0
    ? findRemaining(document).map(({ text }) => text)
    : [];
  const problems = [...document.problems, ...describeRemaining(remaining)];
  const leftOut = describeLeftOut([document], remaining);
  return { path, items, ...counts, leftOut, tasks: readTasks(document), problems };
}

/** Describes work without a box, which no agent gets. */
function describeRemaining(remaining: readonly string[]): string[] {
  if (remaining.length === 0) return [];
  const named = remaining.slice(0, MAX_NAMED).map((text) => `"${text}"`).join(", ");
  const rest = remaining.length - MAX_NAMED;
  const more = rest > 0 ? ` and ${rest} more` : "";
  return [`No item is open, but this has no box, so no agent gets it: ${named}${more}`];
}

/** Narrows a plan to some items, as they are given. */
export function selectItems(plan: Plan, items: readonly PlanItem[]): Plan {
  const counts = countItems(items);
  const parts = counts.skipped > 0 ? [`${counts.skipped} skipped`] : [];
  return { ...plan, items, ...counts, leftOut: { items: counts.skipped, parts }, problems: [] };
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

function keyed(items: readonly TaskItem[]): PlanItem[] {
  const seen = new Map<string, number>();
  return items.map(({ title, text, state, line, rawLine, command }) => {
    const before = seen.get(title) ?? 0;
    seen.set(title, before + 1);
    return { key: `${title}#${before}`, text, state, line, rawLine, command: command ?? null };
  });
}

const SHELLS = ["", "bash", "sh", "shell", "console", "zsh"];

/** Reads the first code block under `## QA`, which must pass for a finished plan; null without one. */
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
