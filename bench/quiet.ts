/**
 * Checks whether the machine is quiet enough for reliable figures.
 *
 * @module
 */
import { median, type Program, quantile, timeOnce } from "./measure.ts";

/** The signs of a quiet machine. */
export interface Noise {
  /** Share of the processors' time that others used while nothing was measured; null if unknown. */
  readonly busy: number | null;
  /** Share that the host took away; null if unknown. */
  readonly stolen: number | null;
  /** Middle half of an empty program's times, as a share of their median. */
  readonly scatter: number;
}

const LIMITS = { busy: 0.1, stolen: 0.02, scatter: 0.1 } as const;

const WAIT_MS = 2_000;
const RUNS = 15;

/** Measures how quiet the machine is; takes some seconds. */
export async function listen(empty: Program): Promise<Noise> {
  const before = readProcessors();
  await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  const after = readProcessors();
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) times.push((await timeOnce(empty)).ms);
  const scatter = (quantile(times, 0.75) - quantile(times, 0.25)) / median(times);
  if (before === null || after === null) return { busy: null, stolen: null, scatter };
  const all = Math.max(1, after.all - before.all);
  return {
    busy: (after.busy - before.busy) / all,
    stolen: (after.stolen - before.stolen) / all,
    scatter,
  };
}

/** Lists the reasons that figures taken now are not reliable; empty on a quiet machine. */
export function explainNoise({ busy, stolen, scatter }: Noise): string[] {
  return [
    ...busy !== null && busy > LIMITS.busy
      ? [`others use ${percent(busy)} of the processors (at most ${percent(LIMITS.busy)})`]
      : [],
    ...stolen !== null && stolen > LIMITS.stolen
      ? [`the host takes ${percent(stolen)} away (at most ${percent(LIMITS.stolen)})`]
      : [],
    ...scatter > LIMITS.scatter
      ? [
        `an empty program's times scatter by ${percent(scatter)} (at most ${
          percent(LIMITS.scatter)
        })`,
      ]
      : [],
  ];
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}

interface Processors {
  readonly all: number;
  readonly busy: number;
  readonly stolen: number;
}

/** Reads the counters of the kernel; null on other systems. */
function readProcessors(): Processors | null {
  try {
    const line = Deno.readTextFileSync("/proc/stat").split("\n", 1)[0] ?? "";
    const [user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, soft = 0, stolen = 0] = line
      .split(/\s+/).slice(1).map(Number);
    const busy = user + nice + system + irq + soft;
    return { all: busy + idle + wait + stolen, busy, stolen };
  } catch {
    return null;
  }
}
