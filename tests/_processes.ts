/** Looks at the system's processes by the kernel's files alone, so that no code under test judges itself. */

/** Living processes that carry a run's mark. */
export function listMarked(runId: string): number[] {
  return listWithVariable(`RALPH_RUN_ID=${runId}`);
}

/** Living processes that have a variable, given as `NAME=value`, in their environment. */
export function listWithVariable(variable: string): number[] {
  return listProcesses().filter((pid) =>
    isAlive(pid) && (read(`/proc/${pid}/environ`) ?? "").split("\0").includes(variable)
  );
}

/** Checks whether a process lives; one that has ended and waits to be collected does not. */
export function isAlive(pid: number): boolean {
  const state = /^State:\s+(\w)/m.exec(read(`/proc/${pid}/status`) ?? "State: X")?.[1];
  return state !== "X" && state !== "Z";
}

/** Living processes that run exactly this command, in any namespace below this one. */
export function listRunning(command: string): number[] {
  return listProcesses().filter((pid) =>
    (read(`/proc/${pid}/cmdline`) ?? "").replaceAll("\0", " ").trimEnd() === command
  );
}

/** A `sleep` that no other test starts, of a day or more, so that its processes can be recognized. */
export function uniqueSleep(): string {
  return `sleep ${86_400 + crypto.getRandomValues(new Uint32Array(1))[0]!}`;
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
