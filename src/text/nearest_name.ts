/**
 * The known name that was probably meant.
 *
 * @module
 */

/**
 * Finds the known name nearest to what was found.
 *
 * Distance counts letters added, left out, changed, or swapped with their neighbour, without regard
 * to case, `-` and `_`. A name farther than a third of its length (at least 1) is not near.
 *
 * @param found what was written
 * @param known the names there are
 * @returns the nearest known name, the first of several equally near; null where none is near
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(nearestName("max_hour", ["min_hours", "max_hours"]), "max_hours");
 * ```
 */
export function nearestName(found: string, known: readonly string[]): string | null {
  const wanted = fold(found);
  let nearest: string | null = null;
  let least = Infinity;
  // A word this long is no slip of a key, and the distance costs its square.
  if (wanted.length > 100) return null;
  for (const name of known) {
    const folded = fold(name);
    // The beginning of a name is nearer than any slip.
    const isBeginning = wanted.length >= 3 && folded.startsWith(wanted) && folded !== wanted;
    const distance = isBeginning ? 0.5 : _distance(wanted, folded);
    if (distance < least && distance <= Math.max(1, Math.floor(folded.length / 3))) {
      nearest = name;
      least = distance;
    }
  }
  return nearest;
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, "");
}

/** Optimal string alignment distance. */
function _distance(left: string, right: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i++) {
    const row = [i];
    for (let j = 1; j <= right.length; j++) {
      const same = left[i - 1] === right[j - 1];
      let best = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (same ? 0 : 1));
      if (i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1]) {
        best = Math.min(best, at(beforeLast, j - 2) + 1);
      }
      row.push(best);
    }
    beforeLast = last;
    last = row;
  }
  return at(last, right.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity;
}
