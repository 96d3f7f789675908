/**
 * Finds and ends what an earlier run left behind because it was itself killed.
 *
 * @module
 */
import { endFamily, type EndOptions, type EndOutcome } from "./end_family.ts";
import { Family } from "./family.ts";
import { openProcessTable } from "./open_process_table.ts";
import type { ProcessTable } from "./process_table.ts";

/**
 * Ends all processes that carry the mark of a run, wherever they went.
 *
 * @param runIds Ids of runs; a loop's id finds the processes of all its iterations and checks.
 * @param options How they are ended.
 * @param table The system's processes; for tests.
 * @returns Nothing is found where the system does not show environments.
 */
export function endLeftovers(
  runIds: readonly string[],
  options: EndOptions,
  table: ProcessTable | null = openProcessTable(),
): Promise<EndOutcome> {
  return endFamily(new Family({ rootPid: null, runIds, table, since: 0 }), options);
}
