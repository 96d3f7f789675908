/**
 * What a document's `#…` links may lead to: the anchors that GitHub and site generators give. Pure.
 *
 * @module
 */
import type { Prose } from "../../markdown/prose.ts";

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
 * Reads the anchors of a document.
 *
 * @param prose The document.
 * @returns Headings' and HTML's, lower case, each once; where GitHub and others differ, both.
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

/** A rule below a list, a table or nothing is not a heading. */
function isParagraph(line: string): boolean {
  const bare = line.replace(/^[\s>]+/, "");
  return bare !== "" && !/^(?:#{1,6}\s|\||[-*+]\s|[-=*_]{3,}\s*$)/.test(bare);
}

function siteSlugOf(heading: string): string {
  return heading.toLowerCase().replace(/[^\p{L}\p{N}_]+/gu, "-").replace(/^-|-$/g, "");
}

/** GitHub keeps letters, marks, decimal digits, `_`, `-` and spaces (github-slugger). */
const DROPPED = /[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\- ]/gu;
const DROPPED_ASCII = /[^a-z0-9_\- ]/g;

/**
 * Makes the anchor of a heading, before duplicates are numbered.
 *
 * @param heading The heading's text as it is read: without marks for code, emphasis or links.
 * @returns The anchor; empty where nothing of the text is kept.
 *
 * @example A question
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(slugOf("What's new in 2.0?"), "whats-new-in-20");
 * ```
 */
export function slugOf(heading: string): string {
  const lower = heading.toLowerCase();
  // deno-lint-ignore no-control-regex -- the ASCII range is meant
  const dropped = /^[\u0000-\u007f]*$/.test(lower) ? DROPPED_ASCII : DROPPED;
  return lower.replace(dropped, "").replaceAll(" ", "-");
}

/** Numbers equal anchors of one document, as GitHub does: `a`, `a-1`, `a-2`. */
export class Slugs {
  readonly #counts = new Map<string, number>();

  /** The anchor of the next heading, from its {@linkcode slugOf}; never one that was given before. */
  next(slug: string): string {
    let own = slug;
    while (this.#counts.has(own)) {
      const count = (this.#counts.get(slug) ?? 0) + 1;
      this.#counts.set(slug, count);
      own = `${slug}-${count}`;
    }
    this.#counts.set(own, 0);
    return own;
  }
}

/**
 * Takes the marks for code, emphasis, images, links and HTML out of a heading.
 *
 * @param markdown The heading without its `#` signs.
 * @returns The text as it is read.
 *
 * @example Code and a link
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(plainHeading("The `run` of [a loop](loop.md)"), "The run of a loop");
 * ```
 */
export function plainHeading(markdown: string): string {
  const code: string[] = [];
  return markdown
    .replace(/(`+)(.+?)\1(?!`)/g, (_all, _ticks, inner) => `\u0001${code.push(inner) - 1}\u0002`)
    .replace(/!\[[^\]]*\](?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^\]]*\])?/g, "")
    .replace(/\[([^[\]]*)\](?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^[\]]*\])/g, "$1")
    .replace(/<\/?[A-Za-z][^<>]*>/g, "")
    .replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, "")
    .replace(/(?<![\p{L}\p{N}])(_{1,3})(?=\S)(.+?)(?<=\S)\1(?![\p{L}\p{N}])/gu, "$2")
    // deno-lint-ignore no-control-regex -- the two signs are ours, see above
    .replace(/\u0001(\d+)\u0002/g, (_all, index) => code[Number(index)] ?? "")
    .trim();
}
