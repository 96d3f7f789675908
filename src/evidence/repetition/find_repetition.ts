/**
 * Whether the last outputs are alike. Pure and stateless: a different output ends a repetition. Alike
 * outputs alone do not end a loop; progress is judged elsewhere.
 */
import type { Repetition } from "../../loop/facts.ts";
import { similarityFrom } from "./similarity.ts";

/** The longest cycle that is detected, in outputs. */
const LONGEST_CYCLE = 3;
/** Rounds of a cycle that count as a repetition. */
export const FULL_ROUNDS = 2;
/** Characters of an output that are compared. */
const OUTPUT_CHARACTERS = 1_000;

/** The settings that define a repetition. */
export interface RepetitionRule {
  /** 0 to 1: similarity from which two outputs are the same (`similarity_threshold`, 0.9). */
  readonly threshold: number;
  /** 2 to 50: equal outputs in a row that are a repetition (`window_size`, 5). */
  readonly windowSize: number;
}

/** Which outputs repeat one another, and how similar they are. */
export interface RepetitionFound extends Pick<Repetition, "kind" | "outputs" | "similarity"> {
  readonly first: number;
}

/**
 * Computes how many outputs must be kept to find every repetition, including the current output.
 *
 * @param windowSize 2 to 50.
 */
export function outputsToKeep(windowSize: number): number {
  return Math.max(windowSize, FULL_ROUNDS * LONGEST_CYCLE);
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
 * Whether the current output resembles one of the three before it: then a repetition may begin, so
 * the tree is read.
 *
 * @param outputs Oldest first, the current output last.
 * @param threshold 0 to 1.
 */
export function isSuspicious(outputs: readonly string[], threshold: number): boolean {
  const present = outputs.at(-1);
  return present !== undefined &&
    outputs.slice(-1 - LONGEST_CYCLE, -1).some((output) =>
      likeness(output, present, threshold) !== null
    );
}

/**
 * Finds a repetition that ends with the current output: `windowSize` equal outputs, or two full rounds
 * of a cycle of two or three different outputs. An output without words equals no other.
 *
 * @param outputs Oldest first, the current output last.
 * @returns The repetition, equal outputs before cycles; null for none.
 */
export function findRepetition(
  outputs: readonly string[],
  rule: RepetitionRule,
): RepetitionFound | null {
  return findSame(outputs, rule) ?? findCycle(outputs, 2, rule.threshold) ??
    findCycle(outputs, LONGEST_CYCLE, rule.threshold);
}

/**
 * Counts the last outputs in a row that equal the current output.
 *
 * @param outputs Oldest first, the current output last.
 * @returns 1 (only itself) to `windowSize`.
 */
export function countAlike(outputs: readonly string[], rule: RepetitionRule): number {
  return alikeRow(outputs, rule).length + 1;
}

function findSame(outputs: readonly string[], rule: RepetitionRule): RepetitionFound | null {
  const { windowSize } = rule;
  const row = alikeRow(outputs, rule);
  if (row.length + 1 < windowSize) return null;
  const first = outputs.length - windowSize;
  return { kind: "same", outputs: windowSize, similarity: Math.min(...row), first };
}

/** Similarities to the current output, the newest first, down to the first below the threshold. */
function alikeRow(
  outputs: readonly string[],
  { threshold, windowSize }: RepetitionRule,
): number[] {
  const row: number[] = [];
  const present = outputs.at(-1) ?? "";
  for (const output of outputs.slice(-windowSize, -1).toReversed()) {
    const alike = likeness(output, present, threshold);
    // Usually the newest differs, and nothing else is compared.
    if (alike === null) break;
    row.push(alike);
  }
  return row;
}

function findCycle(
  outputs: readonly string[],
  length: number,
  threshold: number,
): RepetitionFound | null {
  const first = outputs.length - FULL_ROUNDS * length;
  if (first < 0) return null;
  const [before, round] = [outputs.slice(first, first + length), outputs.slice(first + length)];
  let similarity = 1;
  for (let at = length - 1; at >= 0; at--) {
    const alike = likeness(before[at]!, round[at]!, threshold);
    if (alike === null) return null;
    similarity = Math.min(similarity, alike);
  }
  const differ = round.every((output, at) =>
    round.slice(at + 1).every((other) => likeness(output, other, threshold) === null)
  );
  return differ ? { kind: "cycle", outputs: FULL_ROUNDS * length, similarity, first } : null;
}

/** The similarity of two equal outputs; null where they differ or have no words. */
function likeness(output: string, other: string, threshold: number): number | null {
  if (output.trim() === "" || other.trim() === "") return null;
  return similarityFrom(threshold, output, other);
}
