/**
 * What the agent says in the agreed form: tags on lines of their own in its last message, outside
 * code and quotes (design §7).
 *
 * @module
 */
import type { Tags } from "../loop/facts.ts";
import { plainLines } from "./_plain_lines.ts";

const OPENING = /^<(promise|blocked|finding)(?: severity=(?:"([a-zA-Z]+)"|'([a-zA-Z]+)'))?>/;
const VALIDATED = /^<validated(?: ?\/>|>(?:<\/validated>)?)$/;
/** Tags whose text may stand on lines between the opening and the closing one. */
const MAY_BE_BLOCK = new Set(["blocked", "finding"]);
/** A longer block is no tag, but a tag that was never closed. */
const MAX_BLOCK_LINES = 50;
// deno-lint-ignore no-control-regex
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

const NO_TAGS: Tags = { promise: null, blocked: null, findings: [], validated: false };

interface Tag {
  readonly name: string;
  readonly severity: string | null;
  readonly text: string;
}

/**
 * Reads the tags. Of several promises, or several things that block, the last one counts.
 *
 * @param message The agent's last message, Markdown.
 * @example
 * ```ts
 * const tags = readTags("All done.\n\n<promise>TESTS PASS</promise>");
 * if (tags.promise !== "TESTS PASS") throw new Error("a tag on a line of its own counts");
 * ```
 */
export function readTags(message: string): Tags {
  if (!message.includes("<")) return NO_TAGS;
  const lines = plainLines(message).map((line) => line?.trim() ?? null);
  const tags: Tag[] = [];
  let validated = false;
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index];
    if (!line?.startsWith("<")) continue;
    if (VALIDATED.test(line)) validated = true;
    const read = readTag(lines, index);
    if (read === null) continue;
    tags.push(read.tag);
    index = read.lastLine;
  }
  return {
    promise: lastText(tags, "promise"),
    blocked: lastText(tags, "blocked"),
    findings: tags.filter(({ name }) => name === "finding")
      .map(({ severity, text }) => ({ severity: severity ?? "", text })),
    validated,
  };
}

/** The tag that begins on a line, with the line that it ends on. */
function readTag(
  lines: readonly (string | null)[],
  first: number,
): { tag: Tag; lastLine: number } | null {
  const line = lines[first] ?? "";
  const match = OPENING.exec(line);
  const name = match?.[1];
  if (!match || !name) return null;
  const severity = (match[2] ?? match[3])?.toLowerCase() ?? null;
  if ((name === "finding") !== (severity !== null)) return null;
  const closing = `</${name}>`;
  const rest = line.slice(match[0].length);
  if (rest === "" && MAY_BE_BLOCK.has(name)) {
    const last = endOfBlock(lines, first + 1, closing);
    if (last === null) return null;
    const text = cleanText(lines.slice(first + 1, last).join("\n"));
    return text === null ? null : { tag: { name, severity, text }, lastLine: last };
  }
  // Exactly one closing tag, at the end.
  if (rest.indexOf(closing) !== rest.length - closing.length) return null;
  const text = cleanText(rest.slice(0, -closing.length));
  return text === null ? null : { tag: { name, severity, text }, lastLine: first };
}

function endOfBlock(
  lines: readonly (string | null)[],
  from: number,
  closing: string,
): number | null {
  for (let index = from; index < Math.min(lines.length, from + MAX_BLOCK_LINES); index++) {
    const line = lines[index];
    if (line === null || line === undefined || OPENING.test(line)) return null;
    if (line === closing) return index;
  }
  return null;
}

/** The text without space around; null where it is empty or holds control characters. */
function cleanText(text: string): string | null {
  const trimmed = text.trim();
  return trimmed === "" || CONTROL.test(trimmed) ? null : trimmed;
}

function lastText(tags: readonly Tag[], name: string): string | null {
  return tags.findLast((tag) => tag.name === name)?.text ?? null;
}
