/**
 * Reads a markdown file: the one place that knows what counts as an item.
 *
 * Plain sections are read line by line, all others by the full parser, which is loaded only then.
 *
 * @module
 */
import { assemble } from "./_assemble.ts";
import type { Block } from "./_block.ts";
import { estimateCost } from "./_cost.ts";
import { decodeText } from "./_decode.ts";
import { findFrontMatter, readFrontMatter } from "./_front_matter.ts";
import { readPlainSection } from "./_plain_section.ts";
import { splitSections } from "./_sections.ts";
import type { Document } from "./document.ts";

/** Larger files are not read: bytes. */
export const MAX_FILE_BYTES = 5 * 1024 * 1024;
/** More items are not judged. */
export const MAX_ITEMS = 100_000;
/** What the full parser may cost for one file, in characters of prose: about 0.3 s, measured. */
export const MAX_PARSER_COST = 150_000;

/**
 * Reads a markdown file.
 *
 * @param content The file's bytes, or its text.
 * @returns The document; one beyond the bounds is not `readable` and says why in `problems`.
 */
export async function readMarkdown(content: string | Uint8Array): Promise<Document> {
  if (content.length > MAX_FILE_BYTES) {
    return unreadable(`The file is larger than ${MAX_FILE_BYTES / 1024 / 1024} MB`);
  }
  const decoded = typeof content === "string"
    ? { text: content.replace(/^\ufeff/, ""), problem: null }
    : decodeText(content);
  const lines = decoded.text.split(/\r\n|\n|\r/);

  const place = findFrontMatter(lines);
  const frontMatter = place
    ? await readFrontMatter(lines.slice(place.start + 1, place.end).join("\n"))
    : null;
  const blocks = await readBlocks(lines, place ? place.end + 1 : 0);
  if (typeof blocks === "string") return unreadable(blocks);

  const assembled = assemble(blocks, lines);
  if (assembled.items.length > MAX_ITEMS) {
    return unreadable(`The file has more than ${MAX_ITEMS} items`);
  }
  const problems = [decoded.problem, frontMatter?.problem].filter((problem) => problem != null);
  return { frontMatter, ...assembled, readable: true, problems };
}

/** A document that nothing may be concluded from. */
export function unreadable(problem: string): Document {
  return {
    frontMatter: null,
    items: [],
    headings: [],
    paragraphs: [],
    legend: [],
    readable: false,
    problems: [problem],
  };
}

/** Blocks of all sections from a line on, or the problem that keeps them from being read. */
async function readBlocks(lines: readonly string[], from: number): Promise<Block[] | string> {
  const body = lines.slice(from);
  const blocks: Block[] = [];
  let cost = 0;
  for (const { start, end } of splitSections(body)) {
    const section = body.slice(start, end);
    const firstLine = from + start + 1;
    let found = readPlainSection(section, firstLine);
    if (!found) {
      cost += estimateCost(section);
      if (cost > MAX_PARSER_COST) {
        return `The section that begins in line ${firstLine} is too large or too deep for its layout`;
      }
      found = await readWithParser(section.join("\n"), firstLine);
    }
    if (!found) return `The section that begins in line ${firstLine} could not be read as markdown`;
    for (const block of found) blocks.push(block);
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
