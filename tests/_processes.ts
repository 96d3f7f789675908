/** Looks at the system's processes by the kernel's files alone, so that no code under test judges itself. */

/** Living processes that carry a run's mark. */
export function listMarked(runId: string): number[] {
  return listProcesses().filter((pid) =>
    isAlive(pid) &&
    (read(`/proc/${pid}/environ`) ?? "").split("\0").includes(`RALPH_RUN_ID=${runId}`)
  );
}

/** Whether a process lives; one that has ended and waits to be collected does not. */
export function isAlive(pid: number): boolean {
  const state = /^State:\s+(\w)/m.exec(read(`/proc/${pid}/status`) ?? "State: X")?.[1];
  return state !== "X" && state !== "Z";
}

function listProcesses(): number[] {
  return [...Deno.readDirSync("/proc")].map(({ name }) => Number(name)).filter((pid) => pid > 0);
}

function read(path: string): string | null {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return null;
  }
}
