/** The client's cap on continuations without a tool call. */

/** How many continuations in a row without a tool call the client allows by default. */
export const DEFAULT_BLOCK_CAP = 8;

/** What the budget allows: to continue, to continue and demand a tool call, or not to continue. */
type BlockBudget =
  | { readonly kind: "free" }
  | { readonly kind: "urge"; readonly left: number }
  | { readonly kind: "spent" };

/**
 * Judges the budget. Never uses the last continuation that the client would honour: after it the
 * client ends the turn without a message.
 *
 * @param toolless Continuations in a row without a tool call.
 * @param cap The client's cap; 0 for no cap.
 *
 * @example The client's default cap
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(judgeBlockBudget(3, 8), { kind: "free" });
 * assertEquals(judgeBlockBudget(5, 8), { kind: "urge", left: 2 });
 * assertEquals(judgeBlockBudget(7, 8), { kind: "spent" });
 * ```
 */
export function judgeBlockBudget(toolless: number, cap: number): BlockBudget {
  if (cap <= 0) return { kind: "free" };
  const usable = Math.max(1, cap - 1);
  if (toolless >= usable) return { kind: "spent" };
  if (toolless >= Math.max(1, Math.floor(cap / 2))) {
    return { kind: "urge", left: usable - toolless };
  }
  return { kind: "free" };
}
