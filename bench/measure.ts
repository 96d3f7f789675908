/**
 * Compares the times of processes. They run in turn, so that a drift in the machine's speed affects all of
 * them equally.
 *
 * @module
 */

import { readChildrenMs } from "./cpu.ts";

/** A process to time. */
export interface Program {
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Its standard input. */
  readonly input: string;
  /** Restores the initial state before each run; its time does not count. */
  readonly before?: () => void;
}

/** A row: a program, and its baseline. */
export interface BenchRow {
  readonly name: string;
  readonly program: Program;
  readonly baseline: Program;
  /** Maximum ratio; null if it is only shown. */
  readonly atMost: number | null;
  /** True if the ratio is of processor times, if known: for programs that do not wait or have children. */
  readonly isByCpu?: boolean;
  /** The goal, if it is lower; missing it is not a failure. */
  readonly goal?: number;
  /** Maximum number of counted rounds, for a slow row. */
  readonly mostRounds?: number;
  /** A text that the program's output must contain, so that a fast failure does not count. */
  readonly mustPrint: string | null;
  /** Other programs that do the same, with recorded ratios to the same baseline; they are not run. */
  readonly references?: readonly Reference[];
  /** Maximum ratio of its memory to the baseline's; without it, memory is not measured. */
  readonly memoryAtMost?: number;
}

/** Another program's recorded figure. */
export interface Reference {
  readonly name: string;
  /** Its ratio to an empty program, recorded once on one machine. */
  readonly ratio: number;
  /** Maximum ratio of ralph's figure to it. */
  readonly atMost: number;
  /** The goal. */
  readonly goal?: number;
}

/** The result of a row. */
export interface BenchResult {
  /** Median of the program, milliseconds. */
  readonly ms: number;
  /** Median of the baseline, milliseconds. */
  readonly baselineMs: number;
  readonly ratio: number;
  /** The ratio of processor times; null if unknown. */
  readonly cpuRatio: number | null;
  /** Median of the ratios to the other binary, of processor times if known; null without one. */
  readonly ofOther: number | null;
}

/** Names the file to run for a binary in a round. */
export type PickFile = (path: string, round: number) => string;

/** The settings for measuring rows. */
export interface Rounds {
  /** Counted rounds; two more warm up. */
  readonly rounds: number;
  /** Names a copy for a word of a command that is a binary. */
  readonly pick: PickFile;
  /** Ralph's binary, and another one that is run instead. */
  readonly other: { readonly ralph: string; readonly path: string } | null;
}

/**
 * Measures a row.
 *
 * @throws Error if the program's output does not contain the required text.
 */
export async function measureRow(
  row: BenchRow,
  { rounds, pick, other }: Rounds,
): Promise<BenchResult> {
  const { mostRounds = rounds, mustPrint, program, baseline } = row;
  const programs = [program, baseline];
  if (other !== null && program.command.includes(other.ralph)) {
    programs.push(withWords(program, (word) => word === other.ralph ? other.path : word));
  }
  const times = programs.map((): number[] => []);
  const cpu = programs.map((): number[] => []);
  const warmUp = mostRounds < rounds ? 0 : 2;
  for (let round = -warmUp; round < Math.min(rounds, mostRounds); round++) {
    for (const [index, each] of programs.entries()) {
      const { ms, cpuMs, output } = await timeOnce(
        withWords(each, (word) => pick(word, round + warmUp)),
      );
      if (each !== baseline && mustPrint !== null && !output.includes(mustPrint)) {
        const whose = index === 0 ? row.name : `${row.name}, by ${other?.path}`;
        throw new Error(
          `${whose}: wanted "${mustPrint}" in the output, found: ${output.slice(0, 300)}`,
        );
      }
      if (round < 0) continue;
      times[index]!.push(ms);
      if (cpuMs !== null) cpu[index]!.push(cpuMs);
    }
  }
  const [ms = 0, baselineMs = 0] = times.map(median);
  const hasCpu = cpu[0]!.length > 0;
  const [own = [], , others] = hasCpu ? cpu : times;
  return {
    ms,
    baselineMs,
    ratio: ratioOf(times[0]!, times[1]!),
    cpuRatio: hasCpu ? ratioOf(cpu[0]!, cpu[1]!) : null,
    ofOther: others ? ratioOf(own, others) : null,
  };
}

/** Returns the median of the rounds' ratios, which changes least if the speed varies between rounds. */
function ratioOf(own: readonly number[], others: readonly number[]): number {
  return median(own.map((each, round) => each / others[round]!));
}

/** Changes words of a program's command. */
function withWords(program: Program, change: (word: string) => string): Program {
  return { ...program, command: program.command.map(change) };
}

/** Runs a program once, to its end. */
export async function timeOnce(
  { command, cwd, env, input, before }: Program,
): Promise<{ ms: number; cpuMs: number | null; output: string }> {
  before?.();
  const [program, ...args] = command;
  const cpuBegan = readChildrenMs();
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
  const ms = performance.now() - began;
  const cpuEnded = readChildrenMs();
  return {
    ms,
    cpuMs: cpuBegan === null || cpuEnded === null ? null : cpuEnded - cpuBegan,
    output: new TextDecoder().decode(stdout),
  };
}

/** Returns the median of some figures. */
export function median(figures: readonly number[]): number {
  return quantile(figures, 0.5);
}

/** Returns the value below which a share of some figures is. */
export function quantile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  const at = share * (sorted.length - 1);
  const [low = 0, high = low] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return low + (high - low) * (at - Math.floor(at));
}
