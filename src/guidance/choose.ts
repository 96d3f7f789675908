/** Which items `--remove` means. Pure. */
import { itemKey } from "./item.ts";

type Choice =
  | { readonly kind: "texts"; readonly texts: readonly string[] }
  | { readonly kind: "none" }
  /** Several items contain the words. */
  | { readonly kind: "several"; readonly indexes: readonly number[] };

/**
 * Chooses items by their own words, else by numbers as the list shows them (`2` or `1,3`), else by a
 * part of exactly one item.
 *
 * @returns The texts as they are in the list, or why none is chosen.
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
  const matching = items.flatMap((text, index) => itemKey(text).includes(key) ? [index] : []);
  if (matching.length > 1) return { kind: "several", indexes: matching.map((index) => index + 1) };
  const texts = matching.flatMap((index) => items[index] ?? []);
  return texts.length === 0 ? { kind: "none" } : { kind: "texts", texts };
}
