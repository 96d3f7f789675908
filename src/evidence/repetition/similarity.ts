/**
 * The similarity of two texts: the normalised Indel similarity (RapidFuzz's `fuzz.ratio` / 100).
 *
 * No package is fast enough (docs/start-up.md).
 */

/**
 * Computes the similarity of two texts, by code points, case sensitive:
 * `2 × longest common subsequence / (length + length)`. The time grows with the square of the edits that
 * the threshold allows.
 *
 * @param threshold 0 to 1, inclusive.
 * @returns `threshold` to 1 (equal or both empty); null below the threshold.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(similarityFrom(0.7, "abcd", "abce"), 0.75);
 * assertEquals(similarityFrom(0.8, "abcd", "abce"), null);
 * ```
 */
export function similarityFrom(threshold: number, text: string, other: string): number | null {
  const [left, right] = [[...text], [...other]];
  const length = left.length + right.length;
  if (length === 0) return 1;
  const edits = countEdits(left, right, Math.ceil((1 - threshold) * length));
  const similarity = edits === null ? 0 : (length - edits) / length;
  return edits === null || similarity < threshold ? null : similarity;
}

/**
 * Counts the characters to remove and to insert to turn one text into the other (Myers 1986: the furthest
 * point on each diagonal for a number of edits).
 *
 * @param most The maximum number of edits to try.
 * @returns Null if more are needed.
 */
function countEdits(
  left: readonly string[],
  right: readonly string[],
  most: number,
): number | null {
  const furthest = new Int32Array(2 * most + 3);
  for (let edits = 0; edits <= most; edits++) {
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const place = diagonal + most + 1;
      const isInsertion = diagonal === -edits ||
        diagonal !== edits && furthest[place - 1]! < furthest[place + 1]!;
      let at = isInsertion ? furthest[place + 1]! : furthest[place - 1]! + 1;
      while (
        at < left.length && at - diagonal < right.length && left[at] === right[at - diagonal]
      ) {
        at++;
      }
      furthest[place] = at;
      if (at >= left.length && at - diagonal >= right.length) return edits;
    }
  }
  return null;
}
