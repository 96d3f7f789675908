/**
 * The anchors of a document, as GitHub and site generators make them: targets of `#…` links. Pure.
 */
import type { Prose } from "../../plan/markdown/prose.ts";

const HEADING =
  /^(?:\s{0,3}>)*\s{0,3}(?:[-*+]\s+|\d{1,9}[.)]\s+)?(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/;
const UNDERLINE = /^(?:\s{0,3}>)*\s{0,3}(?:=+|-+)\s*$/;
const NAMED = /<[a-z][^<>]*?\s(?:id|name)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>=]+))/gi;
const HTML_HEADING = /<h[1-6][^<>]*>(.*?)<\/h[1-6]>/gi;
/** A heading's own anchor, as static site generators allow it. */
const CUSTOM = /\{:?\s*#([^{}\s]+)[^{}]*\}\s*$/;
const EMOJI = /:[a-z0-9_+-]+:/g;

/** Characters that GitHub drops and most static site generators turn into a dash. */
const OTHER_SIGNS = /[^\p{L}\p{N}\s_-]/u;
/** Prefix of an anchor that sites have and GitHub does not. */
export const SITE_MARK = "~";

/**
 * Reads the anchors of a document.
 *
 * @returns Anchors of headings and HTML, lower case, each once; where GitHub and others differ, both.
 */
export function readAnchors({ lines, withSpans }: Prose): string[] {
  const anchors = new Set<string>();
  const slugs = new Slugs();
  const add = (heading: string) => {
    const custom = CUSTOM.exec(heading)?.[1];
    if (custom !== undefined) anchors.add(custom.toLowerCase());
    const plain = plainHeading(heading.replace(CUSTOM, ""));
    // GitHub renders the emoji, others keep its name.
    const drawn = plain.replace(EMOJI, "");
    if (drawn !== plain) anchors.add(slugOf(plain));
    anchors.add(slugs.next(slugOf(drawn)));
    if (OTHER_SIGNS.test(plain)) anchors.add(`${SITE_MARK}${siteSlugOf(plain)}`);
  };
  for (const [index, line] of lines.entries()) {
    const visible = withSpans[index] ?? "";
    if (line.includes("<")) addHtml(line, anchors, add);
    if (line.includes("#")) {
      const heading = HEADING.exec(visible);
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

/** `---` below a list, a table or an empty line does not make a heading. */
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
 * @param heading The heading's rendered text, without Markdown.
 * @returns The anchor; empty where GitHub drops all its characters.
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
 * Removes Markdown and HTML from a heading.
 *
 * @param markdown The heading without its leading `#`.
 * @returns The rendered text.
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
    // deno-lint-ignore no-control-regex -- the two characters are ours, see above
    .replace(/\u0001(\d+)\u0002/g, (_all, index) => code[Number(index)] ?? "")
    .trim();
}
