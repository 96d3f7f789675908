/**
 * Whether the last outputs are alike. Pure and stateless: a different output ends a repetition. Alike
 * outputs alone do not end a loop; progress is judged elsewhere. Outputs are given oldest first, the
 * current one last.
 */
import { similarityFrom } from "./similarity.ts";

/** Equal outputs, and cycles of two and three outputs. */
const PERIODS: readonly number[] = [1, 2, 3];
const LONGEST_PERIOD = 3;
/** A cycle is a repetition only after so many rounds, however small the window is. */
const FULL_ROUNDS = 2;
/** Characters of an output that are compared. */
const OUTPUT_CHARACTERS = 1_000;

/** The settings that define a repetition. */
export interface RepetitionRule {
  /** 0 to 1: similarity from which two outputs are the same (`similarity_threshold`, 0.9). */
  readonly threshold: number;
  /** 2 to 50: outputs in a row that are a repetition (`window_size`, 5). */
  readonly windowSize: number;
}

/**
 * Computes how many outputs must be kept to find every repetition, including the current output.
 */
export function outputsToKeep(windowSize: number): number {
  return Math.max(...PERIODS.map((period) => neededFor(period, windowSize)));
}

/**
 * Cuts an agent's last message to the part that is compared, between characters.
 *
 * @returns At most 1,000 code points.
 */
export function cutOutput(message: string): string {
  // A code point has at most two units, so the rest of a huge message is not read.
  return Array.from(message.slice(0, 2 * OUTPUT_CHARACTERS)).slice(0, OUTPUT_CHARACTERS).join("");
}

/**
 * Checks whether the current output resembles one of the three before it: then a repetition may begin, so
 * the tree is read.
 */
export function isSuspicious(outputs: readonly string[], threshold: number): boolean {
  const present = outputs.at(-1);
  return present !== undefined &&
    outputs.slice(-1 - LONGEST_PERIOD, -1).some((output) =>
      likeness(output, present, threshold) !== null
    );
}

/** Which outputs repeat one another, and how similar they are. */
export type RepetitionFound = NonNullable<ReturnType<typeof findRepetition>>;

/**
 * Finds a repetition that ends with the current output: `windowSize` equal outputs, or as many that go
 * through two or three different outputs. An output without words equals no other.
 *
 * @returns The repetition, equal outputs before cycles; null for none.
 */
export function findRepetition(
  outputs: readonly string[],
  rule: RepetitionRule,
) {
  for (const { period, similarities, needed } of findRuns(outputs, rule)) {
    if (period + similarities.length < needed) continue;
    return {
      kind: period === 1 ? "same" as const : "cycle" as const,
      /** Outputs of one round: 1 for equal outputs. */
      period,
      outputs: needed,
      similarity: Math.min(...similarities),
      first: outputs.length - needed,
    };
  }
  return null;
}

/**
 * Counts the last outputs that repeat one another, as if all were equal: what is left to `windowSize`
 * is left to a repetition.
 *
 * @param countsAs Whether the output at an index counts as a repetition of the output at another one.
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

/** Finds the output of the last round that stands where an output stands in its round. */
export function counterpartOf(index: number, count: number, period: number): number {
  const first = count - period;
  return first + ((index - first) % period + period) % period;
}

/**
 * Finds how far the last outputs repeat one another: `similarities` are those of the outputs before the
 * last round to their counterparts in it, the newest first.
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
      // Usually the newest differs, and nothing else is compared.
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

/** The similarity of two equal outputs; null if they differ or have no words. */
function likeness(output: string, other: string, threshold: number): number | null {
  if (output.trim() === "" || other.trim() === "") return null;
  return similarityFrom(threshold, output, other);
}
