/**
 * All checks that look at files, over what is known of them.
 *
 * @module
 */
import { findDecisions } from "./check_decisions.ts";
import { findDocumentGaps } from "./check_documents.ts";
import { findBrokenLinks } from "./check_links.ts";
import { findMissingReadmes } from "./check_readmes.ts";
import { findRemarks } from "./check_remarks.ts";
import { findUncommitted } from "./check_uncommitted.ts";
import type { Opportunity } from "./opportunity.ts";
import type { KnownFiles } from "./tree_memory.ts";
import { TreeView } from "./tree_view.ts";

/**
 * Runs the checks. What was not read yet is unknown: no check says anything of it.
 *
 * @param project the project's root
 * @param files what is known of its files, by path
 * @param ownFiles files of the loop itself, such as its plan: that they change is no find
 * @returns the opportunities, the most valuable first
 */
export async function findOpportunities(
  project: string,
  files: KnownFiles,
  ownFiles: readonly string[] = [],
): Promise<Opportunity[]> {
  const view = new TreeView(project, files);
  const found = [
    ...await findBrokenLinks(view),
    ...findDecisions(view),
    ...findDocumentGaps(view),
    ...findMissingReadmes(view),
    ...findRemarks(view),
    ...await findUncommitted(view, ownFiles),
  ];
  return found.sort((left, right) =>
    right.score - left.score || (left.id < right.id ? -1 : left.id > right.id ? 1 : 0)
  );
}
