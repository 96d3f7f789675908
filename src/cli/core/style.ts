/**
 * Marks in text: bold, dim, colours. Until they are written they carry a random key, so that no
 * escape sequence from a file or an agent can pass for one.
 */
import { unicodeWidth } from "@std/cli/unicode-width";
import { makeVisible } from "../../text/show_text.ts";

/** The functions that mark text up for a terminal; without colour, each returns its text unchanged. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
}

/** The prefix of ralph's own marks until they are written. */
const KEY = `\x1b${crypto.randomUUID()}`;

/** Creates the style of one stream; the marks take effect when an {@linkcode Output} writes them. */
export function createStyle(color: boolean): Style {
  const mark = (open: number, close: number) => (text: string) =>
    color && text !== "" ? `${KEY}[${open}m${text}${KEY}[${close}m` : text;
  return {
    bold: mark(1, 22),
    dim: mark(2, 22),
    red: mark(31, 39),
    green: mark(32, 39),
    yellow: mark(33, 39),
  };
}

/** Counts the columns that a text occupies when it is written. */
export function countShown(text: string): number {
  const [first = "", ...marked] = text.split(KEY);
  return [first, ...marked.map((part) => part.slice(part.indexOf("m") + 1))]
    .reduce((sum, part) => sum + unicodeWidth(makeVisible(part)), 0);
}

/** Renders a text for a terminal: marks become escape sequences, all other sequences become visible. */
export function renderMarks(text: string): string {
  return text.split(KEY).map(makeVisible).join("\x1b");
}
