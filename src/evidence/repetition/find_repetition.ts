/**
 * Judges whether the last outputs are similar. Pure and stateless: a different output ends a repetition.
 * Similar outputs alone do not end a loop; progress is judged elsewhere. Outputs are passed oldest first,
 * the current one last.
 */
import { similarityFrom } from "./similarity.ts";

/** Equal outputs, and cycles of two or three outputs. */
const PERIODS: readonly number[] = [1, 2, 3];
const LONGEST_PERIOD = 3;
/** Minimum number of rounds that make a cycle a repetition, however small the window is. */
const FULL_ROUNDS = 2;
/** Number of characters of an output that are compared. */
const OUTPUT_CHARACTERS = 1_000;

/** The settings that define a repetition. */
export interface RepetitionRule {
  /** 0 to 1: similarity from which two outputs count as the same (`similarity_threshold`, 0.9). */
  readonly threshold: number;
  /** 2 to 50: number of outputs in a row that make a repetition (`window_size`, 5). */
  readonly windowSize: number;
}

/** Computes how many outputs must be kept to find every repetition, including the current output. */
export function outputsToKeep(windowSize: number): number {
  return Math.max(...PERIODS.map((period) => neededFor(period, windowSize)));
}

/**
 * Cuts an agent's last message to the part that is compared, without splitting a character.
 *
 * @returns At most 1,000 code points.
 */
export function cutOutput(message: string): string {
  // A code point has at most two units, so the rest of a huge message is not read.
  return Array.from(message.slice(0, 2 * OUTPUT_CHARACTERS)).slice(0, OUTPUT_CHARACTERS).join("");
}

/**
 * Checks whether the current output resembles one of the three before it. A repetition may begin then, so
 * the tree is read.
 */
export function isSuspicious(outputs: readonly string[], threshold: number): boolean {
  const present = outputs.at(-1);
  return present !== undefined &&
    outputs.slice(-1 - LONGEST_PERIOD, -1).some((output) =>
      likeness(output, present, threshold) !== null
    );
}

/** The outputs that repeat one another, and their similarity. */
export type RepetitionFound = NonNullable<ReturnType<typeof findRepetition>>;

/**
 * Finds a repetition that ends with the current output: `windowSize` equal outputs, or as many that cycle
 * through two or three different outputs. An output without words is not equal to any other.
 *
 * @returns The repetition, with equal outputs before cycles; null without one.
 */
export function findRepetition(
  outputs: readonly string[],
  rule: RepetitionRule,
) {
  for (const { period, similarities, needed } of findRuns(outputs, rule)) {
    if (period + similarities.length < needed) continue;
    return {
      kind: period === 1 ? "same" as const : "cycle" as const,
      /** Number of outputs in one round: 1 for equal outputs. */
      period,
      outputs: needed,
      similarity: Math.min(...similarities),
      first: outputs.length - needed,
    };
  }
  return null;
}

/**
 * Counts the last outputs that repeat one another, as if all were equal. The difference to `windowSize` is
 * the number of outputs before a repetition.
 *
 * @param countsAs Checks whether the output at one index counts as a repetition of the output at another.
 * @returns 1 (only itself) to `windowSize`.
 */
export function countAlike(
  outputs: readonly string[],
  rule: RepetitionRule,
  countsAs: (index: number, counterpart: number) => boolean = () => true,
): number {
  return findRuns(outputs, rule).reduce((most, { period, similarities, needed }) => {
    const before = outputs.length - period;
    const stop = similarities.findIndex((_, at) => {
      const index = before - 1 - at;
      return !countsAs(index, counterpartOf(index, outputs.length, period));
    });
    const repeated = stop === -1 ? similarities.length : stop;
    return repeated === 0 ? most : Math.max(most, rule.windowSize - needed + period + repeated);
  }, 1);
}

/** Returns the index of the output in the last round that corresponds to an output in an earlier round. */
export function counterpartOf(index: number, count: number, period: number): number {
  const first = count - period;
  return first + ((index - first) % period + period) % period;
}

/**
 * Finds how many of the last outputs repeat one another. `similarities` compare the outputs before the last
 * round with their counterparts in it, newest first.
 */
function findRuns(
  outputs: readonly string[],
  { threshold, windowSize }: RepetitionRule,
) {
  const count = outputs.length;
  return PERIODS.flatMap((period) => {
    const needed = neededFor(period, windowSize);
    const similarities: number[] = [];
    for (let index = count - period - 1; index >= Math.max(0, count - needed); index--) {
      const counterpart = counterpartOf(index, count, period);
      const alike = likeness(outputs[index]!, outputs[counterpart]!, threshold);
      // Usually the newest output differs, and nothing else is compared.
      if (alike === null) break;
      similarities.push(alike);
    }
    const isRun = similarities.length > 0 && differ(outputs.slice(-period), threshold);
    return isRun ? [{ period, similarities, needed }] : [];
  });
}

function neededFor(period: number, windowSize: number): number {
  return Math.max(windowSize, FULL_ROUNDS * period);
}

/** Checks whether each output of a round differs from the others. */
function differ(round: readonly string[], threshold: number): boolean {
  return round.every((output, at) =>
    round.slice(at + 1).every((other) => likeness(output, other, threshold) === null)
  );
}

/** Returns the similarity of two equal outputs; null if they differ or have no words. */
function likeness(output: string, other: string, threshold: number): number | null {
  if (output.trim() === "" || other.trim() === "") return null;
  return similarityFrom(threshold, output, other);
}
