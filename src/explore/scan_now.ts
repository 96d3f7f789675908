/**
 * Everything that exploration finds in a project now, without a budget. Not for hooks.
 *
 * @module
 */
import type { Places } from "../store/places.ts";
import type { FileFacts } from "./facts/file_facts.ts";
import { scanTree, type TreeScan } from "./scan_tree.ts";
import { RUN_WORDS } from "./facts/task_list.ts";
import { memoryPlaces, readTree } from "./tree_memory.ts";

/** A task that the project names for itself. */
export interface ListedTask {
  /** Where it stands, from the project's root. */
  readonly file: string;
  /** How it is called in the folder of that file. */
  readonly command: string;
}

/** What was found. */
export interface ScanNow extends TreeScan {
  /** Listed only: no task runs that the setting `explore_tasks` does not name. */
  readonly tasks: readonly ListedTask[];
}

/**
 * Looks at every file, and runs all checks but the configured tasks.
 *
 * @param places the home's places
 * @param project the resolved path of the project's root
 * @returns every opportunity, the most valuable first, and the tasks
 */
export async function scanNow(places: Places, project: string): Promise<ScanNow> {
  const scan = await scanTree({ places, project, turn: 0, deadline: Infinity, isWhole: true });
  const files = readTree(memoryPlaces(places, project), scan.head.tree_id);
  const tasks = [...files].flatMap(([file, { facts }]) => {
    const list = facts.includes('"tasks":') ? (JSON.parse(facts) as FileFacts).tasks : undefined;
    return (list?.names ?? []).map((name) => ({
      file,
      command: `${list === undefined ? "" : RUN_WORDS[list.runner]} ${name}`,
    }));
  });
  return { ...scan, tasks };
}
