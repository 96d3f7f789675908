/** Reads a plan file at the loop's start, and describes its open work. */
import { addAttributes } from "../../plan/items/attributes.ts";
import { judgeCompletion } from "../../evidence/completion/judge.ts";
import { listYours, nameYours } from "../../evidence/completion/remaining.ts";
import { type ItemCheck, listItemCommands } from "../../evidence/verification/command_needs.ts";
import { readDesignSpec, readFocusFile } from "../../plan/items/read_document.ts";
import { readText } from "../../store/files/text_file.ts";
import type { ItemLedger } from "../../store/item_ledger.ts";
import type { Settings } from "../../store/settings/settings.ts";
import { showCount } from "../../text/human_units.ts";
import { showText } from "../../text/show_text.ts";

/** A plan file, read only once so that discovery, trust and the loop's record see the same text. */
export interface ReadPlanFile {
  readonly isComplete: boolean;
  readonly items: number;
  readonly itemsDone: number;
  readonly open: number;
  /** Texts of the open items, in order. */
  readonly openItems: readonly string[];
  /** The first open item, or else the first work without a box; null if there is neither. */
  readonly first: string | null;
  readonly isEmpty: boolean;
  /** The open items that only a person can do. */
  readonly yours: readonly string[];
  /** Whether a loop would have work: an open item, or a text that is not marked as complete. */
  readonly hasOpenWork: boolean;
  /** Its items at first sight; undefined if there is no plan to read. */
  readonly ledger?: ItemLedger | undefined;
  /** The items with a check command, including items of its design spec. */
  readonly checks: readonly ItemCheck[];
}

/** The empty plan of a loop without one. */
export const NO_PLAN: ReadPlanFile = {
  isComplete: false,
  items: 0,
  itemsDone: 0,
  open: 0,
  openItems: [],
  first: null,
  isEmpty: false,
  yours: [],
  hasOpenWork: true,
  checks: [],
};

/** Reads a plan and judges its completion; an unreadable plan has no items. */
export function readPlan(path: string, settings: Settings): ReadPlanFile {
  const document = addAttributes(readFocusFile(path));
  const designSpec = readDesignSpec(path);
  const spec = designSpec && addAttributes(designSpec);
  const { verdict, total, openItems, remaining = [], withoutBoxes, ledger } = judgeCompletion(
    document,
    path,
    settings,
    spec,
  );
  const isComplete = verdict === "complete";
  const text = readText(path);
  const isEmpty = text.kind === "text" && text.text.trim() === "";
  return {
    isComplete,
    items: total,
    itemsDone: total - openItems.length,
    open: openItems.length,
    openItems,
    first: openItems[0] ?? remaining[0] ?? withoutBoxes?.next ?? null,
    isEmpty,
    yours: [document, spec].flatMap((page) => page === null ? [] : listYours(page)),
    hasOpenWork: openItems.length > 0 || remaining.length > 0 ||
      total === 0 && !isComplete && !isEmpty,
    ledger,
    checks: listItemCommands([document, spec]),
  };
}

/**
 * Describes the open and done items of a plan.
 *
 * @example
 * `3 open, 2 done; first: Write greeting.txt`
 */
export function describeOpenWork(file: ReadPlanFile): string {
  return describeWork(file) + describeYours(file.yours);
}

/** Names the items that no agent gets, as the end of a sentence; empty if there are none. */
export function describeYours(yours: readonly string[]): string {
  if (yours.length === 0) return "";
  return `; ${yours.length} ${yours.length === 1 ? "is" : "are"} yours: ${nameYours(yours)}`;
}

function describeWork(
  { open, itemsDone, first, isEmpty, hasOpenWork, items }: ReadPlanFile,
): string {
  const next = first === null ? "" : `first: ${showText(first, 100)}`;
  if (open > 0) return `${open} open, ${itemsDone} done; ${next}`;
  if (isEmpty) return "nothing open: the file is empty";
  if (!hasOpenWork) {
    return items === 0
      ? "nothing open: it says that it is complete"
      : `nothing open, ${itemsDone} done`;
  }
  const boxes = items === 0 ? "no checklist items" : showCount(items, "ticked item");
  return next === "" ? `${boxes}; its text is the task` : `${boxes}; without a box, ${next}`;
}
