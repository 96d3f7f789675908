/**
 * Makes this process the parent of orphans: a process that an agent or a check leaves behind is found
 * even after it cleared its environment and left session, parent and terminal.
 */
import { openCLibrary } from "./c_library.ts";
import type { ProcessTable } from "./process_table.ts";

/** prctl(2), wait(2). */
const PR_SET_CHILD_SUBREAPER = 36;
const WNOHANG = 1;

/** The process that adopts orphans, and what tells them from its own children. */
export interface Adopter {
  /** The process whose children they become. */
  readonly pid: number;
  /** Children from before the adoption: they are not orphans. */
  readonly ownChildren: ReadonlySet<number>;
  /** Collects an orphan that has ended, as the system's first process would. */
  readonly collect: (pid: number) => void;
}

/**
 * Becomes the parent of all orphans below this process, from now on.
 *
 * Only the compiled program adopts, since it knows every child that it starts. In a shared process,
 * such as that of the tests, other children would be taken for orphans and killed.
 *
 * @returns How orphans are recognised; null except on Linux. Elsewhere only the mark in the environment
 * finds a process that detached from everything else.
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
