/** Waiting for another process by polling, never for a fixed time. */

const POLL_MS = 50;

/**
 * Waits until a condition is true.
 *
 * @throws {Error} With `describe()` in its message, after `timeoutMs`.
 */
export async function waitUntil(
  isTrue: () => boolean | Promise<boolean>,
  describe: () => string,
  timeoutMs = 120_000,
): Promise<void> {
  const end = performance.now() + timeoutMs;
  while (!await isTrue()) {
    if (performance.now() > end) throw new Error(`After ${timeoutMs} ms ${describe()}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
