/**
 * Makes source maps small enough to be embedded: which file and line, and nothing else.
 *
 * Whole maps are larger than the program, and what is embedded is paid for at each start (1.2 MB:
 * 0.06 of an empty program); so cut, they are a third of it.
 *
 * @module
 */
import { decode, encode, type SourceMapSegment } from "@jridgewell/sourcemap-codec";

/** The parts of a source map (revision 3) that are read. */
interface SourceMap {
  readonly sources: readonly string[];
  readonly mappings: string;
}

/** A chunk's map, and the line of the merged file that its text begins in, from 0. */
export interface MapPart {
  readonly map: string;
  readonly line: number;
}

/**
 * Puts the maps of chunks together that were merged into one file.
 *
 * @param parts The maps, cut as {@linkcode thinSourceMap} does.
 * @returns The map of the file.
 */
export function mergeSourceMaps(parts: readonly MapPart[]): string {
  const sources: string[] = [];
  const lines: SourceMapSegment[][] = [];
  for (const { map, line } of parts) {
    const part: SourceMap = JSON.parse(map);
    const first = sources.push(...part.sources) - part.sources.length;
    for (const [index, segments] of decode(part.mappings).entries()) {
      lines[line + index] = segments.map((segment) =>
        segment.length === 1 ? segment : [segment[0], segment[1] + first, segment[2], segment[3]]
      );
    }
  }
  const mappings = encode(Array.from(lines, (segments) => segments ?? []));
  return JSON.stringify({ version: 3, sources, names: [], mappings });
}

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
    mappings: encode(decode(mappings).map(keepLineChanges)),
  });
}

function keepLineChanges(segments: readonly SourceMapSegment[]): SourceMapSegment[] {
  let kept: SourceMapSegment | undefined;
  const thinned: SourceMapSegment[] = [];
  for (const segment of segments) {
    if (segment.length === 1 || (kept?.[1] === segment[1] && kept[2] === segment[2])) continue;
    kept = [segment[0], segment[1], segment[2], 0];
    thinned.push(kept);
  }
  return thinned;
}
