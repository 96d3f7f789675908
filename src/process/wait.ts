/**
 * Waiting with an end.
 *
 * @module
 */

/**
 * Waits until a promise is settled, but not longer than so many milliseconds.
 *
 * @param promise One that does not reject.
 * @param limitMs At least 0.
 */
export async function waitAtMost(promise: Promise<unknown>, limitMs: number): Promise<void> {
  let timer: number | undefined;
  const limit = new Promise((resolve) => timer = setTimeout(resolve, limitMs));
  await Promise.race([promise, limit]);
  clearTimeout(timer);
}
