/** Finds the name that was probably meant. No library, since hooks that read settings load it. */

/** Maximum length: a longer word is not a misspelled name, and the cost is quadratic. */
const LONGEST_NAME = 100;

/**
 * Finds the known name nearest to what was written.
 *
 * Distance counts letters added, left out, changed, or swapped with their neighbour, without regard
 * to case, `-` and `_`. A name farther than a third of its length (at least 1) is not near.
 *
 * @param synonyms Known names by their synonyms.
 * @returns The first of the nearest names; null if none is near.
 *
 * @example A slip
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(nearestName("max_hour", ["min_hours", "max_hours"]), "max_hours");
 * ```
 */
export function nearestName(
  written: string,
  names: readonly string[],
  synonyms: ReadonlyMap<string, string> = new Map(),
): string | null {
  const wanted = fold(written);
  if (wanted.length > LONGEST_NAME) return null;
  let nearest: string | null = null;
  let least = Infinity;
  for (const name of [...names, ...synonyms.keys()]) {
    const folded = fold(name);
    // A word that is half of a name is nearer than any misspelling.
    const isBeginning = folded.startsWith(wanted) && wanted.length * 2 >= folded.length &&
      wanted.length >= 3 && folded !== wanted;
    const distance = isBeginning ? 0.5 : distanceOf(wanted, folded);
    // A name of one letter cannot be misspelled.
    const isNear = distance < folded.length &&
      distance <= Math.max(1, Math.floor(folded.length / 3));
    if (distance < least && isNear) {
      nearest = name;
      least = distance;
    }
  }
  return nearest === null ? null : synonyms.get(nearest) ?? nearest;
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, "");
}

/** Computes the optimal string alignment distance. */
function distanceOf(left: string, right: string): number {
  const rows: number[][] = [Array.from({ length: right.length + 1 }, (_, index) => index)];
  const at = (i: number, j: number) => rows[i]?.[j] ?? Infinity;
  for (let i = 1; i <= left.length; i++) {
    const row = rows[i] = [i];
    for (let j = 1; j <= right.length; j++) {
      const change = left[i - 1] === right[j - 1] ? 0 : 1;
      const isSwap = left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1];
      row.push(Math.min(
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + change,
        isSwap ? at(i - 2, j - 2) + 1 : Infinity,
      ));
    }
  }
  return at(left.length, right.length);
}
