/**
 * The border between what others wrote and a prompt: texts of a plan, a finding, a task, a path, a
 * program's output are one line each, or lines that each bear a quotation mark, so that no line break
 * in them begins a line that looks like ours.
 *
 * @module
 */
import { headOf } from "../text/shorten.ts";
import { showText } from "../text/show_text.ts";

/** A longer text in a prompt's data is cut, with a count. */
const MAX_CHARACTERS = 4_000;

/** A text with lines of its own that ralph composed from safe parts. */
export class ComposedText {
  constructor(readonly text: string) {}
}

/**
 * Quotes a text of several lines: `> ` begins each of them.
 *
 * @param text Any text, such as a task or a program's output.
 * @param maxCharacters The most UTF-16 units of it; what is cut off is counted.
 */
export function quoteBlock(text: string, maxCharacters: number): ComposedText {
  const whole = text.trim();
  const kept = headOf(whole, maxCharacters);
  const lines = kept.split(/\r\n|[\r\n\u2028\u2029]/).map((line) => quoteLine(line));
  const rest = whole.length - kept.length;
  return new ComposedText(
    [...lines, ...(rest > 0 ? [`> … (+${rest} characters)`] : [])].join("\n"),
  );
}

function quoteLine(line: string): string {
  const indent = /^[ \t]*/.exec(line)?.[0].replaceAll("\t", "  ").slice(0, 40) ?? "";
  return `> ${indent}${showText(line, MAX_CHARACTERS)}`.trimEnd();
}

/**
 * Makes a template's data safe: every text in it becomes one line without control characters; only
 * what ralph composed keeps its lines.
 *
 * @param data Plain data, `ComposedText` among it.
 */
export function secureData(data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const fields = Object.entries(Object.getOwnPropertyDescriptors(data));
  // A getter would run code of whoever made it.
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
