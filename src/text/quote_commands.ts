/** Quotes commands in a sentence. */
import { oneLine } from "./shorten.ts";

const MOST = 3;
const CHARACTERS = 60;

/**
 * Quotes commands, each once and shortened.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(quoteCommands(["npm test", "npm test"]), "`npm test`");
 * assertEquals(quoteCommands(["a", "b", "c", "d"]), "`a`, `b`, `c` and 1 more");
 * ```
 */
export function quoteCommands(lines: readonly string[]): string {
  const all = [...new Set(lines)];
  const named = all.slice(0, MOST).map((line) => `\`${oneLine(line, CHARACTERS)}\``).join(", ");
  return all.length > MOST ? `${named} and ${all.length - MOST} more` : named;
}
