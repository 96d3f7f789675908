/** Reads a Markdown file and its items. */
import { findFrontMatter, readFrontMatter } from "../../markdown/front_matter.ts";
import { splitLines } from "../../markdown/line.ts";
import { readBlocks } from "../../markdown/read_blocks.ts";
import { decodeText } from "../files.ts";
import { assemble } from "./assemble.ts";
import type { Document } from "./document.ts";

/** Bytes; larger files are not read. */
export const MAX_FILE_BYTES = 5 * 1024 * 1024;
/** Items; a file with more is not judged. */
const MAX_ITEMS = 100_000;

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
  const lines = splitLines(decoded.text);

  const place = findFrontMatter(lines);
  const frontMatter = place ? await readFrontMatter(lines, place) : null;
  const blocks = await readBlocks(lines, place ? place.end + 1 : 0);
  if (typeof blocks === "string") return unreadable(blocks);

  const assembled = assemble(blocks, lines);
  if (assembled.items.length > MAX_ITEMS) {
    return unreadable(`The file has more than ${MAX_ITEMS} items`);
  }
  const problems = [decoded.problem, frontMatter?.problem].filter((problem) => problem != null);
  return { frontMatter, ...assembled, readable: true, problems };
}

/** Makes the document of a file that cannot be read. */
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
