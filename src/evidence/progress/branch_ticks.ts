/** Finds items that are open in the project and ticked on a branch: the tick left with the branch. */
import { readMarkdown } from "../../plan/items/read_document.ts";
import { findGitTop, isWithin, resolveLinks } from "../../store/project.ts";
import { askGit } from "../../system/run_git.ts";
import type { MovedHead } from "./heads.ts";

/** A branch with the open items that are ticked on it. */
export interface BranchTicks extends MovedHead {
  readonly ticked: readonly string[];
}

const TIMEOUT_MS = 2_000;
/** Branches whose plan is read; the last ones. */
const MOST_BRANCHES = 10;

/**
 * Reads the plan on branches that moved.
 *
 * @param planPath The plan; null for none.
 * @param open The texts of its open items.
 * @returns The branches in their order, also those without a tick.
 */
export async function findBranchTicks(
  project: string,
  planPath: string | null,
  open: readonly string[],
  heads: readonly MovedHead[],
): Promise<BranchTicks[]> {
  const top = findGitTop(project);
  const path = planPath === null ? null : resolveLinks(planPath);
  const name = top !== null && path !== null && path !== top && isWithin(path, top)
    ? path.slice(top.length + 1)
    : null;
  const endsAtMs = performance.now() + TIMEOUT_MS;
  const readTicks = async (commit: string): Promise<string[]> => {
    if (top === null || path === null || name === null || open.length === 0) return [];
    const answer = await askGit(top, "cat-file", ["blob", `${commit}:${name}`], endsAtMs);
    if (answer.kind !== "text") return [];
    const items = readMarkdown(answer.text, path).items.filter(({ state }) => state === "done");
    return open.filter((text) => items.some((item) => item.text === text));
  };
  return await Promise.all(
    heads.slice(-MOST_BRANCHES).map(async (head) => ({
      ...head,
      ticked: await readTicks(head.commit),
    })),
  );
}
