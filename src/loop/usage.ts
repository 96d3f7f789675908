/** Sums of amounts that may be unknown. */

/**
 * Adds an amount to a sum. An unknown amount is never treated as 0.
 *
 * @param sum The sum so far; null for unknown.
 * @param more The amount to add; null for unknown.
 *
 * @example Unknown amounts
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(addKnown(null, null), null);
 * assertEquals(addKnown(null, 2), 2);
 * assertEquals(addKnown(1, null), 1);
 * ```
 */
export function addKnown(sum: number | null, more: number | null): number | null {
  return more === null ? sum : (sum ?? 0) + more;
}

/** The amounts that agents used; unknown amounts are null. */
export interface Amounts {
  readonly tokens: number | null;
  readonly costUsd: number | null;
}

/** Adds the used amounts to a sum. */
export function addAmounts(sum: Amounts, more: Amounts): Amounts {
  return {
    tokens: addKnown(sum.tokens, more.tokens),
    costUsd: addKnown(sum.costUsd, more.costUsd),
  };
}
