/**
 * What changes between two texts, line by line. Pure.
 *
 * @module
 */

/** Lines shown around a change. */
const CONTEXT = 2;

/** A line of the diff; `null` stands for the lines left out. */
export type DiffLine = { readonly sign: " " | "+" | "-"; readonly text: string } | null;

/**
 * Compares two texts.
 *
 * @param before The old text.
 * @param after The new text.
 * @returns Changed lines with two around them; empty where nothing changes.
 */
export function diffLines(before: string, after: string): DiffLine[] {
  const lines = compareLines(splitLines(before), splitLines(after));
  const isNear = (index: number) =>
    lines.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(({ sign }) => sign !== " ");
  const result: DiffLine[] = [];
  lines.forEach((line, index) => {
    if (isNear(index)) result.push(line);
    else if (result.at(-1) !== null) result.push(null);
  });
  return lines.every(({ sign }) => sign === " ") ? [] : result;
}

function splitLines(text: string): string[] {
  return text === "" ? [] : text.replace(/\r?\n$/, "").split(/\r?\n/);
}

/** By the longest common subsequence; settings have hundreds of lines, not thousands. */
function compareLines(
  before: readonly string[],
  after: readonly string[],
): NonNullable<DiffLine>[] {
  const width = after.length + 1;
  const common = new Uint32Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      common[i * width + j] = before[i] === after[j]
        ? (common[(i + 1) * width + j + 1] ?? 0) + 1
        : Math.max(common[(i + 1) * width + j] ?? 0, common[i * width + j + 1] ?? 0);
    }
  }
  const result: NonNullable<DiffLine>[] = [];
  let i = 0;
  let j = 0;
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      result.push({ sign: " ", text: before[i] ?? "" });
      i++;
      j++;
    } else if (
      j >= after.length ||
      (i < before.length &&
        (common[(i + 1) * width + j] ?? 0) >= (common[i * width + j + 1] ?? 0))
    ) {
      result.push({ sign: "-", text: before[i++] ?? "" });
    } else {
      result.push({ sign: "+", text: after[j++] ?? "" });
    }
  }
  return result;
}
