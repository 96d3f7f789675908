/**
 * Compares the times of processes, measured in turn, so that a machine whose speed drifts slows all
 * of them alike.
 *
 * @module
 */

/** A process to time. */
export interface Program {
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** What it reads on standard input. */
  readonly input: string;
  /** Brings the scene back to its start before each run; its time does not count. */
  readonly before?: () => void;
}

/** A row: a program, and its baseline. */
export interface BenchRow {
  readonly name: string;
  readonly program: Program;
  readonly baseline: Program;
  /** Maximum ratio of medians; null if it is only shown. */
  readonly atMost: number | null;
  /** Counted rounds at most, for a row that takes long. */
  readonly mostRounds?: number;
  /** A text that the program's output must contain, so that a fast failure does not count. */
  readonly mustPrint: string | null;
  /** What else does the same, with its recorded ratio to the same baseline; none of it is run. */
  readonly references?: readonly Reference[];
  /** Whether its memory is measured too, and the most that it may be of the baseline's. */
  readonly memoryAtMost?: number;
}

/** Another program's recorded figure. */
export interface Reference {
  readonly name: string;
  /** Its ratio to an empty program, recorded once on one machine. */
  readonly ratio: number;
  /** The most that ours may be of it. */
  readonly atMost: number;
}

/** What a row gave. */
export interface BenchResult {
  readonly row: BenchRow;
  /** Median of the program, milliseconds. */
  readonly ms: number;
  /** Median of the baseline, milliseconds. */
  readonly baselineMs: number;
  readonly ratio: number;
}

/**
 * Measures a row.
 *
 * @param rounds Counted rounds; two more warm up.
 * @throws Error where the program does not print what it must.
 */
export async function measureRow(row: BenchRow, rounds: number): Promise<BenchResult> {
  const times: [number[], number[]] = [[], []];
  const { mostRounds = rounds } = row;
  const warmUp = mostRounds < rounds ? 0 : 2;
  for (let round = -warmUp; round < Math.min(rounds, mostRounds); round++) {
    for (const [index, program] of [row.program, row.baseline].entries()) {
      const { ms, output } = await timeOnce(program);
      if (index === 0 && row.mustPrint !== null && !output.includes(row.mustPrint)) {
        throw new Error(
          `${row.name}: wanted "${row.mustPrint}" in the output, found: ${output.slice(0, 300)}`,
        );
      }
      if (round >= 0) times[index as 0 | 1].push(ms);
    }
  }
  const ms = median(times[0]);
  const baselineMs = median(times[1]);
  return { row, ms, baselineMs, ratio: ms / baselineMs };
}

async function timeOnce(
  { command, cwd, env, input, before }: Program,
): Promise<{ ms: number; output: string }> {
  before?.();
  const [program, ...args] = command;
  const began = performance.now();
  const child = new Deno.Command(program ?? "", {
    args,
    cwd,
    env: { ...env },
    clearEnv: true,
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(input)).catch(() => {});
  await writer.close().catch(() => {});
  const { stdout } = await child.output();
  return { ms: performance.now() - began, output: new TextDecoder().decode(stdout) };
}

/** The median of some figures. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? sorted[middle] ?? 0
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}
