/**
 * Adds a value to a JSON text or removes it, and keeps every other byte: comments, indentation, line
 * ends. {@linkcode removeChild} undoes {@linkcode insertChild}.
 *
 * `modify` of jsonc-parser formats the lines around its edit and drops comments next to what it
 * removes, so only the parser's tree, scanner and edits are used.
 */
import { applyEdits, type Edit, type Node, stripComments } from "jsonc-parser";

/** Adds a child at the end of an object or array, in the layout of the text. */
export function insertChild(text: string, container: Node, value: unknown, key?: string): string {
  const last = container.children?.at(-1);
  const offset = last === undefined ? container.offset + 1 : endOf(last);
  const name = key === undefined ? "" : `${JSON.stringify(key)}:`;
  const isOneLine = !text.slice(container.offset, endOf(container)).includes("\n");
  if (last !== undefined && isOneLine) {
    return applyEdits(text, [{ offset, length: 0, content: `,${name}${JSON.stringify(value)}` }]);
  }
  const lineStart = text.lastIndexOf("\n", container.offset - 1) + 1;
  const newLine = (text.includes("\r\n") ? "\r\n" : "\n") +
    (/^[ \t]*/.exec(text.slice(lineStart, container.offset))?.[0] ?? "");
  const unit = /^\s*\{[^\S\n]*(?:\/\/.*)?\r?\n([ \t]+)\S/.exec(text)?.[1] ?? "  ";
  const lines = `${name && `${name} `}${JSON.stringify(value, null, unit)}`.split("\n");
  const content = (last === undefined ? "" : ",") +
    lines.map((line) => newLine + unit + line).join("") + (isOneLine ? newLine : "");
  return applyEdits(text, [{ offset, length: 0, content }]);
}

/** Removes a child of an object or array, with its comma. */
export function removeChild(text: string, child: Node): string {
  const container = child.parent!;
  const siblings = container.children!;
  const index = siblings.indexOf(child);
  const [previous, next] = [siblings[index - 1], siblings[index + 1]];
  const start = text.slice(0, child.offset).trimEnd().length;
  const comma = findComma(text, next === undefined && previous !== undefined ? previous : child);
  const edits = [cut(start, endOf(child))];
  if (comma !== null) {
    // The first child was on the line of its bracket: the next child takes its place.
    const gap = start < child.offset || next === undefined ? "" : text.slice(comma + 1);
    edits.push(cut(comma, comma + 1 + (/^[ \t]*/.exec(gap)?.[0].length ?? 0)));
  }
  if (siblings.length === 1) {
    const [open, close] = [container.offset + 1, endOf(container) - 1];
    const cutLength = edits.reduce((sum, { length }) => sum + length, 0);
    const rest = applyEdits(text, edits).slice(open, close - cutLength);
    if (rest.trim() === "") return applyEdits(text, [cut(open, close)]);
  }
  return applyEdits(text, edits);
}

/**
 * Finds the comma after a child, skipping comments.
 *
 * @returns Its offset; null if no comma follows.
 */
function findComma(text: string, child: Node): number | null {
  const { children = [], ...container } = child.parent!;
  const limit = children[children.indexOf(child) + 1]?.offset ?? endOf(container) - 1;
  const comma = stripComments(text.slice(endOf(child), limit), " ").indexOf(",");
  return comma < 0 ? null : endOf(child) + comma;
}

/** Makes an edit that removes the text between two offsets. */
function cut(start: number, end: number): Edit {
  return { offset: start, length: end - start, content: "" };
}

function endOf({ offset, length }: Pick<Node, "offset" | "length">): number {
  return offset + length;
}
