/** Finds what a call of the agent left running, by the session in its environment. */
import { attempt } from "../error.ts";
import { openKernelFiles } from "./kernel_files.ts";

/** A single `&` that is not part of a redirect, and commands that detach. */
const DETACHES = /(?<![&>|<])&(?![&>])|\b(?:setsid|nohup|disown|daemonize)\b/;

/**
 * Whether something that a call started still runs.
 *
 * @param sincePid A process that began just before the call: later ones have higher numbers, until the
 *   system starts again at the lowest.
 * @param session The client's session, which all its commands inherit.
 * @param line The call's command line, where the system does not show environments.
 */
export function hasLeftRunning(sincePid: number, session: string, line: string): boolean {
  if (Deno.build.os !== "linux") return DETACHES.test(line);
  const isLater = (pid: number) =>
    Deno.pid > sincePid ? pid > sincePid && pid < Deno.pid : pid > sincePid || pid < Deno.pid;
  const names = attempt(() => [...Deno.readDirSync("/proc")].map(({ name }) => name)) ?? [];
  const later = names.map(Number).filter((pid) => pid > 0 && isLater(pid));
  if (later.length === 0) return false;
  const read = openKernelFiles();
  return later.some((pid) => {
    const variables = (read?.(`/proc/${pid}/environ`) ?? "").split("\0");
    return variables.includes(`CLAUDE_CODE_SESSION_ID=${session}`) &&
      // Hooks have it too, and run side by side.
      !variables.some((variable) => variable.startsWith("CLAUDE_PROJECT_DIR="));
  });
}
