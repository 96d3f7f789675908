/** Reads standard input up to a limit, and writes standard streams that may no longer be read. */
import { joinBytes } from "../text/join_bytes.ts";

/** Limit, more than any real event: a Write of a large file has a few megabytes. */
const MAX_EVENT_BYTES = 32 * 1024 * 1024;

const CHUNK_BYTES = 64 * 1024;

/**
 * Reads all of standard input as text. Input beyond the limit is read and dropped, so that the writer
 * never blocks.
 *
 * @returns The text; null if it exceeds the limit, since a part of an event cannot be used.
 */
export function readStandardInput(): string | null {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  while (true) {
    const buffer = new Uint8Array(CHUNK_BYTES);
    const read = Deno.stdin.readSync(buffer);
    if (read === null) break;
    size += read;
    if (size <= MAX_EVENT_BYTES) chunks.push(buffer.subarray(0, read));
  }
  if (size > MAX_EVENT_BYTES) return null;
  return new TextDecoder().decode(joinBytes(chunks));
}

/** The part of a stream that writing needs. */
export interface ByteTarget {
  writeSync(bytes: Uint8Array): number;
}

/** Writes all of a text, unless the stream is no longer read. */
export function writeText(target: ByteTarget, text: string): void {
  let bytes = new TextEncoder().encode(text);
  try {
    while (bytes.length > 0) bytes = bytes.subarray(target.writeSync(bytes));
  } catch {
    // The client no longer reads.
  }
}
