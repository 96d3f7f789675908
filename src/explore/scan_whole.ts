/** The scan of every file of a project. Not for hooks. */
import type { Places } from "../store/places.ts";
import type { FileFacts } from "./facts/facts.ts";
import { RUN_WORDS } from "./facts/task_list.ts";
import { exploreMemory } from "./head.ts";
import { scanTree } from "./scan_tree.ts";
import type { TreeScan } from "./tree_scan.ts";

/** A task that the project defines. */
export interface ListedTask {
  readonly file: string;
  /** The command that runs it in the folder of that file. */
  readonly command: string;
}

/** The result of a scan of all files. */
export interface WholeScan extends TreeScan {
  /** Listed only; a task runs only if the setting `explore_tasks` names it. */
  readonly tasks: readonly ListedTask[];
}

/**
 * Visits every file, without a budget, and runs all checks but the configured tasks. Not for hooks.
 *
 * @param project The resolved path of the project's root.
 * @param nowMs Epoch milliseconds, taken before the scan.
 * @returns Every opportunity, the most valuable first, and the tasks.
 */
export async function scanWhole(
  places: Places,
  project: string,
  nowMs: number,
): Promise<WholeScan> {
  const request = { places, project, nowMs, turn: 0, deadline: Infinity, isWhole: true };
  const scan = await scanTree(request);
  const files = exploreMemory(places, project).readTree(scan.head);
  const tasks = [...files].flatMap(([file, { facts }]) => {
    const list = facts.includes('"tasks":') ? (JSON.parse(facts) as FileFacts).tasks : undefined;
    if (list === undefined) return [];
    return list.names.map((name) => ({ file, command: `${RUN_WORDS[list.runner]} ${name}` }));
  });
  return { ...scan, tasks };
}
