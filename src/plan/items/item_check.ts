/** The command that verifies an item: `words | \`command\``, whatever is written below it. */

/** What an item's words end with. */
interface ItemCheckFound {
  /** Null if the item has no check. */
  readonly command: string | null;
  /** Where the words end: before the check, or at the end of the item without a check. */
  readonly end: number;
}

const COMMAND = /\s\|\s+(`+)(?!`)(?=[^`\n]*[^`\s])([^\n]*?[^`\n])\1$/;
/** Characters; a longer command belongs into a script. */
export const MAX_COMMAND_LENGTH = 1_000;
/** A comment, a line break's sign or a full stop may follow; they change nothing. */
const TRAILER = /(?:\s*(?:<!--[^\n]{0,300}?-->|\\|[.;,]))?\s*$/;

/** Finds the check: the first of the item's lines that ends with one. Lines after it are notes. */
export function readCheck(words: string): ItemCheckFound {
  let lineStart = 0;
  let from = 0;
  while (lineStart <= words.length) {
    const feed = words.indexOf("\n", lineStart);
    const lineEnd = feed === -1 ? words.length : feed;
    const check = checkAtEnd(words, from, lineEnd);
    if (check !== null) return check;
    // The pipe may be at the end of the line before, or the check in a line of its own.
    from = lineStart;
    lineStart = lineEnd + 1;
  }
  return { command: null, end: words.length };
}

function checkAtEnd(words: string, from: number, lineEnd: number): ItemCheckFound | null {
  const start = Math.max(from, lineEnd - MAX_COMMAND_LENGTH);
  const tail = words.slice(start, lineEnd);
  if (!tail.includes("`")) return null;
  const stated = tail.slice(0, tail.length - TRAILER.exec(tail.slice(-400))![0].length);
  if (!stated.endsWith("`")) return null;
  const command = COMMAND.exec(stated);
  return command && { command: command[2]!.trim(), end: start + command.index };
}
