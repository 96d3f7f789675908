/** The client's cap on continuations without a tool call. */

/** How many continuations in a row without a tool call the client allows by default. */
export const DEFAULT_BLOCK_CAP = 8;

/**
 * Counts the continuations without a tool call that are left. Never uses the last one that the client
 * would honour: after it the client ends the turn without a message.
 *
 * @param toolless Continuations in a row without a tool call.
 * @param cap The client's cap; 0 for no cap.
 * @returns 0 where the loop has to end; infinite without a cap.
 *
 * @example The client's default cap
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals([0, 5, 7].map((toolless) => toollessLeft(toolless, 8)), [7, 2, 0]);
 * ```
 */
export function toollessLeft(toolless: number, cap: number): number {
  return cap <= 0 ? Infinity : Math.max(0, Math.max(1, cap - 1) - toolless);
}
