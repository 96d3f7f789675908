/** Finds items that are open in the project but ticked on a branch, and whether the branch was merged. */
import { isBranch, type UnmergedHead, type UnmergedTicks } from "../../loop/unmerged.ts";
import { readMarkdown } from "../../plan/items/read_document.ts";
import { findGitTop, isWithin, resolveLinks } from "../../store/project.ts";
import { askGit } from "../../system/run_git.ts";

const TIMEOUT_MS = 2_000;
/** Maximum number of branches whose plan is read; the last ones count. */
const MOST_BRANCHES = 10;

/**
 * Reads the plan on branches that moved.
 *
 * @param planPath The plan; null without one.
 * @param open The texts of its open items.
 * @returns The branches in order, including those without a tick.
 */
export async function findBranchTicks<H extends UnmergedHead>(
  project: string,
  planPath: string | null,
  open: readonly string[],
  heads: readonly H[],
): Promise<(H & UnmergedTicks)[]> {
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
    const { items } = readMarkdown(answer.text, path);
    const listTexts = (wanted: string) =>
      new Set(items.filter(({ state }) => state === wanted).map(({ text }) => text));
    // Of two items with the same words, one may have been done long ago.
    const [ticked, left] = [listTexts("done"), listTexts("open")];
    return open.filter((text) => ticked.has(text) && !left.has(text));
  };
  return await Promise.all(
    heads.slice(-MOST_BRANCHES).map(async (head) => ({
      ...head,
      ticked: await readTicks(head.commit),
    })),
  );
}

/**
 * Asks git which heads still have changes that the checkout lacks.
 *
 * @returns The heads in order, without those that are missing or were merged, rebased or picked. If git
 * takes too long, a head counts as not merged.
 */
export async function keepUnmerged<H extends UnmergedHead>(
  project: string,
  heads: readonly H[],
): Promise<H[]> {
  const top = findGitTop(project);
  if (top === null) return [];
  const endsAtMs = performance.now() + TIMEOUT_MS;
  const answers = await Promise.all(
    heads.slice(-MOST_BRANCHES).map(async (head) => {
      const range = `HEAD...${isBranch(head) ? `refs/heads/${head.name}` : head.commit}`;
      const options = ["--right-only", "--cherry-pick", "--no-merges", "--max-count=1"];
      const answer = await askGit(top, "log", [...options, "--format=%H", range, "--"], endsAtMs);
      const isLeft = answer.kind === "late" || answer.kind === "text" && answer.text.trim() !== "";
      return isLeft ? [head] : [];
    }),
  );
  return answers.flat();
}
