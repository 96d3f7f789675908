/** A checklist as a tree: items that are nested in an item, or numbered below it, are its steps. */
import type { TaskItem } from "./document.ts";

/** "2.1 Draw it". Deeper numbers count as words. */
const NUMBER = /^(\d{1,4}(?:\.\d{1,4}){0,8})[.)]?\s/;

/** An item as the tree needs it. */
interface Node {
  /** The number of list items that it is in. */
  readonly depth: number;
  readonly line: number;
  /** Number of columns before its first sign. */
  readonly indent: number;
}

/** Finds the item that each item of a page is a step of, while the page is read from top to bottom. */
export class ItemTree {
  /** The items around the current block, outermost first. */
  #around: Node[] = [];
  /** Lines of the items of the current section, by their number. */
  #numbered = new Map<string, number>();

  /** Processes a heading. */
  beginSection(): void {
    this.#around = [];
    this.#numbered = new Map();
  }

  /** Processes a block without a box. @param depth The number of list items that it is in. */
  leave(depth: number): void {
    this.#endWhile((node) => node.depth >= depth);
  }

  /**
   * Adds an item.
   *
   * @param isLoose True if it is not a list item in Markdown. Then only its indentation counts.
   * @returns The line of the item that it is a step of; null without one.
   */
  add(
    { depth, line, isLoose = false }: Omit<Node, "indent"> & { readonly isLoose?: boolean },
    { rawLine, title }: Pick<TaskItem, "rawLine" | "title">,
  ): number | null {
    const indent = /^[\s>]*/.exec(rawLine)![0].replaceAll("\t", "    ").length;
    this.#endWhile((node) => isLoose ? node.indent >= indent : node.depth >= depth);
    const around = this.#around.at(-1) ?? null;
    this.#around.push({ depth: isLoose ? (around?.depth ?? -1) + 1 : depth, line, indent });
    const number = NUMBER.exec(title)?.[1];
    if (number === undefined) return around?.line ?? null;
    this.#numbered.set(number, line);
    const above = number.slice(0, Math.max(0, number.lastIndexOf(".")));
    return around?.line ?? this.#numbered.get(above) ?? null;
  }

  #endWhile(isEnded: (node: Node) => boolean): void {
    while (this.#around.length > 0 && isEnded(this.#around.at(-1)!)) this.#around.pop();
  }
}

/**
 * Finds the open items that wait for a person: besides steps for an agent, they have an open step that only
 * a person can do. An item without other steps is the agent's own work.
 *
 * @param items Items of one page, in its order.
 * @returns Their lines.
 */
export function findHeldUp(
  items: readonly Pick<TaskItem, "line" | "parent" | "state" | "forPerson">[],
): ReadonlySet<number> {
  const heldUp = new Set<number>();
  const withAgentStep = new Set<number | null>();
  const withPersonStep = new Set<number | null>();
  // Steps come after their item, so go backwards.
  for (const { line, parent, state, forPerson } of items.toReversed()) {
    const isHeldUp = state === "open" && withPersonStep.has(line) && withAgentStep.has(line);
    if (isHeldUp && !forPerson) heldUp.add(line);
    if (!forPerson) withAgentStep.add(parent);
    if (state === "open" && (forPerson || isHeldUp)) withPersonStep.add(parent);
  }
  return heldUp;
}

/**
 * Sorts items into the order in which they are worked on: the steps of an item come before it, since it is
 * done when they are.
 *
 * @param items Items of one page, in its order.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * const items = [{ line: 1, parent: null }, { line: 2, parent: 1 }, { line: 3, parent: null }];
 * assertEquals(inWorkOrder(items).map(({ line }) => line), [2, 1, 3]);
 * ```
 */
export function inWorkOrder<Item extends Pick<TaskItem, "line" | "parent">>(
  items: readonly Item[],
): Item[] {
  const lines = new Set(items.map(({ line }) => line));
  const steps = Map.groupBy(
    items,
    ({ parent }) => parent !== null && lines.has(parent) ? parent : null,
  );
  const ordered: Item[] = [];
  const addStepsOf = (line: number | null) => {
    for (const item of steps.get(line) ?? []) {
      addStepsOf(item.line);
      ordered.push(item);
    }
  };
  addStepsOf(null);
  return ordered;
}
