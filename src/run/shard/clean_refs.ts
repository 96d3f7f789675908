/**
 * Removes what a clone keeps of shared plans that are done: the branches as they were fetched, and the
 * results of its shards.
 *
 * @module
 */
import { join } from "@std/path";
import { findGitTop, isWithin } from "../../store/project.ts";
import { showCount } from "../../text/human_units.ts";
import type { Git } from "../parallel/git.ts";
import { openGit } from "../parallel/repository.ts";
import { readPlan } from "../plan/plan.ts";
import { readResultAt, RESULT_NAME, SHARED_REFS } from "./remote.ts";

/** A ref, in three parts: of which plan, and its name among those of the plan. */
const REF = new RegExp(`^${SHARED_REFS}[^/]+/(ralph/[^/]+/)(.+)$`);

/**
 * Removes the refs of shared plans whose items are all done here. The branches of an open plan may be
 * the only copy of somebody's work, and so may a result that could not be pushed yet.
 *
 * @returns What was removed, a line for each plan.
 * @throws {GitError} If git cannot read the repository.
 */
export async function cleanSharedRefs(project: string): Promise<string[]> {
  const top = findGitTop(project);
  if (top === null) return [];
  const git = openGit(top);
  const listed = await git.ask("for-each-ref", "--format=%(refname)", SHARED_REFS);
  const refs = listed.split("\n").flatMap((ref) => {
    const [, folder, name] = REF.exec(ref) ?? [];
    return folder === undefined || name === undefined ? [] : [{ ref, folder, name }];
  });
  const lines: string[] = [];
  for (const [folder, all = []] of Object.entries(Object.groupBy(refs, (each) => each.folder))) {
    const results = all.filter(({ name }) => RESULT_NAME.test(name)).map(({ ref }) => ref);
    if (!await isDone(git, results)) continue;
    await git.write(all.map(({ ref }) => `delete ${ref}\n`).join(""), "update-ref", "--stdin");
    const count = showCount(all.length, "fetched branch", "fetched branches");
    lines.push(`Removed ${count} of ${folder}: that plan is done. Branches on the remote stay`);
  }
  return lines;
}

/** Whether each plan that results name is there, and has no open item. */
async function isDone(git: Git, results: readonly string[]): Promise<boolean> {
  for (const ref of results) {
    const result = await readResultAt(git, ref);
    if (typeof result === "string") return false;
    const path = join(git.folder, result.plan);
    const read = isWithin(path, git.folder) ? await readPlan(path) : null;
    if (read?.kind !== "plan" || read.plan.total === 0 || read.plan.open > 0) return false;
  }
  return results.length > 0;
}
