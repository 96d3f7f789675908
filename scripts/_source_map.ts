/**
 * Makes source maps small enough to be embedded: which file and line, and nothing else.
 *
 * Whole maps are larger than the program, and what is embedded is paid for at each start (1.2 MB:
 * 0.06 of an empty program); so cut, they are a third of it.
 *
 * @module
 */

/** The parts of a source map (revision 3) that are read. */
interface SourceMap {
  readonly sources: readonly string[];
  readonly mappings: string;
}

/** Absolute numbers of one entry: generated column, source, line and column in it; all from 0. */
type Entry = [generatedColumn: number, source: number, line: number, column: number];

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/**
 * Cuts a map to one entry for each place where the source's line changes.
 *
 * @param text The map as the bundler wrote it.
 * @param nameSource How a source is called in stack traces.
 * @returns The map to embed.
 */
export function thinSourceMap(text: string, nameSource: (source: string) => string): string {
  const { sources, mappings }: SourceMap = JSON.parse(text);
  return JSON.stringify({
    version: 3,
    sources: sources.map(nameSource),
    names: [],
    mappings: encodeLines(decodeLines(mappings).map(keepLineChanges)),
  });
}

function keepLineChanges(entries: readonly Entry[]): Entry[] {
  const isNews = ([, source, line]: Entry, index: number) => {
    const before = entries[index - 1];
    return before === undefined || before[1] !== source || before[2] !== line;
  };
  return entries.filter(isNews).map(([at, source, line]) => [at, source, line, 0]);
}

/** Each generated line's entries; those without a source say nothing and are left out. */
function decodeLines(mappings: string): Entry[][] {
  const now: Entry = [0, 0, 0, 0];
  return mappings.split(";").map((line) => {
    now[0] = 0;
    return line.split(",").filter((segment) => segment !== "").flatMap((segment) => {
      const deltas = decodeNumbers(segment);
      for (const index of now.keys()) now[index]! += deltas[index] ?? 0;
      return deltas.length < 4 ? [] : [[...now] as Entry];
    });
  });
}

function encodeLines(lines: readonly (readonly Entry[])[]): string {
  let before: Entry = [0, 0, 0, 0];
  return lines.map((entries) => {
    before = [0, before[1], before[2], before[3]];
    return entries.map((entry) => {
      const segment = entry.map((value, index) => encodeNumber(value - before[index]!)).join("");
      before = entry;
      return segment;
    }).join(",");
  }).join(";");
}

/** Base 64 digits of five bits, lowest first; the sixth says that another follows (the map's format). */
function decodeNumbers(segment: string): number[] {
  const numbers: number[] = [];
  let value = 0;
  let shift = 0;
  for (const digit of segment) {
    const bits = DIGITS.indexOf(digit);
    value += (bits & 31) << shift;
    shift += 5;
    if (bits & 32) continue;
    numbers.push(value & 1 ? -(value >> 1) : value >> 1);
    value = shift = 0;
  }
  return numbers;
}

function encodeNumber(value: number): string {
  let rest = value < 0 ? (-value << 1) | 1 : value << 1;
  let digits = "";
  do {
    const bits = rest & 31;
    rest >>>= 5;
    digits += DIGITS[rest > 0 ? bits | 32 : bits];
  } while (rest > 0);
  return digits;
}
