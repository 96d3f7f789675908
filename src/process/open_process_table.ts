/**
 * Chooses how this system's processes are looked up.
 *
 * @module
 */
import { openKernelFiles } from "./kernel_files.ts";
import { ProcTable } from "./_proc_table.ts";
import type { ProcessTable } from "./process_table.ts";
import { PsTable } from "./_ps_table.ts";

/**
 * The table of this system.
 *
 * @returns Null where there is none (Windows): then only the started process itself is known.
 */
export function openProcessTable(): ProcessTable | null {
  if (Deno.build.os === "windows") return null;
  const read = Deno.build.os === "linux" ? openKernelFiles() : null;
  return read === null ? new PsTable() : new ProcTable(read);
}
