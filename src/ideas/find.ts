/** Runs the checks on the files of a project. Not for hooks. */
import { findDecisions } from "./checks/decisions.ts";
import { findDocumentGaps } from "./checks/doc_gaps.ts";
import { findBrokenLinks } from "./checks/links.ts";
import { findMissingReadmes, findRemarks } from "./checks/source_files.ts";
import type { TreeView } from "./checks/tree_view.ts";
import { findUncommitted } from "./checks/uncommitted.ts";
import { RUN_WORDS } from "./facts/task_list.ts";
import { compareByScore, type Opportunity } from "./opportunity.ts";

/** The client's folder, which is left out: hooks write there, and it is not to be worked on. */
const CLAUDE_FOLDER = ".claude/";

/** Checks whether a file can be worked on. */
export function isExplored(path: string): boolean {
  return !path.startsWith(CLAUDE_FOLDER);
}

/**
 * Finds what could be worked on, except the configured tasks that fail.
 *
 * @param view The files that {@linkcode isExplored} names.
 * @param ownFiles The loop's own files, from the project's root: their changes do not count.
 * @returns The most valuable first.
 */
export async function findOpportunities(
  view: TreeView,
  ownFiles: readonly string[],
): Promise<Opportunity[]> {
  return [
    ...await findBrokenLinks(view),
    ...findDecisions(view),
    ...findDocumentGaps(view),
    ...findMissingReadmes(view),
    ...findRemarks(view),
    ...await findUncommitted(view, ownFiles),
  ].sort(compareByScore);
}

/** Lists the project's tasks; a task runs only if the setting `explore_tasks` names it. */
export function listTasks({ withFacts }: TreeView) {
  return [...withFacts].flatMap(([file, { tasks }]) =>
    (tasks?.names ?? []).map((name) => ({ file, command: `${RUN_WORDS[tasks!.runner]} ${name}` }))
  );
}
