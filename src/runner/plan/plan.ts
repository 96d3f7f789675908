/**
 * The plan: the items of a checklist, by the one parser.
 *
 * @module
 */
import { findRemaining } from "../../evidence/completion/remaining.ts";
import type { Document, TaskItem, TaskState } from "../../focus/items/document.ts";
import { readFocusFile } from "../../focus/focus_file.ts";
import { statOf } from "../../focus/files.ts";
import { type PlanTask, readTasks } from "./tasks.ts";

/** So much of the work without boxes is named. */
const MAX_NAMED = 5;

/** One item of the plan. */
export interface PlanItem {
  /**
   * The words of its first line, and how many items above it have the same: identifies it after its
   * box, its check or the notes below it were edited.
   */
  readonly key: string;
  readonly text: string;
  readonly state: TaskState;
  /** Line in the file, 1-based. */
  readonly line: number;
  readonly rawLine: string;
  /** Its own verification, from `text | \`command\``; null for none. */
  readonly command: string | null;
}

/** A plan that was read. */
export interface Plan {
  readonly path: string;
  readonly items: readonly PlanItem[];
  readonly done: number;
  readonly open: number;
  readonly skipped: number;
  /** Done and open ones: what is skipped does not count. */
  readonly total: number;
  readonly tasks: readonly PlanTask[];
  /** What was odd about the file, one sentence each. */
  readonly problems: readonly string[];
}

/** What reading a plan gave. */
export type PlanRead =
  | { readonly kind: "plan"; readonly plan: Plan }
  | { readonly kind: "missing" }
  | { readonly kind: "unreadable"; readonly why: string };

/**
 * Reads the plan's file.
 *
 * @param path The file.
 * @returns The plan, which may have no items, or why it cannot be read.
 */
export async function readPlan(path: string): Promise<PlanRead> {
  if (statOf(path) === null) return { kind: "missing" };
  const document = await readFocusFile(path);
  if (!document.readable) {
    return { kind: "unreadable", why: document.problems[0] ?? "it cannot be read" };
  }
  return { kind: "plan", plan: planOf(path, document) };
}

/**
 * The plan in a document: the items of the last `## Checklist` first, all of them where there is
 * none. Items under an optional heading hold nothing back.
 *
 * @param path The file.
 * @param document Its content.
 */
export function planOf(path: string, document: Document): Plan {
  const items = keyed(chooseItems(document));
  const count = (state: TaskState) => items.filter((item) => item.state === state).length;
  const [done, open, skipped] = [count("done"), count("open"), count("skipped")];
  return {
    path,
    items,
    done,
    open,
    skipped,
    total: done + open,
    tasks: readTasks(document),
    problems: [...document.problems, ...open === 0 ? describeRemaining(document) : []],
  };
}

/** Agents get items; what has no box is left over, and nobody is asked about it. */
function describeRemaining(document: Document): string[] {
  const remaining = findRemaining(document);
  if (document.items.length === 0 || remaining.length === 0) return [];
  const named = remaining.slice(0, MAX_NAMED).map((text) => `"${text}"`).join(", ");
  const rest = remaining.length - MAX_NAMED;
  const more = rest > 0 ? ` and ${rest} more` : "";
  return [`No item is open, but this has no box, so no agent gets it: ${named}${more}`];
}

/** The first open item, or null. */
export function firstOpenItem({ items }: Pick<Plan, "items">): PlanItem | null {
  return items.find(({ state }) => state === "open") ?? null;
}

function chooseItems({ items, headings }: Document): readonly TaskItem[] {
  const start = headings.findLast(({ text }) => /^checklist:?$/i.test(text.trim()));
  const binding = items.filter(({ optional }) => !optional);
  if (start === undefined) return binding;
  const end = headings.find(({ line, depth }) => line > start.line && depth <= start.depth);
  const inside = items.filter(({ line }) =>
    line > start.line && (end === undefined || line < end.line)
  );
  return inside.length > 0 ? inside.filter(({ optional }) => !optional) : binding;
}

function keyed(items: readonly TaskItem[]): PlanItem[] {
  const seen = new Map<string, number>();
  return items.map(({ title, text, state, line, rawLine, command }) => {
    const before = seen.get(title) ?? 0;
    seen.set(title, before + 1);
    return { key: `${title}#${before}`, text, state, line, rawLine, command: command ?? null };
  });
}
