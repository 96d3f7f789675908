/** A plan that lost its items: nothing can say any more whether its task is complete. */

/**
 * Says that a plan lost its items.
 *
 * @param plan Its name or path.
 * @param itemsSeen The most items that it had during the loop.
 */
export function describeLostItems(plan: string, itemsSeen: number): string {
  return `${plan} had ${itemsSeen === 1 ? "an item" : `${itemsSeen} items`} and now has none ` +
    "that is open or ticked";
}
