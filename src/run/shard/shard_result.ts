/**
 * The result file of a shard: what it finished, for the machine that merges and for its next start.
 * It comes from a remote, so nothing in it is believed without a check.
 *
 * @module
 */
import { parseJson } from "../../store/files/json_text.ts";
import {
  amount,
  checked,
  count,
  list,
  nullable,
  object,
  readShape,
  type Shape,
  type ShapeOf,
  text,
  writeAs,
} from "../../store/records/shape.ts";

/** The version of the file. */
const VERSION = 1;
/** The largest file that is read, and the longest text in it. */
export const LARGEST_RESULT_BYTES = 4 << 20;
const LONGEST_NOTE = 64 << 10;

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

const FinishedShape = object({
  /** Identifies the item in the plan. */
  key: text,
  branch: text,
  /** The branch's commit. */
  commit,
  /** The commit that its changes begin at. */
  base: commit,
  /** The item's line, ticked. */
  rawLine: note,
  /** What the agent added to the progress file. */
  progress: note,
  /** What the agent added to the findings file. */
  findings: note,
  durationMs: amount,
}, {
  /** How many agents worked on it. */
  tries: count,
});

const ReviewShape = object({
  /** Identifies the item in the plan. */
  key: text,
  /** Reviews that count. */
  reviews: count,
  /** What the last review left open. */
  open: list(object({ severity: note, text: note })),
  /** Why the last review does not count; null if it does. */
  missing: nullable(note),
});

const USED = { iterations: count, tokens: nullable(amount), costUsd: nullable(amount) };
/** The reviewers' part; left out without reviewers. */
const REVIEWERS = {
  reviewers: object({ agents: count, tokens: nullable(amount), costUsd: nullable(amount) }),
};

const ResultShape = object({
  version: checked(count, (value) => value === VERSION, `${VERSION}`),
  /** The plan's path from the top of the repository. */
  plan: text,
  shard: count,
  shards: count,
  finished: list(FinishedShape),
  /** The items that could not be completed, and why. */
  failed: list(object({ item: text, why: text }, { tries: count })),
  /** Why the shard ended; null while it works. */
  end: nullable(text),
  /** What all starts of the shard used. */
  ...USED,
}, {
  ...REVIEWERS,
  /** The loop of the last start, and what the starts before it used. */
  loop: text,
  earlier: object(USED, REVIEWERS),
  reviews: list(ReviewShape),
});

/** An item that a shard finished. */
export type FinishedRecord = ShapeOf<typeof FinishedShape>;

/** What came of the reviews of an item. */
export type ShardReview = ShapeOf<typeof ReviewShape>;

/** The result of a shard. */
export type ShardResult = ShapeOf<typeof ResultShape>;

/** Renders a result for its file. */
export function renderShardResult(result: Omit<ShardResult, "version">): string {
  return `${JSON.stringify(writeAs(ResultShape, { version: VERSION, ...result }), null, 2)}\n`;
}

/** Cuts a note to what the file takes. */
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
