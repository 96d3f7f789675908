/**
 * What is kept of a markdown document. Pure.
 *
 * @module
 */
import { readPlainValue } from "../../markdown/front_matter.ts";
import { type Prose, readProse } from "../../markdown/prose.ts";
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
  const status = statusOf(prose, "status");
  const implementation = statusOf(prose, "implementation-status");
  return {
    ...(links.length > 0 && { links }),
    ...(anchors.length > 0 && { anchors }),
    ...(mentions.length > 0 && { mentions }),
    ...(words.length > 0 && { words }),
    ...(status !== null && { status }),
    ...(implementation !== null && { implementation }),
  };
}

/** A plain value of the front matter, as one word; anything richer is not a status. */
function statusOf({ frontMatter }: Prose, key: string): string | null {
  return readPlainValue(frontMatter, key)?.toLowerCase().replaceAll(/[ -]/g, "_") ?? null;
}
