/**
 * Adding to a JSON text and taking away from it, so that every other byte stays: comments,
 * indentation, line ends, the missing line break at the end. What {@linkcode insertChild} adds,
 * {@linkcode removeChild} takes away again.
 *
 * @module
 */
import { createScanner, type Node } from "jsonc-parser";

/** Values of jsonc-parser's SyntaxKind, which is a type only. */
const COMMA = 5;
const TRIVIA: readonly number[] = [12, 13, 14, 15];

/** How a text is laid out. */
interface Layout {
  readonly lineEnd: string;
  readonly indentUnit: string;
}

/**
 * Adds a child at the end of an object or array.
 *
 * @param text The document.
 * @param container The object or array, from the tree of this text.
 * @param value The new value.
 * @param key The new property's name, for objects.
 * @returns The new document.
 */
export function insertChild(text: string, container: Node, value: unknown, key?: string): string {
  const layout = readLayout(text);
  const children = container.children ?? [];
  const last = children.at(-1);
  const close = container.offset + container.length - 1;
  const inner = text.slice(container.offset + 1, close);
  const isOneLine = last !== undefined && !inner.includes("\n");
  const name = key === undefined ? "" : `${JSON.stringify(key)}:${isOneLine ? "" : " "}`;
  // Behind whatever stands last, a comment too, and before the space that leads to the bracket.
  const end = container.offset + 1 + inner.trimEnd().length;
  const comma = last === undefined || hasCommaAfter(text, last, close) ? "" : ",";
  const separatorAt = last === undefined ? end : last.offset + last.length;
  const outer = indentOfLine(text, container.offset);
  let addition: string;
  let tail = "";
  if (isOneLine) {
    addition = name + JSON.stringify(value);
  } else {
    const indent = outer + layout.indentUnit;
    const lines = JSON.stringify(value, null, layout.indentUnit).split("\n");
    addition = layout.lineEnd + indent + name + lines.join(layout.lineEnd + indent);
    if (!text.slice(end, close).includes("\n")) tail = layout.lineEnd + outer;
  }
  return text.slice(0, separatorAt) + comma + text.slice(separatorAt, end) + addition + tail +
    text.slice(end);
}

/**
 * Takes a child out of an object or array, with the comma that belonged to it.
 *
 * @param text The document.
 * @param child A property or an array's element, from the tree of this text.
 * @returns The new document.
 */
export function removeChild(text: string, child: Node): string {
  const container = child.parent;
  if (container?.children === undefined) return text;
  const siblings = container.children;
  const index = siblings.indexOf(child);
  const close = container.offset + container.length - 1;
  const start = child.offset - spaceBefore(text, child.offset);
  const end = child.offset + child.length;
  const commaAfter = findComma(text, end, close);
  if (siblings.length === 1) {
    const before = text.slice(0, start);
    const after = text.slice(commaAfter === null ? end : commaAfter + 1);
    const isEmpty = before.length === container.offset + 1 && /^\s*[\]}]/.test(after);
    return before + (isEmpty ? after.trimStart() : after);
  }
  if (commaAfter !== null && index < siblings.length - 1) {
    const hasLead = start < child.offset;
    const rest = text.slice(commaAfter + 1);
    return text.slice(0, start) + (hasLead ? rest : rest.replace(/^[ \t]+/, ""));
  }
  const previous = siblings[index - 1];
  const comma = previous && findComma(text, previous.offset + previous.length, child.offset);
  if (typeof comma !== "number") return text;
  return text.slice(0, comma) + text.slice(comma + 1, start) + text.slice(end);
}

function readLayout(text: string): Layout {
  return {
    lineEnd: text.includes("\r\n") ? "\r\n" : "\n",
    indentUnit: /^\uFEFF?\s*\{[^\S\n]*(?:\/\/.*)?\r?\n([ \t]+)\S/.exec(text)?.[1] ?? "  ",
  };
}

function indentOfLine(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

function spaceBefore(text: string, offset: number): number {
  const before = text.slice(0, offset);
  return before.length - before.trimEnd().length;
}

function hasCommaAfter(text: string, node: Node, limit: number): boolean {
  return findComma(text, node.offset + node.length, limit) !== null;
}

/** Where the comma stands that follows an offset, comments passed over; null where none does. */
function findComma(text: string, offset: number, limit: number): number | null {
  const scanner = createScanner(text, false);
  scanner.setPosition(offset);
  let kind: number = scanner.scan();
  while (TRIVIA.includes(kind)) kind = scanner.scan();
  return kind === COMMA && scanner.getTokenOffset() < limit ? scanner.getTokenOffset() : null;
}
