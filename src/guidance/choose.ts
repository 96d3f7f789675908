/**
 * Which items `--remove` means. Pure.
 *
 * @module
 */
import { itemKey } from "./item.ts";

/** What was meant. */
export type Choice =
  | { readonly kind: "texts"; readonly texts: readonly string[] }
  | { readonly kind: "none" }
  /** Several items contain the words. */
  | { readonly kind: "several"; readonly indexes: readonly number[] };

/**
 * Finds what was meant: an item's own words, else numbers as the list shows them (`2` or `1,3`), else
 * a part of exactly one item.
 *
 * @param items The list.
 * @param wanted What was typed.
 * @returns The texts as they are in the list, or why there are none.
 *
 * @example By its words, by its number
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(chooseItems(["Fix tests", "Docs"], "TESTS"), { kind: "texts", texts: ["Fix tests"] });
 * assertEquals(chooseItems(["Fix tests", "Docs"], "2"), { kind: "texts", texts: ["Docs"] });
 * ```
 */
export function chooseItems(items: readonly string[], wanted: string): Choice {
  const key = itemKey(wanted);
  const same = items.filter((text) => itemKey(text) === key);
  if (same.length > 0) return { kind: "texts", texts: same };
  if (/^\d{1,6}( ?, ?\d{1,6})*$/.test(key)) {
    const numbers = key.split(",").map(Number);
    const texts = numbers.flatMap((number) => items[number - 1] ?? []);
    return texts.length === numbers.length ? { kind: "texts", texts } : { kind: "none" };
  }
  const holding = items.flatMap((text, index) => itemKey(text).includes(key) ? [index] : []);
  if (holding.length > 1) return { kind: "several", indexes: holding.map((index) => index + 1) };
  const found = holding.flatMap((index) => items[index] ?? []);
  return found.length === 0 ? { kind: "none" } : { kind: "texts", texts: found };
}
