/** The command that verifies an item: `words | \`command\``, whatever follows below it. */

/** The end of an item's words. */
interface ItemCheckFound {
  /** Null if the item has no check. */
  readonly command: string | null;
  /** The offset at which the words end: before the check, or at the end of the item without a check. */
  readonly end: number;
}

const COMMAND = /\s\|\s+(`+)(?!`)(?=[^`\n]*[^`\s])([^\n]*?[^`\n])\1$/;
/** In characters. A longer command belongs in a script. */
export const MAX_COMMAND_LENGTH = 1_000;
/** A comment, a line break's sign or a full stop may follow, without effect. */
const TRAILER = /(?:\s*(?:<!--[^\n]{0,300}?-->|\\|[.;,]))?\s*$/;

/** Finds the check, which is at the end of the first line that has one. Lines after it are notes. */
export function readCheck(words: string): ItemCheckFound {
  let lineStart = 0;
  let from = 0;
  while (lineStart <= words.length) {
    const feed = words.indexOf("\n", lineStart);
    const lineEnd = feed === -1 ? words.length : feed;
    const check = checkAtEnd(words, from, lineEnd);
    if (check !== null) return check;
    // The pipe may be at the end of the previous line, or the check on a separate line.
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
