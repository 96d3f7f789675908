/**
 * Ending whatever a stage started, background shells and tmux servers included.
 *
 * @module
 */

/** Name of the variable that every process of a stage carries. */
export const STAGE_MARK = "CLIENT_TEST_STAGE";

/**
 * Kills every process whose environment carries `STAGE_MARK=mark`. Processes leave their group and
 * their parent, their environment they keep.
 */
export async function killMarked(mark: string): Promise<void> {
  for await (const entry of Deno.readDir("/proc")) {
    const pid = Number(entry.name);
    if (!Number.isInteger(pid) || pid === Deno.pid) continue;
    try {
      const variables = (await Deno.readTextFile(`/proc/${pid}/environ`)).split("\0");
      if (variables.includes(`${STAGE_MARK}=${mark}`)) Deno.kill(pid, "SIGKILL");
    } catch {
      // Gone, or not ours to read: then not ours to kill either.
    }
  }
}
