/**
 * What a document's `#…` links may lead to. Pure.
 *
 * @module
 */
import type { Prose } from "../../markdown/prose.ts";
import { plainHeading, slugOf, Slugs } from "./slug.ts";

const HEADING =
  /^(?:\s{0,3}>)*\s{0,3}(?:[-*+]\s+|\d{1,9}[.)]\s+)?(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/;
const UNDERLINE = /^(?:\s{0,3}>)*\s{0,3}(?:=+|-+)\s*$/;
const NAMED = /<[a-z][^<>]*?\s(?:id|name)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>=]+))/gi;
const HTML_HEADING = /<h[1-6][^<>]*>(.*?)<\/h[1-6]>/gi;
/** Static site generators let a heading name its anchor. */
const CUSTOM = /\{:?\s*#([^{}\s]+)[^{}]*\}\s*$/;
const EMOJI = /:[a-z0-9_+-]+:/g;

/** Signs that GitHub drops and most static site generators turn into a dash. */
const OTHER_SIGNS = /[^\p{L}\p{N}\s_-]/u;
/** In front of an anchor that a site would have, and GitHub has not. */
export const SITE_MARK = "~";

/**
 * The anchors of a document.
 *
 * @param prose the document
 * @returns headings' and HTML's, lower case, each once; where GitHub and others differ, both
 */
export function readAnchors({ lines, withSpans }: Prose): string[] {
  const anchors = new Set<string>();
  const slugs = new Slugs();
  const add = (heading: string) => {
    const custom = CUSTOM.exec(heading)?.[1];
    if (custom !== undefined) anchors.add(custom.toLowerCase());
    const plain = plainHeading(heading.replace(CUSTOM, ""));
    // GitHub draws the emoji, others keep its name.
    const drawn = plain.replace(EMOJI, "");
    if (drawn !== plain) anchors.add(slugOf(plain));
    anchors.add(slugs.next(slugOf(drawn)));
    if (OTHER_SIGNS.test(plain)) anchors.add(`${SITE_MARK}${siteSlugOf(plain)}`);
  };
  for (const [index, line] of lines.entries()) {
    const shown = withSpans[index] ?? "";
    if (line.includes("<")) addHtml(line, anchors, add);
    if (line.includes("#")) {
      const heading = HEADING.exec(shown);
      if (heading !== null) add(heading[2] ?? "");
    } else if (UNDERLINE.test(line)) {
      const above = withSpans[index - 1] ?? "";
      if (isParagraph(above)) add(above.replace(/^[\s>]+/, "").trim());
    }
  }
  return [...anchors].filter((anchor) => anchor !== "");
}

function addHtml(line: string, anchors: Set<string>, add: (heading: string) => void): void {
  for (const [, double, single, bare] of line.matchAll(NAMED)) {
    anchors.add((double ?? single ?? bare ?? "").toLowerCase());
  }
  for (const [, inner] of line.matchAll(HTML_HEADING)) add(inner ?? "");
}

/** A rule below a list, a table or nothing is no heading. */
function isParagraph(line: string): boolean {
  const bare = line.replace(/^[\s>]+/, "");
  return bare !== "" && !/^(?:#{1,6}\s|\||[-*+]\s|[-=*_]{3,}\s*$)/.test(bare);
}

function siteSlugOf(heading: string): string {
  return heading.toLowerCase().replace(/[^\p{L}\p{N}_]+/gu, "-").replace(/^-|-$/g, "");
}
