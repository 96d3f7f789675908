/** Finds a plan that is missing from its path by its items. Loaded only if the file is missing. */
import type { Document } from "../../plan/items/document.ts";
import { readFocusFile, readMarkdown } from "../../plan/items/read_document.ts";
import { statOf } from "../../plan/files.ts";
import { walkFiles } from "../../ideas/tree/walk_files.ts";
import { realPathOf } from "../../store/files/presence.ts";
import { findGitTop } from "../../store/project.ts";
import type { ItemLedger } from "../../store/item_ledger.ts";
import { basename, join } from "../../system/path.ts";
import { askGit, type GitQuestion } from "../../system/run_git.ts";
import { countKnownItems, noteItems } from "./ledger.ts";

/** Limits of the search. */
const TIMEOUT_MS = 3_000;
const MOST_WALKED = 50_000;
const MOST_READ = 500;
/** The share of the known items that a file must contain to be the plan. */
const MIN_SHARE = 0.5;

/** The place of the items of a missing plan. */
export interface PlanFoundAgain {
  /**
   * `moved`: the plan has another path in the project. `committed`: the file is gone, but git has its text.
   */
  readonly kind: "moved" | "committed";
  readonly path: string;
  readonly document: Document;
  /** The commit that contains the text; null for a file. */
  readonly commit: string | null;
}

/**
 * Searches for the items of a missing plan, first in the project, then in git's history. A file counts only
 * if it is really in the project and no other file has as many of the items.
 *
 * @param path The plan's previous path, absolute.
 * @param project The project's root.
 * @param ledger The items that were seen. If there are none, git's last text determines them.
 */
export async function findPlanAgain(
  path: string,
  project: string,
  ledger: ItemLedger | undefined,
): Promise<PlanFoundAgain | null> {
  const history = historyOf(path, project);
  const committed = await history?.readLast() ?? null;
  const known = ledger ?? (committed && noteItems(undefined, committed.document.items));
  if (known !== null) {
    const renamed = await history?.findRenamed() ?? null;
    const moved = chooseFile(renamed === null ? [] : [renamed], project, known) ??
      await searchProject(path, project, known);
    if (moved !== null) return { kind: "moved", ...moved, commit: null };
  }
  return committed && { kind: "committed", path, ...committed };
}

interface MatchingFile {
  readonly path: string;
  readonly document: Document;
}

async function searchProject(
  path: string,
  project: string,
  known: ItemLedger,
): Promise<MatchingFile | null> {
  const { files } = await walkFiles(project, MOST_WALKED);
  // Worktrees of agents contain copies of the plan.
  const pages = files.filter((name) =>
    /\.(?:md|markdown|txt)$/i.test(name) && !name.startsWith(".claude/worktrees/")
  );
  const named = pages.filter((name) => basename(name) === basename(path));
  const toPaths = (names: readonly string[]) => names.map((name) => join(project, name));
  return chooseFile(toPaths(named), project, known) ?? chooseFile(toPaths(pages), project, known);
}

/**
 * Chooses the file with the most known items. If several have as many, chooses the one with the most open
 * items, if there is only one.
 */
function chooseFile(
  paths: readonly string[],
  project: string,
  known: ItemLedger,
): MatchingFile | null {
  const count = known.open.length + known.gone.length + known.others.length;
  const least = Math.max(1, Math.ceil(count * MIN_SHARE));
  const rated = paths.slice(0, MOST_READ).flatMap((path) => {
    if (statOf(path)?.kind !== "file" || !isReallyIn(project, path)) return [];
    const document = readFocusFile(path);
    const same = countKnownItems(known, document.items);
    const open = document.items.filter(({ state, optional }) => state === "open" && !optional);
    return same < least ? [] : [{ path, document, rank: same * MOST_WEIGHT + open.length }];
  }).sort((left, right) => right.rank - left.rank);
  const [best, next] = rated;
  if (best === undefined || best.rank === next?.rank) return null;
  return { path: best.path, document: best.document };
}

/** Checks whether a file is in the project after all links are resolved. */
function isReallyIn(project: string, path: string): boolean {
  return realPathOf(path)?.startsWith(`${realPathOf(project) ?? project}/`) === true;
}

/** Larger than any file's number of items. */
const MOST_WEIGHT = 1_000_000;

/** Returns git's knowledge of a file in the work tree; null for a path outside of it. */
function historyOf(path: string, project: string) {
  const top = findGitTop(project);
  if (top === null || !path.startsWith(`${top}/`)) return null;
  const name = path.slice(top.length + 1);
  const endsAtMs = performance.now() + TIMEOUT_MS;
  const ask = async (question: GitQuestion, ...args: readonly string[]) => {
    const answer = await askGit(top, question, args, endsAtMs);
    return answer.kind === "text" ? answer.text : "";
  };
  const findCommit = async (filter: string) => {
    const args = ["-1", "--format=%H", "--no-renames", `--diff-filter=${filter}`];
    return (await ask("log", ...args, "--", `:(top,literal)${name}`)).trim();
  };
  return {
    /** Reads the text in the last commit that contained the file. */
    readLast: async () => {
      const commit = await findCommit("AMT");
      if (commit === "") return null;
      const text = await ask("cat-file", "blob", `${commit}:${name}`);
      const document = readMarkdown(text, path);
      return document.items.length === 0 ? null : { commit, document };
    },
    /** Finds the new name of the file in the commit that removed it. */
    findRenamed: async () => {
      const commit = await findCommit("D");
      if (commit === "") return null;
      const args = ["-1", "--format=", "-M", "--diff-filter=R", "--name-status", "-z", commit];
      const words = (await ask("log", ...args)).split("\0");
      const at = words.findIndex((word, index) =>
        word === name && /^\s*R\d+$/.test(words[index - 1] ?? "")
      );
      return at === -1 ? null : join(top, words[at + 1]!);
    },
  };
}
