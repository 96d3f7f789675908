/** Amounts, names and sentences as people read them. Pure. */

/**
 * Shows an amount, such as tokens: `960`, `12 k`, `2.0 M`.
 *
 * @param amount A number of things, 0 or more.
 */
export function showAmount(amount: number): string {
  if (amount < 1_000) return String(Math.round(amount));
  if (amount < 999_500) return `${Math.round(amount / 1_000)} k`;
  return `${(amount / 1_000_000).toFixed(1)} M`;
}

/**
 * Shows a number of things with its noun: `1 turn`, `41 turns`.
 *
 * @param plural Its plural. Default: the noun with an `s`.
 */
export function showCount(amount: number, noun: string, plural = `${noun}s`): string {
  return `${amount} ${amount === 1 ? noun : plural}`;
}

/** Lists names as a sentence does: `a`, `a and b`, `a, b and c`. */
export function showNames(names: readonly (string | number)[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** Capitalizes the first letter, to begin a sentence. */
export function capitalize(text: string): string {
  const [first = ""] = text;
  return first.toUpperCase() + text.slice(first.length);
}
