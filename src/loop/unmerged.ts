/** Work that is committed outside of the project's checkout, as prompts and ends name it. Pure. */
import { showCommand } from "../text/shell_word.ts";
import { nameFirst, oneLine } from "../text/shorten.ts";
import type { Reason } from "./decision.ts";

/** A head with commits that the checkout does not contain. */
export interface UnmergedHead {
  /** The branch, or a description of a worktree without one. */
  readonly name: string;
  readonly commit: string;
}

/** An unmerged head with the open items that are ticked on it. */
export interface UnmergedTicks extends UnmergedHead {
  readonly ticked: readonly string[];
}

const COMMIT_CHARACTERS = 7;
const HEADS_NAMED = 3;
const ITEM_CHARACTERS = 80;

/** Checks whether a head is a branch. A branch's name has no space; a worktree's description has. */
export function isBranch({ name }: Pick<UnmergedHead, "name">): boolean {
  return !name.includes(" ");
}

/** Returns a commit's abbreviated id, for people. */
export function shortCommit({ commit }: Pick<UnmergedHead, "commit">): string {
  return commit.slice(0, COMMIT_CHARACTERS);
}

/** Names a head in a sentence. */
export function nameHead(head: Pick<UnmergedHead, "name">): string {
  return isBranch(head) ? `the branch \`${oneLine(head.name)}\`` : oneLine(head.name);
}

/** Returns the command that merges a head. */
function mergeLine(head: UnmergedHead): string {
  return showCommand(["git", "merge", isBranch(head) ? head.name : shortCommit(head)]);
}

/** Adds the heads that were not merged to an end, unless it already says how to merge them. */
export function nameUnmerged(end: Reason, heads: readonly UnmergedHead[] = []): Reason {
  const left = heads.filter((head) => !end.sentence.includes(mergeLine(head))).toReversed();
  if (left.length === 0) return end;
  const verb = left.length === 1 ? "is" : "are";
  const lines = left.slice(0, HEADS_NAMED).map(mergeLine).join(", ");
  const more = `; ${nameFirst(left, HEADS_NAMED, nameHead)} ${verb} not merged (${lines})`;
  return {
    ...end,
    sentence: `${end.sentence}${more}`,
    ...end.brief !== undefined && { brief: `${end.brief}${more}` },
  };
}

/**
 * Finds open items that only a merge can bring into the checkout: the agent was shown heads that tick them.
 *
 * @param items The open items that the agent could work on.
 * @param heads Newest last.
 * @returns The request to a person; null if an item is not ticked on any of the heads.
 */
export function needMerge(
  items: readonly string[],
  heads: readonly UnmergedTicks[],
): string | null {
  const left = new Set(items);
  const needed = heads.toReversed().filter(({ ticked }) =>
    ticked.filter((text) => left.delete(text)).length > 0
  );
  const [first] = items;
  if (first === undefined || left.size > 0) return null;
  const quoted = `"${oneLine(first, ITEM_CHARACTERS)}"`;
  const where = items.length === 1
    ? `${quoted} is ticked`
    : `${quoted} and ${items.length - 1} more are ticked`;
  const names = nameFirst(needed, HEADS_NAMED, nameHead);
  return `merge ${names}, where ${where}: ${needed.map(mergeLine).join(" && ")}`;
}
