/** A plain table for the terminal: the first column to the left, the others to the right. */
export function printTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const all = [head, ...rows];
  const widths = head.map((_, at) => Math.max(...all.map((row) => row[at]?.length ?? 0)));
  return all.map((row) =>
    row.map((cell, at) => at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))
      .join("  ").trimEnd()
  ).join("\n");
}
