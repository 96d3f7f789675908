/**
 * Reads a terminal's output in large pieces. A terminal returns at most 4 KB at a time, and one event for
 * each would cost more than processing the bytes.
 */
import type { CTerminal } from "./_c_functions.ts";

/** Maximum size of a piece, in bytes. */
const PIECE_BYTES = 256 * 1024;
/**
 * Wait for more output within a piece, in microseconds: as long as some lines take. Waking up for each line
 * would slow down the agent.
 */
const WAIT_US = 50;
/** Maximum number of waits within a piece: some milliseconds, since they block everything else. */
const MOST_WAITS = 50;

/**
 * Opens a reader of a terminal's available output.
 *
 * @param file The terminal's descriptor, which is non-blocking.
 * @returns Reads a piece, which is valid until the next call, and empty if there is no output.
 */
export function openReader({ symbols }: CTerminal, file: number): () => Uint8Array {
  const { read, usleep } = symbols;
  const all = new Uint8Array(PIECE_BYTES);
  return () => {
    let length = 0;
    let waits = 0;
    for (let isDry = false; length < PIECE_BYTES && waits < MOST_WAITS;) {
      const count = Number(read(file, all.subarray(length), BigInt(PIECE_BYTES - length)));
      if (count > 0) length += count;
      else if (isDry || length === 0) break;
      isDry = count <= 0;
      if (!isDry) continue;
      usleep(WAIT_US);
      waits += 1;
    }
    return all.subarray(0, length);
  };
}
