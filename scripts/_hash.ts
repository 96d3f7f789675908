/** Returns the SHA-256 of some bytes as hex digits. */
export async function hashSha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}
