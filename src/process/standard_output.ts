/** Writes to a standard stream whose reader may be gone. */

/** Writes all of a text; nothing where nobody reads any more. */
export function writeText(stream: typeof Deno.stdout, text: string): void {
  let bytes = new TextEncoder().encode(text);
  try {
    while (bytes.length > 0) bytes = bytes.subarray(stream.writeSync(bytes));
  } catch {
    // The client no longer reads.
  }
}
