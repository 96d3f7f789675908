/** Changes of a file as the client shows them: hunks with up to three lines of context. */
import { asAmount, asFields, asList, type Fields } from "../../evidence/transcript/fields.ts";

/** Lines of context that a hunk has where the file does not end before. */
const CONTEXT = 3;

interface Hunk {
  /** From 1. */
  readonly start: number;
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Lines of context after the last change. */
  readonly trailing: number;
}

/**
 * Applies hunks to a file's content.
 *
 * @param content The content before; null where it is not known.
 * @returns The content after; null where it cannot be known.
 */
export function applyHunks(content: string | null, list: unknown): string | null {
  const hunks = asList(list).map(asFields).filter((fields) => fields !== null).map(toHunk);
  const [first] = hunks;
  if (first === undefined) return null;
  if (content === null) {
    const isWhole = hunks.length === 1 && first.start <= 1 && first.trailing < CONTEXT;
    return isWhole ? first.after.map((line) => `${line}\n`).join("") : null;
  }
  const lines = content.split("\n");
  // From the end, so that earlier line numbers stay valid.
  for (const { start, before, after } of hunks.toReversed()) {
    const at = Math.max(0, start - 1);
    if (before.some((line, index) => lines[at + index] !== line)) return null;
    lines.splice(at, before.length, ...after);
  }
  return lines.join("\n");
}

function toHunk(fields: Fields): Hunk {
  const lines = asList(fields["lines"]).filter((line) => typeof line === "string")
    .filter((line) => !line.startsWith("\\"));
  const without = (sign: string) =>
    lines.filter((line) => !line.startsWith(sign)).map((line) => line.slice(1));
  const lastChange = lines.findLastIndex((line) => line.startsWith("-") || line.startsWith("+"));
  return {
    start: asAmount(fields["oldStart"]) ?? 0,
    before: without("+"),
    after: without("-"),
    trailing: lines.length - 1 - lastChange,
  };
}
