/** Writes to a standard stream whose reader may be gone. */

/** The part of a stream that writing needs. */
export interface ByteTarget {
  writeSync(bytes: Uint8Array): number;
}

/** Writes all of a text; nothing where nobody reads any more. */
export function writeText(target: ByteTarget, text: string): void {
  let bytes = new TextEncoder().encode(text);
  try {
    while (bytes.length > 0) bytes = bytes.subarray(target.writeSync(bytes));
  } catch {
    // The client no longer reads.
  }
}
