/**
 * Are the last outputs alike? Pure, and nothing is remembered: an output that differs
 * ends it. Whether anything moved meanwhile is judged elsewhere: likeness alone ends no loop.
 *
 * @module
 */
import type { Repetition } from "../../loop/facts.ts";
import { similarityFrom } from "./similarity.ts";

/** The longest cycle that is looked for, in outputs. */
const LONGEST_CYCLE = 3;
/** So often a cycle must have been gone through. */
export const FULL_ROUNDS = 2;
/** So much of an output is compared, in characters (predecessor's measure). */
const OUTPUT_CHARACTERS = 1_000;

/** What counts as alike. */
export interface RepetitionRule {
  /** 0 to 1: similarity from which two outputs are the same (`similarity_threshold`, 0.9). */
  readonly threshold: number;
  /** 2 to 50: so many the same in a row are a repetition (`window_size`, 5). */
  readonly windowSize: number;
}

/** Outputs that are alike. */
export interface RepetitionFound extends Pick<Repetition, "kind" | "outputs" | "similarity"> {
  /** Where the first of them stands among the given outputs. */
  readonly first: number;
}

/**
 * How many outputs must be kept to find every repetition, the present one included.
 *
 * @param windowSize 2 to 50.
 */
export function outputsToKeep(windowSize: number): number {
  return Math.max(windowSize, FULL_ROUNDS * LONGEST_CYCLE);
}

/**
 * The part of an agent's last message that is kept and compared: never half a character.
 *
 * @param message Of any length.
 * @returns At most 1,000 code points.
 */
export function cutOutput(message: string): string {
  // No code point takes more than two units, so the rest of a huge message is never touched.
  return Array.from(message.slice(0, 2 * OUTPUT_CHARACTERS)).slice(0, OUTPUT_CHARACTERS).join("");
}

/**
 * Whether the present output resembles one of the three before it: from then on the tree is looked
 * at, since a repetition may be in the making.
 *
 * @param outputs Oldest first, the present one last.
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
 * Finds a repetition that ends with the present output: `windowSize` outputs that are the same as
 * it, or two full rounds of a cycle of two or three outputs that differ among themselves.
 *
 * An output without words says nothing, so it is never the same as another one.
 *
 * @param outputs Oldest first, the present one last.
 * @param rule What counts as alike.
 * @returns What was found, the longest row of the same first; null for none.
 */
export function findRepetition(
  outputs: readonly string[],
  rule: RepetitionRule,
): RepetitionFound | null {
  return findSame(outputs, rule) ?? findCycle(outputs, 2, rule.threshold) ??
    findCycle(outputs, LONGEST_CYCLE, rule.threshold);
}

/**
 * How many of the last outputs in a row are the same as the present one.
 *
 * @param outputs Oldest first, the present one last.
 * @param rule What counts as alike.
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

/** Similarities to the present output, the newest first, as far as they reach the threshold. */
function alikeRow(
  outputs: readonly string[],
  { threshold, windowSize }: RepetitionRule,
): number[] {
  const row: number[] = [];
  const present = outputs.at(-1) ?? "";
  for (const output of outputs.slice(-windowSize, -1).toReversed()) {
    const alike = likeness(output, present, threshold);
    // In an ordinary turn the newest differs, and nothing else is compared.
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

/** The similarity of two outputs that are the same; null where they differ or say nothing. */
function likeness(output: string, other: string, threshold: number): number | null {
  if (output.trim() === "" || other.trim() === "") return null;
  return similarityFrom(threshold, output, other);
}
