/**
 * Judges whether the process of a session still runs.
 *
 * A process id is valid only on its machine and in its container, so an identity includes the place where
 * it was read. In case of doubt, the process counts as alive.
 */
import { attempt } from "../error.ts";
import { SECOND_MS } from "../text/time.ts";
import { openKernelFiles } from "../system/kernel_files.ts";
import type { Environment } from "../store/environment.ts";
import type { LoopRecord } from "../store/records/loop_record.ts";

/** A process; distinguishes it from a later process with the same id. */
export type ProcessIdentity = NonNullable<LoopRecord["sessionProcess"]>;

/** The state of a process; `gone` only if the kernel's files can be read and do not list it. */
export type Liveness = "alive" | "gone" | "unknown";

/** The kernel's unit of start times: 100 a second on every Linux that Deno runs on (`USER_HZ`). */
const TICK_MS = 10;

/** How inexact a start time may be: the kernel reports its boot time in whole seconds, and it drifts. */
const START_ERROR_MS = 2_000;

/** The kernel's files that liveness is read from. */
interface ProcFiles {
  readText(path: string): string | null;
  readLink(path: string): string | null;
}

const PROC_FILES: ProcFiles = {
  readText: (path) => openKernelFiles()?.(path)?.trim() ?? null,
  readLink: (path) => attempt(() => Deno.readLinkSync(path)),
};

/**
 * Reads a process's identity.
 *
 * @param pid The process id from `CLAUDE_PID`.
 * @returns The identity; null for a missing process, or on a system other than Linux.
 */
export function identifyProcess(
  pid: number,
  files: ProcFiles = PROC_FILES,
): ProcessIdentity | null {
  const started = startTimeOf(pid, files);
  const here = placeOf(files);
  return started === null || here === null ? null : { pid, started, ...here };
}

/** Identifies the client that called a hook; null if it did not name its process. */
export function identifyClient(
  { claudePid }: Pick<Environment, "claudePid">,
): ProcessIdentity | null {
  return claudePid === null ? null : identifyProcess(claudePid);
}

/** Judges whether an identified process still runs. */
export function judgeLiveness(
  identity: ProcessIdentity | null,
  files: ProcFiles = PROC_FILES,
): Liveness {
  if (identity === null) return "unknown";
  const here = placeOf(files);
  if (here === null || here.machine !== identity.machine) return "unknown";
  if (here.bootId !== identity.bootId) return "gone";
  return startTimeOf(identity.pid, files) === identity.started ? "alive" : "gone";
}

/** Reads when a process started. @returns Epoch milliseconds; null on a system other than Linux. */
export function startedAtMs(pid: number): number | null {
  const ticks = startTimeOf(pid, PROC_FILES);
  const boot = /^btime (\d+)$/m.exec(PROC_FILES.readText("/proc/stat") ?? "");
  return ticks === null || boot === null
    ? null
    : Number(boot[1]) * SECOND_MS + Number(ticks) * TICK_MS;
}

/**
 * Checks whether a process started before a time; false if either is unknown.
 *
 * @param startedMs Epoch milliseconds, from {@linkcode startedAtMs}.
 */
export function startedBefore(startedMs: number | null, timeMs: number | null): boolean {
  return startedMs !== null && timeMs !== null && startedMs + START_ERROR_MS < timeMs;
}

function placeOf(files: ProcFiles): { bootId: string; machine: string } | null {
  const bootId = files.readText("/proc/sys/kernel/random/boot_id");
  const host = files.readText("/proc/sys/kernel/hostname");
  const namespace = files.readLink("/proc/self/ns/pid");
  if (bootId === null || host === null || namespace === null) return null;
  return { bootId, machine: `${host} ${namespace}` };
}

/** Reads field 22 of `/proc/PID/stat`, counted after the name, which may contain spaces and brackets. */
function startTimeOf(pid: number, files: ProcFiles): string | null {
  const stat = files.readText(`/proc/${pid}/stat`);
  return stat?.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
}
