/**
 * Orphans come to this process instead of the system's first one: what an agent or a check leaves
 * behind is found even where it has cleared its environment and left session, parent and terminal.
 *
 * @module
 */
import { openCLibrary } from "./c_library.ts";
import type { ProcessTable } from "./process_table.ts";

/** prctl(2), wait(2). */
const PR_SET_CHILD_SUBREAPER = 36;
const WNOHANG = 1;

/** How orphans are recognised. */
export interface Adopter {
  /** Whose children they become. */
  readonly pid: number;
  /** Children that were there before: they are no orphans. */
  readonly ownChildren: ReadonlySet<number>;
  /** Collects one that has ended, as the system's first process would. */
  readonly collect: (pid: number) => void;
}

/**
 * Becomes the parent of all orphans below this process, from now on.
 *
 * Only the compiled program does: it knows every child that it starts. In a process that others
 * share, such as that of the tests, their children would be taken for orphans and ended.
 *
 * @param table The system's processes.
 * @returns Null where the system has no such thing (it is Linux's own): then only the mark in the
 * environment finds who left everything else behind.
 */
export async function adoptOrphans(table: ProcessTable): Promise<Adopter | null> {
  if (Deno.build.os !== "linux" || !Deno.build.standalone || !becomeSubreaper()) return null;
  const entries = await table.list();
  const own = entries.filter(({ parent }) => parent === Deno.pid).map(({ pid }) => pid);
  return { pid: Deno.pid, ownChildren: new Set(own), collect: collectEnded };
}

function becomeSubreaper(): boolean {
  const library = openLibrary();
  const result = library?.symbols.prctl(PR_SET_CHILD_SUBREAPER, 1n, 0n, 0n, 0n);
  library?.close();
  return result === 0;
}

function collectEnded(pid: number): void {
  const library = openLibrary();
  library?.symbols.waitpid(pid, null, WNOHANG);
  library?.close();
}

function openLibrary() {
  return openCLibrary({
    prctl: { parameters: ["i32", "usize", "usize", "usize", "usize"], result: "i32" },
    waitpid: { parameters: ["i32", "pointer", "i32"], result: "i32" },
  });
}
