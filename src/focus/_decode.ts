/**
 * Bytes to text: whatever a file holds, there is text to read.
 *
 * @module
 */

/**
 * Decodes UTF-8; what is none is replaced, and said so.
 *
 * @param bytes The file's content; a byte order mark is taken off.
 * @returns The text, and the problem in a sentence where there was one.
 */
export function decodeText(bytes: Uint8Array): { text: string; problem: string | null } {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), problem: null };
  } catch {
    const text = new TextDecoder("utf-8").decode(bytes);
    return { text, problem: "The file is not valid UTF-8: unreadable characters were replaced" };
  }
}

/**
 * Whether a file's first bytes are those of a binary file: a zero byte stands among them, or it says
 * that it is UTF-16.
 */
export function isBinary(bytes: Uint8Array): boolean {
  const [first, second] = bytes;
  const isUtf16 = first === 0xff && second === 0xfe || first === 0xfe && second === 0xff;
  return isUtf16 || bytes.subarray(0, 8_192).includes(0);
}
