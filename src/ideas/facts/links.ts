/** Finds the links of a document within the project. URLs are ignored: nothing is ever fetched. Pure. */
import type { Prose } from "../../plan/markdown/prose.ts";

/** A link within the project: its line and target. */
export type Link = readonly [line: number, target: string];

/** Matches `](target "title")` of links and images. */
const INLINE =
  /(?<!\\)\]\(\s*(<[^<>]*>|[^\s()<>]*(?:\([^\s()]*\)[^\s()]*)*)(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*\)/g;
const DEFINITION = /^\s{0,3}\[[^\]^][^\]]*\]:\s*(<[^<>]*>|\S+)/;
/** Matches a definition, whose target may be on the next line. */
const DEFINITION_HEAD = /^\s{0,3}\[[^\]^][^\]]*\]:\s*$/;
const TARGET_ALONE = /^\s*(?:<[^<>]*>|\S+)\s*(?:"[^"]*"|'[^']*')?\s*$/;
const HTML =
  /<(?:a|img|source|video|link)\s(?:[^<>]*?\s)?(?:href|src)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi;
/** Matches a target in angle brackets: Markdown requires a scheme there, but people write paths. */
const AUTOLINK = /<(\.{1,2}\/[^\s<>]+)>/g;

const SCHEME = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i;
/** Matches placeholders for a template engine or the reader. */
const PLACEHOLDER = /[{}$%<>*|]|\.\.\.|^(?:\w+_)?(?:url|link|href)$/i;

/** Finds the links of a document, in the order of the lines. */
export function readLinks({ lines }: Prose): Link[] {
  const links: Link[] = [];
  for (const [index, line] of lines.entries()) {
    const number = index + 1;
    const add = (target: string | undefined) => {
      // `<path>` alone is a placeholder.
      const bare = target?.replace(/^<[\w-]*>$/, "").replace(/^<(.*)>$/, "$1") ?? "";
      if (isLocal(bare)) links.push([number, bare]);
    };
    if (line.includes("[")) {
      add(DEFINITION.exec(definitionAt(lines, index))?.[1]);
      for (const [, target] of line.matchAll(INLINE)) add(target);
    }
    if (!line.includes("<")) continue;
    for (const [, double, single] of line.matchAll(HTML)) add(double ?? single);
    for (const [, target] of line.matchAll(AUTOLINK)) add(target);
  }
  return links;
}

function definitionAt(lines: readonly string[], index: number): string {
  const [line = "", next = ""] = lines.slice(index, index + 2);
  return DEFINITION_HEAD.test(line) && TARGET_ALONE.test(next) ? `${line} ${next}` : line;
}

function isLocal(target: string): boolean {
  return target !== "" && target !== "#" && !SCHEME.test(target) &&
    !PLACEHOLDER.test(target.replace(/%[0-9a-f]{2}/gi, ""));
}
