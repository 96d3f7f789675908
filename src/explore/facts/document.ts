/**
 * What is kept of a markdown document. Pure.
 *
 * @module
 */
import { readProse } from "./prose.ts";
import { readAnchors } from "./anchors.ts";
import { readLinks } from "./links.ts";
import { readMentions, readWords } from "./mentions.ts";
import type { FileFacts } from "./file_facts.ts";

/**
 * Reads a markdown document.
 *
 * @param text its text
 * @returns the facts; what it has none of is missing
 */
export function readDocument(text: string): FileFacts {
  const prose = readProse(text.replace(/^\ufeff/, ""));
  const links = readLinks(prose);
  const anchors = readAnchors(prose);
  const mentions = readMentions(prose);
  const words = readWords(prose);
  const status = statusOf(text, "status");
  const implementation = statusOf(text, "implementation-status");
  return {
    ...(links.length > 0 && { links }),
    ...(anchors.length > 0 && { anchors }),
    ...(mentions.length > 0 && { mentions }),
    ...(words.length > 0 && { words }),
    ...(status !== null && { status }),
    ...(implementation !== null && { implementation }),
  };
}

/** Front matter stands at the top: characters. */
const HEAD_CHARACTERS = 16_384;

/** A plain value of the front matter; anything richer is no status. */
function statusOf(text: string, key: string): string | null {
  if (!/^\ufeff?---[ \t]*\r?\n/.test(text)) return null;
  const [, ...lines] = text.slice(0, HEAD_CHARACTERS).split(/\r?\n/);
  const end = lines.findIndex((line) => /^(?:---|\.\.\.)[ \t]*$/.test(line));
  const pattern = new RegExp(`^${key}:[ \\t]*["']?([A-Za-z][\\w -]*)`, "i");
  for (const line of lines.slice(0, Math.max(0, end))) {
    const value = pattern.exec(line)?.[1];
    if (value !== undefined) return value.trim().toLowerCase().replaceAll(/[ -]/g, "_");
  }
  return null;
}
