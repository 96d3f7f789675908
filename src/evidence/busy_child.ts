/** Whether a process that the client started uses the processor: a long command gives no other sign. */
import {
  openProcessTable,
  type ProcessEntry,
  type ProcessTable,
} from "../process/process_table.ts";

/** Between the two looks, milliseconds. */
const LOOK_MS = 300;

/**
 * Compares two looks at the processes below a client.
 *
 * @param pid The client's process, which does not count: it draws its screen.
 * @returns False where the system does not show its processes.
 */
export async function isChildBusy(
  pid: number,
  table: ProcessTable = openProcessTable(),
): Promise<boolean> {
  const before = findDescendants(await table.list(), pid);
  await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  const after = findDescendants(await table.list(), pid);
  return after.some(({ pid, cpuMs }) =>
    cpuMs > (before.find((each) => each.pid === pid)?.cpuMs ?? 0)
  );
}

function findDescendants(all: readonly ProcessEntry[], pid: number): ProcessEntry[] {
  const children = all.filter(({ parent, isEnded }) => parent === pid && !isEnded);
  return children.flatMap((child) => [child, ...findDescendants(all, child.pid)]);
}
