/**
 * Makes foreign text safe for a prompt: the text of a plan, a finding, a task, a path or a program's
 * output becomes one line, or lines that each begin with a quotation mark, so that it cannot contain
 * a line that looks like ralph's own.
 */
import { headOf } from "../text/shorten.ts";
import { showText } from "../text/show_text.ts";

/** The maximum length of a text in a prompt's data; the rest is counted. */
const MAX_CHARACTERS = 4_000;

/** A text that ralph composed from safe parts, so that it keeps its line breaks. */
export class ComposedText {
  constructor(readonly text: string) {}
}

/**
 * Quotes a text of several lines: `> ` begins each of them.
 *
 * @param maxCharacters The maximum UTF-16 units of it; the rest is counted.
 */
export function quoteBlock(text: string, maxCharacters: number): ComposedText {
  const trimmed = text.trim();
  const kept = headOf(trimmed, maxCharacters);
  const lines = kept.split(/\r\n|[\r\n\u2028\u2029]/).map(quoteLine);
  const rest = trimmed.length - kept.length;
  return new ComposedText(
    [...lines, ...(rest > 0 ? [`> … (+${rest} characters)`] : [])].join("\n"),
  );
}

function quoteLine(line: string): string {
  const indent = /^[ \t]*/.exec(line)?.[0].replaceAll("\t", "  ").slice(0, 40) ?? "";
  return `> ${indent}${showText(line, MAX_CHARACTERS)}`.trimEnd();
}

/**
 * Makes a template's data safe: every text in it becomes one line without control characters, except
 * a `ComposedText`.
 *
 * @param data Plain data, which may contain `ComposedText`.
 */
export function secureData(data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const fields = Object.entries(Object.getOwnPropertyDescriptors(data));
  // A getter would run foreign code.
  const values = fields.filter(([, field]) => field.enumerable && "value" in field);
  return Object.fromEntries(values.map(([name, field]) => [name, secure(field.value)]));
}

function secure(value: unknown): unknown {
  if (typeof value === "string") return showText(value, MAX_CHARACTERS);
  if (value instanceof ComposedText) return value.text;
  if (Array.isArray(value)) return value.map(secure);
  if (typeof value !== "object" || value === null) return value;
  return secureData(value as Record<string, unknown>);
}
