/** Finds the error in an agent's last lines, for the next prompt and for the breaker. Pure. */

const ERROR_LINE =
  /^\s*(?:(?:\S+: )?(?:fatal|error|panic)(?:\[\w+\])?:|FAIL(?:ED|URE)?\b|Traceback\b|Error:|\w*(?:Error|Exception):|thread '.*' panicked|npm ERR!|✗|×|not ok\b)/i;
/** Lines kept around the last error. */
const MOST_LINES = 30;
const LINES_BEHIND = 8;
const MOST_CHARACTERS = 2_500;
const SIGNATURE_CHARACTERS = 200;

/**
 * Finds the last line that reports an error, else the last line with words.
 *
 * @returns The line; null where no line has words.
 */
export function lastErrorLine(lines: readonly string[]): string | null {
  return lines.findLast((line) => ERROR_LINE.test(line)) ??
    lines.findLast((line) => line.trim() !== "") ?? null;
}

/**
 * Returns the lines around the last error.
 *
 * @returns The context; empty where no line reports an error.
 */
export function errorContext(lines: readonly string[]): string {
  const at = lines.findLastIndex((line) => ERROR_LINE.test(line));
  if (at < 0) return "";
  const end = Math.min(lines.length, at + 1 + LINES_BEHIND);
  return lines.slice(Math.max(0, end - MOST_LINES), end).join("\n").slice(-MOST_CHARACTERS);
}

/**
 * Computes the signature of an error: without numbers, addresses and paths, which differ each time.
 *
 * @returns Its signature; null for an empty text.
 */
export function errorSignature(text: string): string | null {
  const line = text.split("\n").findLast((part) => ERROR_LINE.test(part)) ?? text.trim();
  const plain = line
    .replaceAll(/0x[0-9a-f]+|\b[0-9a-f]{8,}\b/gi, "#")
    .replaceAll(/(?:\/[\w.@-]+){2,}/g, "/…")
    .replaceAll(/\d+/g, "#")
    .replaceAll(/\s+/g, " ").trim();
  return plain === "" ? null : plain.slice(0, SIGNATURE_CHARACTERS);
}
