/** Hashes of content. */

/**
 * Hashes bytes with SHA-256.
 *
 * @returns 64 hex digits.
 *
 * @example An empty content
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals((await sha256(new Uint8Array())).slice(0, 8), "e3b0c442");
 * ```
 */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}
