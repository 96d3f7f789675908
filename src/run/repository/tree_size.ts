/**
 * Counts the paths in trees of git. One tree can be in another often: eleven small ones name 10,000,000,000
 * files, which git would list one by one. Pure.
 *
 * @module
 */

/** The content of a tree; subtrees by their place among the trees that are counted. */
export interface CountedTree {
  /** Files, links to commits, and trees that are not counted. */
  readonly others: number;
  readonly trees: readonly number[];
}

const SPACE = 0x20;
/** The mode of a tree begins with it, without a zero before it. */
const TREE_MODE = [..."40000 "].map((each) => each.charCodeAt(0));

/**
 * Reads a tree as git keeps it.
 *
 * @param idBytes The length of an id.
 * @param placeOf The place of a tree that is counted.
 */
export function readTree(
  bytes: Uint8Array,
  idBytes: number,
  placeOf: (id: string) => number | undefined,
): CountedTree {
  const trees: number[] = [];
  let others = 0;
  for (let at = 0; at < bytes.length;) {
    const isTree = TREE_MODE.every((each, index) => bytes[at + index] === each);
    const from = bytes.indexOf(0, bytes.indexOf(SPACE, at)) + 1;
    // Git has checked it; a tree that cannot be read has no end.
    if (from === 0) break;
    at = from + idBytes;
    const place = isTree ? placeOf(bytes.subarray(from, at).toHex()) : undefined;
    if (place === undefined) others += 1;
    else trees.push(place);
  }
  return { others, trees };
}

/** The size of the largest tree. */
export interface TreeSize {
  /** Paths, with each tree as often as it is in another. */
  readonly paths: number;
  /** Levels of folders. */
  readonly depth: number;
}

/**
 * Measures the largest and the deepest tree.
 *
 * @example Two folders of two folders
 * ```ts
 * import { assertEquals } from "@std/assert";
 * const trees = [{ others: 1, trees: [] }, { others: 0, trees: [0, 0] }, { others: 0, trees: [1, 1] }];
 * assertEquals(measureTrees(trees), { paths: 10, depth: 3 });
 * ```
 */
export function measureTrees(trees: readonly CountedTree[]): TreeSize {
  const sizes: (TreeSize | undefined)[] = trees.map(() => undefined);
  for (const root of trees.keys()) {
    // Trees can be deeper than a call stack.
    const open = [root];
    while (open.length > 0) {
      const at = open.at(-1)!;
      const { trees: inner, others } = trees[at]!;
      const next = sizes[at] === undefined ? inner.filter((each) => sizes[each] === undefined) : [];
      for (const each of next) open.push(each);
      if (next.length > 0) continue;
      sizes[at] ??= {
        paths: inner.reduce((sum, each) => sum + 1 + sizes[each]!.paths, others),
        depth: 1 + inner.reduce((most, each) => Math.max(most, sizes[each]!.depth), 0),
      };
      open.pop();
    }
  }
  const largest = (size: keyof TreeSize) =>
    sizes.reduce((most, each) => Math.max(most, each![size]), 0);
  return { paths: largest("paths"), depth: largest("depth") };
}
