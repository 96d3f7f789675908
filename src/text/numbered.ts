/**
 * Yields names until one is free: the stem, then `STEM-2`, `STEM-3` and so on.
 *
 * @param end The end of each name, such as `.log`.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals([...numberedNames("007", ".log").take(2)], ["007.log", "007-2.log"]);
 * ```
 */
export function* numberedNames(stem: string, end = ""): Generator<string, never> {
  yield stem + end;
  for (let number = 2;; number++) yield `${stem}-${number}${end}`;
}
