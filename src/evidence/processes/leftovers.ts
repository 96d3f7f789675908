/**
 * Finds and ends what an earlier run left behind because it was itself killed.
 *
 * @module
 */
import { endFamily, type EndOptions, type EndOutcome } from "./end_family.ts";
import { Family } from "./family.ts";
import { openProcessTable, type ProcessTable } from "./process_table.ts";

/**
 * Ends all processes that carry a run's mark, wherever they went.
 *
 * @param runId The run's id; a loop's id finds the processes of all its iterations.
 * @param options How they are ended.
 * @param table The system's processes; for tests.
 * @returns Nothing is found where the system does not show environments.
 */
export function endLeftovers(
  runId: string,
  options: EndOptions,
  table: ProcessTable | null = openProcessTable(),
): Promise<EndOutcome> {
  return endFamily(new Family({ rootPid: null, runId, table, since: 0 }), options);
}
