/**
 * All checks that look at files, over what is known of them.
 *
 * @module
 */
import { findDecisions } from "./decisions.ts";
import { findDocumentGaps } from "./doc_gaps.ts";
import { findBrokenLinks } from "./links.ts";
import { findMissingReadmes } from "./readmes.ts";
import { findRemarks } from "./remarks.ts";
import { findUncommitted } from "./uncommitted.ts";
import type { Opportunity } from "../opportunity.ts";
import type { KnownFiles } from "../../tree/memory.ts";
import { TreeView } from "./tree_view.ts";

/**
 * Runs the checks. What was not read yet is unknown: no check says anything of it.
 *
 * @param project the project's root
 * @param files what is known of its files, by path
 * @param ownFiles files of the loop itself, such as its plan: that they change is no find
 * @returns the opportunities, the most valuable first
 */
export async function runChecks(
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
