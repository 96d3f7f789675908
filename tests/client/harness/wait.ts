/**
 * Waiting for what another process does: by looking, never by sleeping a fixed time.
 *
 * @module
 */

const POLL_MS = 50;

/**
 * Waits until `isTrue`.
 *
 * @throws {Error} with `describe()` where that takes longer than `timeoutMs`.
 */
export async function waitUntil(
  isTrue: () => boolean | Promise<boolean>,
  describe: () => string,
  timeoutMs = 40_000,
): Promise<void> {
  const end = performance.now() + timeoutMs;
  while (!await isTrue()) {
    if (performance.now() > end) throw new Error(`After ${timeoutMs} ms ${describe()}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
