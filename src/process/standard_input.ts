/** Reads a hook's standard input, bounded. */

/** More than any real event: a Write of a large file comes as a few megabytes. */
const MAX_EVENT_BYTES = 32 * 1024 * 1024;

const CHUNK_BYTES = 64 * 1024;

/** The part of a file that reading needs. */
export interface ByteSource {
  readSync(buffer: Uint8Array): number | null;
}

/**
 * Reads all of a source as text. What exceeds the limit is read too and dropped, so that the writer
 * never blocks.
 *
 * @param maxBytes The most bytes to keep. Default 32 MiB.
 * @returns The text; null if it is longer, since a part of an event cannot be used.
 */
export function readAllText(source: ByteSource, maxBytes = MAX_EVENT_BYTES): string | null {
  const chunks: Uint8Array[] = [];
  let size = 0;
  while (true) {
    const buffer = new Uint8Array(CHUNK_BYTES);
    const read = source.readSync(buffer);
    if (read === null) break;
    size += read;
    if (size <= maxBytes) chunks.push(buffer.subarray(0, read));
  }
  if (size > maxBytes) return null;
  const all = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    all.set(chunk, offset);
    offset += chunk.length;
  }
  return new TextDecoder().decode(all);
}
