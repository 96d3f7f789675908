/**
 * What one line of markdown is, by CommonMark's rules for the start of blocks.
 *
 * @module
 */

/** A run of backticks or tildes that opens a code block. */
export interface Fence {
  readonly sign: string;
  readonly length: number;
}

/** Width of the space a line starts with; a tab goes to the next multiple of four. */
export function measureIndent(line: string): number {
  let width = 0;
  for (const sign of line) {
    if (sign === " ") width++;
    else if (sign === "\t") width += 4 - width % 4;
    else break;
  }
  return width;
}

/** Whether nothing but space stands on a line. */
export function isBlank(line: string): boolean {
  return /^[ \t]*$/.test(line);
}

/** The heading that starts in the first column, or null. */
export function readHeading(line: string): { depth: number; source: string } | null {
  const found = /^(#{1,6})(?:[ \t]+(.*))?$/.exec(line);
  if (!found) return null;
  return { depth: found[1]!.length, source: cutClosingSigns(found[2] ?? "") };
}

/** Takes off the number signs that may close a heading; space must stand before them. */
export function cutClosingSigns(source: string): string {
  const words = source.trim();
  let end = words.length;
  while (words[end - 1] === "#") end--;
  return end === 0 || /[ \t]/.test(words[end - 1]!) ? words.slice(0, end).trimEnd() : words;
}

/** The fence that a line, without its indentation, opens, or null. */
export function readFence(content: string): Fence | null {
  const run = /^(?:`{3,}(?=[^`]*$)|~{3,})/.exec(content)?.[0];
  return run ? { sign: run[0]!, length: run.length } : null;
}

/** Whether a line, without its indentation, closes a fence. */
export function isFenceEnd(content: string, fence: Fence): boolean {
  const run = /^(`+|~+)[ \t]*$/.exec(content)?.[1];
  return run !== undefined && run[0] === fence.sign && run.length >= fence.length;
}

/** Index of the line that closes a fence opened in the first column, or the number of lines. */
export function findFenceEnd(lines: readonly string[], from: number, fence: Fence): number {
  for (let index = from; index < lines.length; index++) {
    const line = lines[index]!;
    if (measureIndent(line) < 4 && isFenceEnd(line.trimStart(), fence)) return index;
  }
  return lines.length;
}

/** Index of the line that ends a comment opened in the first column, or the number of lines. */
export function findCommentEnd(lines: readonly string[], from: number): number {
  if (/^<!--.*?-->/.test(lines[from]!)) return from;
  // `<!-->` is a whole comment to CommonMark; the line it stands on ends it.
  if (/^<!---?>/.test(lines[from]!)) return from;
  for (let index = from + 1; index < lines.length; index++) {
    if (lines[index]!.includes("-->")) return index;
  }
  return lines.length;
}
