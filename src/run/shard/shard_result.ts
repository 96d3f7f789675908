/**
 * The result file of a shard: its finished items, for the machine that merges and for the shard's next start.
 * It comes from a remote, so everything in it is checked.
 *
 * @module
 */
import { addAmounts } from "../../loop/usage.ts";
import { parseJson } from "../../store/files/json_text.ts";
import {
  amount,
  checked,
  count,
  dictionary,
  list,
  nullable,
  object,
  readShape,
  type Shape,
  type ShapeOf,
  text,
  writeAs,
} from "../../store/records/shape.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";

/** The version of the file. */
const VERSION = 2;
/** The maximum size of a file that is read, and of a text in it. */
export const LARGEST_RESULT_BYTES = 4 << 20;
const LONGEST_NOTE = 64 << 10;
const LONGEST_PATH = 1_000;

const commit: Shape<string> = checked(
  text,
  (value) => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(value),
  "a commit",
);
const note: Shape<string> = checked(
  text,
  ({ length }) => length <= LONGEST_NOTE,
  `a text of at most ${LONGEST_NOTE} characters`,
);

/** The path of a page in the project, relative to the top of the repository. */
const page: Shape<string> = checked(text, isPage, "the path of a page");

const FinishedShape = object({
  /** Identifies the item in the plan. */
  key: text,
  branch: text,
  /** The branch's commit. */
  commit,
  /** The commit that its changes begin at. */
  base: commit,
  /** The item's line, ticked; null if its agent removed the unfinished item from the plan. */
  rawLine: nullable(note),
  /** The agent's additions to the progress file. */
  progress: note,
  /** The agent's additions to the findings file. */
  findings: note,
  durationMs: amount,
  /** Number of agents that worked on it. */
  tries: count,
}, {
  /** The path of its agent's moved copy of the plan. */
  planMovedTo: page,
  /** Its reviews: how many count, what the last one left open, and why it does not count. */
  review: object({
    reviews: count,
    open: list(object({ severity: note, text: note })),
    missing: nullable(note),
  }),
});

const AMOUNTS = { tokens: nullable(amount), costUsd: nullable(amount) };

const UsedShape = object({
  /** Number of agents, without reviewers. */
  iterations: count,
  ...AMOUNTS,
}, {
  /** The reviewers' part; left out if there were none. */
  reviewers: object({ agents: count, ...AMOUNTS }),
});

const ResultShape = object({
  version: checked(count, (value) => value === VERSION, `${VERSION}`),
  /** The plan's path, relative to the top of the repository. */
  plan: text,
  shard: count,
  shards: count,
  finished: list(FinishedShape),
  /** The items that could not be completed, and why. */
  failed: list(object({ item: text, why: text, tries: count }, {
    /** The action that it needs from a person. */
    need: text,
  })),
  /** Why the shard ended; null while it works. */
  end: nullable(text),
  /** Usage of each start of the shard, by its loop; a resumed start continues its count. */
  used: dictionary(UsedShape),
}, {
  /** The code of the reason; left out while the shard works, and by earlier versions. */
  code: text,
});

/** An item that a shard finished. */
export type FinishedRecord = ShapeOf<typeof FinishedShape>;

/** The usage of agents; unknown amounts are null. */
export type Used = ShapeOf<typeof UsedShape>;

/** The result of a shard. */
export type ShardResult = ShapeOf<typeof ResultShape>;

/** Renders a result for its file. */
export function renderShardResult(result: Omit<ShardResult, "version">): string {
  return `${JSON.stringify(writeAs(ResultShape, { version: VERSION, ...result }), null, 2)}\n`;
}

/** Checks whether a path is a page that a merge may move the plan to. */
export function isPage(path: string): boolean {
  return path.length <= LONGEST_PATH && /\.(?:md|markdown|txt)$/i.test(path) &&
    !path.includes("\0") &&
    path.split("/").every((part) => part !== "" && !part.startsWith("."));
}

/** Cuts a note to the maximum length in the file. */
export function cutNote(added: string): string {
  return added.slice(0, LONGEST_NOTE).toWellFormed();
}

/**
 * Reads a result.
 *
 * @param content The file's text.
 * @returns The result, or why it is not one.
 */
export function readShardResult(content: string): ShardResult | string {
  const json = parseJson(content);
  if (json.kind === "broken") return json.why;
  const read = readShape(ResultShape, json.value);
  return read.kind === "ok" ? read.value : read.why;
}

/** No usage. */
export const NOTHING_USED: Used = { iterations: 0, tokens: null, costUsd: null };

/** Returns the usage of a loop's agents. */
export function usedBy({ iteration, usage }: Pick<LoopRecord, "iteration" | "usage">): Used {
  return { iterations: iteration, ...usage };
}

/** Returns the usage of all starts of shards. */
export function usedByShards(results: readonly Pick<ShardResult, "used">[]): Used {
  return results.flatMap(({ used }) => Object.values(used)).reduce(addUsed, NOTHING_USED);
}

/** Adds usage from elsewhere; unknown amounts stay unknown. */
export function addUsed(one: Used, two: Used): Used {
  const [ours, theirs] = [one.reviewers, two.reviewers];
  const reviewers = ours === undefined || theirs === undefined ? ours ?? theirs : {
    agents: ours.agents + theirs.agents,
    ...addAmounts(ours, theirs),
  };
  return {
    iterations: one.iterations + two.iterations,
    ...addAmounts(one, two),
    ...reviewers === undefined ? {} : { reviewers },
  };
}
