/** Kills all processes of a stage, including background shells and tmux servers. */

/** Name of a variable in the environment of every process of a stage. */
export const STAGE_MARK = "CLIENT_TEST_STAGE";

/**
 * Kills every process whose environment has `STAGE_MARK=mark`: a process can leave its group and
 * parent, but keeps its environment.
 */
export async function killMarked(mark: string): Promise<void> {
  for await (const entry of Deno.readDir("/proc")) {
    const pid = Number(entry.name);
    if (!Number.isInteger(pid) || pid === Deno.pid) continue;
    try {
      const variables = (await Deno.readTextFile(`/proc/${pid}/environ`)).split("\0");
      if (variables.includes(`${STAGE_MARK}=${mark}`)) Deno.kill(pid, "SIGKILL");
    } catch {
      // It has exited, or belongs to another user.
    }
  }
}
