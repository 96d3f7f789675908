/** Bounds what an agent committed before git walks it: git keeps all paths of a commit in memory. */
import type { Git } from "../parallel/git.ts";
import { type CountedTree, measureTrees, readTree } from "./tree_size.ts";

/** Twice the files of the largest projects. */
const MOST_PATHS = 1_000_000;
/** Levels of folders. No path on a disk has more than 2,048; git needs a minute for 20,000, or dies of them. */
const MOST_LEVELS = 1_000;
/** A history of some 20,000 commits in such a project. */
const MOST_TREE_BYTES = 1 << 29;
/** Trees that are read at once; git prints 64 MiB at most. */
const CHUNK_BYTES = 1 << 25;

/** A tree that the user does not have. */
interface NewTree {
  readonly id: string;
  readonly bytes: number;
}

/**
 * Tells why an agent's commits are more than git should walk: each tree is looked at once, however often
 * it is in others.
 *
 * @param base The commit that the agent began at; null before the first.
 * @returns Null if they can be walked.
 */
export async function describeExcess(
  git: Git,
  base: string | null,
  tip: string,
): Promise<string | null> {
  const trees = await listTrees(git, [tip, ...base === null ? [] : ["--not", base]]);
  if (typeof trees === "string") return trees;
  const { paths } = measureTrees(await readTrees(git, trees));
  return paths > MOST_PATHS
    ? `one of them has more than ${MOST_PATHS.toLocaleString("en")} files`
    : null;
}

/**
 * Tells why commits have folders that are deeper than git can walk.
 *
 * @param commits Which ones, for `git rev-list`.
 * @returns Null if they can be walked, or are too large to be looked at.
 */
export async function describeDepth(git: Git, commits: readonly string[]): Promise<string | null> {
  const trees = await listTrees(git, commits);
  if (typeof trees === "string") return null;
  const { depth } = measureTrees(await readTrees(git, trees));
  const levels = MOST_LEVELS.toLocaleString("en");
  return depth > MOST_LEVELS ? `one of them has folders of more than ${levels} levels` : null;
}

/** Lists the trees of commits; a sentence if they are too many. */
async function listTrees(git: Git, commits: readonly string[]): Promise<NewTree[] | string> {
  const how = ["--objects", "--no-object-names", "--filter=blob:none", "--missing=allow-any"];
  const listed = await git.run("rev-list", ...how, ...commits);
  if (!listed.isOk) return `they cannot be counted: ${listed.why}`;
  const format = "--batch-check=%(objecttype) %(objectname) %(objectsize)";
  const all = (await git.write(`${listed.out}\n`, "cat-file", format)).split("\n");
  const trees = all.flatMap((line): NewTree[] => {
    const [type, id = "", bytes] = line.split(" ");
    return type === "tree" ? [{ id, bytes: Number(bytes) }] : [];
  });
  const bytes = trees.reduce((sum, tree) => sum + tree.bytes, 0);
  const isLarge = bytes > MOST_TREE_BYTES || trees.some((tree) => tree.bytes > CHUNK_BYTES);
  return isLarge ? "their folders are larger than 512 MiB" : trees;
}

async function readTrees(git: Git, trees: readonly NewTree[]): Promise<CountedTree[]> {
  const places = new Map(trees.map(({ id }, place) => [id, place]));
  const read: CountedTree[] = [];
  while (read.length < trees.length) {
    const chunk = takeChunk(trees, read.length);
    const input = chunk.map(({ id }) => `${id}\n`).join("");
    const bytes = await git.askBytes(input, "cat-file", "--batch");
    let at = 0;
    for (const tree of chunk) {
      const from = bytes.indexOf(LINE_END, at) + 1;
      at = from + tree.bytes;
      const text = bytes.subarray(from, at);
      read.push(readTree(text, tree.id.length / 2, (id) => places.get(id)));
      at += 1;
    }
  }
  return read;
}

const LINE_END = 0x0a;
const MOST_IN_CHUNK = 100_000;

function takeChunk(trees: readonly NewTree[], from: number): readonly NewTree[] {
  let bytes = 0;
  let to = from;
  while (to < trees.length && to - from < MOST_IN_CHUNK) {
    bytes += trees[to]!.bytes;
    if (to > from && bytes > CHUNK_BYTES) break;
    to += 1;
  }
  return trees.slice(from, to);
}
