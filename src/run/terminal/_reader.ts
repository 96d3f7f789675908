/**
 * Reads a terminal's output in large pieces. A terminal gives out 4 KB at a time at most, and each
 * would be an event of the loop, which costs more than what is done with the bytes.
 */
import { openCLibrary } from "../../system/c_library.ts";

/** Maximum size of a piece, in bytes. */
const PIECE_BYTES = 256 * 1024;
/**
 * Wait for more within a piece, in microseconds: as long as some lines take. Whoever is woken by each
 * line slows the agent down.
 */
const WAIT_US = 50;
/** Maximum number of waits within a piece, some milliseconds: nothing else is done meanwhile. */
const MOST_WAITS = 50;

/** Adds to a piece of output what can be read now. */
interface TerminalReader {
  /** @returns The piece and more, valid until the next call; the piece alone without the C library. */
  readOn(piece: Uint8Array): Uint8Array;
  /** Releases the library; later pieces stay as they are. */
  close(): void;
}

/** Opens a reader. @param file The terminal's descriptor, which is non-blocking. */
export function openReader(file: number): TerminalReader {
  let library = openCLibrary({
    read: { parameters: ["i32", "buffer", "usize"], result: "isize" },
    usleep: { parameters: ["u32"], result: "i32" },
  });
  const all = new Uint8Array(PIECE_BYTES);
  return {
    readOn(piece) {
      if (library === null) return piece;
      const { read, usleep } = library.symbols;
      all.set(piece);
      let length = piece.length;
      let waits = 0;
      for (let isDry = false; length < PIECE_BYTES && waits < MOST_WAITS;) {
        const count = Number(read(file, all.subarray(length), BigInt(PIECE_BYTES - length)));
        if (count > 0) length += count;
        // The stream finds the same end or error.
        else if (isDry) break;
        isDry = count <= 0;
        if (!isDry) continue;
        usleep(WAIT_US);
        waits += 1;
      }
      return all.subarray(0, length);
    },
    close() {
      library?.close();
      library = null;
    },
  };
}
