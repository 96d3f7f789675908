/**
 * Open items in a few lines, for prompts and status.
 *
 * @module
 */
import { shorten } from "../../text/shorten.ts";

/** An item longer than this is cut: characters. */
const MAX_ITEM_LENGTH = 160;

/**
 * Lists open items.
 *
 * @param items Their texts, in order.
 * @param max How many to name, at least 1.
 * @returns One line an item, and one with the count of the rest where there are more.
 */
export function describeOpenItems(items: readonly string[], max: number): string[] {
  const named = Math.max(1, max);
  const lines = items.slice(0, named).map((text) => `- ${shorten(text, MAX_ITEM_LENGTH)}`);
  const rest = items.length - lines.length;
  return rest > 0 ? [...lines, `… and ${rest} more`] : lines;
}
