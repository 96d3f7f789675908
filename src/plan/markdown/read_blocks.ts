/**
 * The blocks of a page: headings, list items, paragraphs.
 *
 * Plain sections are read line by line, all others by the full parser, which is loaded only then. A
 * test compares both readers.
 */
import { readPlainSection } from "./_plain_section.ts";
import { splitSections } from "./_sections.ts";
import type { Block } from "./block.ts";
import { measureIndent } from "./line.ts";

/** What the full parser may cost for one file, in characters of prose: about 0.3 s, measured. */
const MAX_PARSER_COST = 150_000;
/** No plan that a person can read nests deeper. */
const MAX_DEPTH = 20;
/** One list item costs the parser as much as so many characters of prose, measured. */
const MARKER_COST = 50;
const MARKERS = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)))+/;

/**
 * Reads the blocks of a page.
 *
 * @param from Index of the line to begin with, such as the one after the front matter.
 * @returns The blocks in order, or the problem that keeps them from being read, a sentence.
 */
export async function readBlocks(
  lines: readonly string[],
  from: number,
): Promise<Block[] | string> {
  const body = lines.slice(from);
  const blocks: Block[] = [];
  let cost = 0;
  for (const { start, end } of splitSections(body)) {
    const section = body.slice(start, end);
    const firstLine = from + start + 1;
    let read = readPlainSection(section, firstLine);
    if (!read) {
      cost += estimateCost(section);
      if (cost > MAX_PARSER_COST) {
        return `The section that begins in line ${firstLine} is too large or too deep for its layout`;
      }
      read = await readWithParser(section.join("\n"), firstLine);
    }
    if (!read) return `The section that begins in line ${firstLine} could not be read as markdown`;
    for (const block of read) blocks.push(block);
  }
  return blocks;
}

/** Null where the parser gives up, for example on nesting deeper than its stack. */
async function readWithParser(text: string, firstLine: number): Promise<Block[] | null> {
  const { readTreeSection } = await import("./_tree_section.ts");
  try {
    return readTreeSection(text, firstLine);
  } catch {
    return null;
  }
}

/**
 * Estimates what a section costs the full parser, so that no file can keep a hook busy for minutes: in
 * characters of prose; infinite where lists and quotes nest without end.
 */
function estimateCost(lines: readonly string[]): number {
  let cost = 0;
  /** Indentation of the list items that the present line may be in. */
  const above: number[] = [];
  for (const line of lines) {
    cost += line.length + 1;
    const markers = MARKERS.exec(line)?.[0];
    if (markers === undefined) continue;
    const indent = measureIndent(line);
    while (above.length > 0 && above.at(-1)! >= indent) above.pop();
    above.push(indent);
    const inLine = markers.replace(/[ \t]|\d+/g, "").length;
    if (above.length + inLine > MAX_DEPTH) return Infinity;
    cost += inLine * MARKER_COST;
  }
  return cost;
}
