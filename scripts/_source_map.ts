/**
 * Makes source maps small: which of our files and which line, and nothing else. Whole maps are larger
 * than the program.
 *
 * @module
 */
import { decode, encode, type SourceMapSegment } from "@jridgewell/sourcemap-codec";

/** The parts of a source map (revision 3) that are read. */
export interface SourceMap {
  readonly sources: readonly string[];
  readonly mappings: string;
}

/**
 * Cuts a map to one entry for each place where the source or its line changes.
 *
 * @param text The map as the bundler wrote it.
 * @param nameSource How a source is called in stack traces; null for one that is left out.
 * @returns The small map.
 */
export function thinSourceMap(
  text: string,
  nameSource: (source: string) => string | null,
): string {
  const { sources, mappings }: SourceMap = JSON.parse(text);
  const names = sources.map(nameSource);
  const kept = names.filter((name) => name !== null);
  const numbers = names.map((name) => name === null ? null : kept.indexOf(name));
  return JSON.stringify({
    version: 3,
    sources: kept,
    names: [],
    mappings: encode(decode(mappings).map((line) => keepLineChanges(line, numbers))),
  });
}

/** Keeps where a kept source's line begins, and where text of no kept source begins behind it. */
function keepLineChanges(
  segments: readonly SourceMapSegment[],
  numbers: readonly (number | null)[],
): SourceMapSegment[] {
  const thinned: SourceMapSegment[] = [];
  for (const segment of segments) {
    const last = thinned.at(-1);
    const source = segment.length === 1 ? null : numbers[segment[1]] ?? null;
    if (segment.length === 1 || source === null) {
      if (last !== undefined && last.length > 1) thinned.push([segment[0]]);
    } else if (last === undefined || last[1] !== source || last[2] !== segment[2]) {
      thinned.push([segment[0], source, segment[2], 0]);
    }
  }
  return thinned;
}
