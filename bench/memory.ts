/**
 * Measures the peak memory of a process by the kernel's counter (`VmHWM`, Linux only).
 *
 * The counter is gone when the process has ended, so it is read repeatedly while the process runs. For a
 * short process, the largest value of several rounds is its peak.
 *
 * @module
 */
import type { Program } from "./measure.ts";

/** True if this system reports the peak memory of a process. */
export const CAN_MEASURE_MEMORY = Deno.build.os === "linux";

/**
 * Measures a program's peak.
 *
 * @param rounds Number of runs.
 * @returns Bytes.
 * @throws Error if no round could be measured.
 */
export async function measurePeakBytes(program: Program, rounds: number): Promise<number> {
  let peak = 0;
  for (let round = 0; round < rounds; round++) peak = Math.max(peak, await peakOnce(program));
  if (peak === 0) throw new Error(`Cannot measure the memory of ${program.command[0]}`);
  return peak;
}

async function peakOnce({ command, cwd, env, input, before }: Program): Promise<number> {
  before?.();
  const [program = "", ...args] = command;
  const file = Deno.realPathSync(program);
  const child = new Deno.Command(program, {
    args,
    cwd,
    env: { ...env },
    clearEnv: true,
    stdin: "piped",
    stdout: "null",
    stderr: "null",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(input)).catch(() => {});
  await writer.close().catch(() => {});
  let isGone = false;
  const gone = child.status.then(() => isGone = true);
  let peak = 0;
  while (!isGone) {
    peak = Math.max(peak, readPeakBytes(child.pid, file));
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  await gone;
  return peak;
}

function readPeakBytes(pid: number, file: string): number {
  try {
    // Until it runs its own program, a process has the memory of its parent.
    if (Deno.readLinkSync(`/proc/${pid}/exe`) !== file) return 0;
    const kibibytes = /^VmHWM:\s+(\d+) kB$/m.exec(Deno.readTextFileSync(`/proc/${pid}/status`))
      ?.[1];
    return Number(kibibytes ?? 0) * 1024;
  } catch {
    // It has ended.
    return 0;
  }
}
