/** The boxes of a page: which of its list items are tasks, and their states. */
import type { Block } from "../markdown/block.ts";
import { type Checkbox, isPlainSign, readCheckbox } from "./checkbox.ts";
import type { TaskState } from "./document.ts";
import { areStarsOptional, findMeaning } from "./legend.ts";

type Item = Extract<Block, { kind: "item" }>;

/** A list item that begins with a box. */
interface Box extends Checkbox {
  /** True if the page says that such items are optional. */
  readonly optional: boolean;
}

/** A list of a page. */
export interface List {
  readonly ordered: boolean;
}

/** Properties of a page that follow from its path. */
export interface Dialect {
  /** True if `[-]` means in progress, unless the page says otherwise. */
  readonly isDashOpen: boolean;
}

/** From this many lines on, a page is more than a list: a lone box in it is a statement. */
const LONG = 100;

/** Maximum number of signs to look up in the page; no legend has more. */
const MAX_SIGNS = 20;

/** Finds the boxes of a page. @param lists The list of each list item. */
export function findBoxes(
  blocks: readonly Block[],
  lists: ReadonlyMap<Block, List>,
  lines: readonly string[],
  { isDashOpen }: Dialect,
): Map<Block, Box> {
  const read: [Item, Checkbox][] = [];
  for (const block of blocks) {
    const box = block.kind === "item" ? readCheckbox(block.source) : null;
    if (box !== null) read.push([block as Item, box]);
  }
  if (isStatement(read, lines)) return new Map();

  const known = read.filter(([, { kind }]) => kind === "known");
  const listsWithBoxes = new Set(known.map(([block]) => lists.get(block)));
  const listsOfTicks = findListsOfTicks(read, lists);
  const meanings = readMeanings(read, lines);
  const hasStars = read.some(([, box]) => isStarred(box)) && areStarsOptional(lines);
  const boxes = new Map<Block, Box>();
  for (const [block, box] of read) {
    const meaning = meanings.get(box.sign);
    const list = lists.get(block);
    const counts = box.kind === "known" || listsWithBoxes.has(list) ||
      known.length > 0 && (box.kind === "state" || meaning !== undefined) ||
      listsOfTicks.has(list);
    if (!counts) continue;
    const usual = isDashOpen && box.sign === "-" ? "open" : box.state;
    const state = box.isStated ? box.state : meaning ?? usual;
    const starred = isStarred(box);
    const text = starred ? box.text.replace(/^\*\s+/, "") : box.text;
    boxes.set(block, { ...box, text, state, optional: hasStars && starred });
  }
  return boxes;
}

/** Finds the lists in which every box has a letter that may be a tick. A menu has other letters, too. */
function findListsOfTicks(
  read: readonly (readonly [Item, Checkbox])[],
  lists: ReadonlyMap<Block, List>,
): Set<List | undefined> {
  const byList = Map.groupBy(read, ([block]) => lists.get(block));
  const ticked = [...byList].filter(([list, entries]) =>
    list !== undefined && entries.length > 1 &&
    entries.every(([, { kind, state }]) => kind === "letter" && state === "done")
  );
  return new Set(ticked.map(([list]) => list));
}

/** Checks for "[x] I/we understand …": a page with only this one box, in its prose, has no list of work. */
function isStatement([only, more]: readonly [Item, Checkbox][], lines: readonly string[]): boolean {
  if (only === undefined || more !== undefined || lines.length <= LONG) return false;
  const [{ isLoose, line }, { state }] = only;
  return isLoose === true && state === "done" && !lines[line - 1]?.startsWith("#");
}

/** Reads the page's explanations of its signs. A blank and an `x` need none. */
function readMeanings(
  read: readonly (readonly [Item, Checkbox])[],
  lines: readonly string[],
): Map<string, TaskState> {
  const unclear = read.filter(([, { sign }]) => !isPlainSign(sign));
  const signs = [...new Set(unclear.map(([, { sign }]) => sign))].slice(0, MAX_SIGNS);
  const itemLines = new Set(unclear.map(([{ line }]) => line));
  const meanings = new Map<string, TaskState>();
  for (const sign of signs) {
    const meaning = findMeaning(sign, lines, (line) => itemLines.has(line));
    if (meaning !== null) meanings.set(sign, meaning);
  }
  return meanings;
}

/** Checks whether an item is starred: "[ ]* Write property tests". */
function isStarred({ source }: Checkbox): boolean {
  return /^\*\s/.test(source);
}

/**
 * Groups the list items of a page by their lists. A number from 2 on continues the list above, whatever
 * signs that list has.
 */
export function groupLists(blocks: readonly Block[], lines: readonly string[]): Map<Block, List> {
  const lists = new Map<Block, List>();
  /** The open list of each depth. */
  const open: List[] = [];
  for (const block of blocks) {
    if (block.kind !== "item" || block.isLoose) {
      open.length = Math.min(open.length, block.kind === "heading" ? 0 : block.depth);
      continue;
    }
    const { depth, ordered } = block;
    open.length = Math.min(open.length, depth + 1);
    const above = open[depth];
    const isSame = above?.ordered === ordered ||
      ordered && !/^\s*[01][.)]/.test(lines[block.line - 1]!);
    const list = above !== undefined && isSame ? above : { ordered };
    open[depth] = list;
    lists.set(block, list);
  }
  return lists;
}
