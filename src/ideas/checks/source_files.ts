/**
 * The checks of source files: `missing-readme` finds folders with more than three of them and no README,
 * `todo-density` finds files with many TODO, FIXME, XXX and HACK remarks in comments.
 */
import { makeOpportunity, type Opportunity } from "../opportunity.ts";
import { folderOf } from "../tree/walk_files.ts";
import { isForTests, isSource, isWritten } from "../path_kind.ts";
import type { TreeView } from "./tree_view.ts";

/** Number of source files up to which a folder needs no README. */
const FEW_FILES = 3;
/** Maximum number of such folders: a project with more describes its folders in another way. */
const MAX_FOLDERS = 50;
/** Weight of remarks from which a file is reported. */
const MIN_WEIGHT = 3;

/**
 * Finds folders of source files without a README.
 *
 * @returns An opportunity for each folder; large ones near the top are worth the most.
 */
export function findMissingReadmes(view: TreeView): Opportunity[] {
  const counts = new Map<string, number>();
  const described = new Set<string>();
  for (const path of view.paths) {
    const folder = folderOf(path);
    const name = path.slice(folder === "" ? 0 : folder.length + 1);
    if (/^readme(?:\.|$)/i.test(name)) described.add(folder);
    else if (isSource(name)) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([folder, count]) => count > FEW_FILES && !isDescribed(folder, described))
    .filter(([folder]) => isWritten(`${folder}/`) && !isForTests(folder))
    .map(([folder, count]) => ({ folder, count, weight: weightOf(folder, count) }))
    .sort((left, right) => right.weight - left.weight)
    .slice(0, MAX_FOLDERS)
    .filter(({ folder }) => !view.has(folder === "" ? "README.md" : `${folder}/README.md`))
    .map(({ folder, count, weight }) => {
      const where = folder === "" ? "the project's root" : `${folder}/`;
      return makeOpportunity("missing-readme", {
        key: folder,
        file: folder === "" ? "." : folder,
        text: `No README in ${where} (${count} source files)`,
        weight,
      });
    });
}

/** Checks whether a folder has a README; for the sources of a package, the package's README counts. */
function isDescribed(folder: string, described: ReadonlySet<string>): boolean {
  const [, parent] = /^(.+)\/(?:src|lib)$/.exec(folder) ?? [];
  return described.has(folder) || (parent !== undefined && described.has(parent));
}

function weightOf(folder: string, count: number): number {
  const depth = folder === "" ? 1 : folder.split("/").length;
  return Math.min(1.5, 0.3 + count / 10) / Math.sqrt(depth);
}

/**
 * Finds files with many TODO, FIXME, XXX and HACK remarks.
 *
 * @returns An opportunity for each file, weighted by its remarks.
 */
export function findRemarks(view: TreeView): Opportunity[] {
  const opportunities: Opportunity[] = [];
  for (const [file, { remarks }] of view.withFacts) {
    const [count, weight, line] = remarks ?? [0, 0, 0];
    if (weight < MIN_WEIGHT) continue;
    opportunities.push(makeOpportunity("todo-density", {
      key: file,
      file,
      line,
      text: `${count} TODO or FIXME remarks in ${file}:${line} and below`,
      weight: Math.min(3, weight / 5),
    }));
  }
  return opportunities;
}
