/**
 * Reads a terminal's output in large pieces. A terminal gives out 4 KB at a time at most, and each
 * would be an event of the loop, which costs more than what is done with the bytes.
 */
import { openCLibrary } from "../../system/c_library.ts";

/** Maximum size of a piece, in bytes; reading it takes some milliseconds. */
const PIECE_BYTES = 256 * 1024;
/** Wait for more within a piece, in milliseconds: the kernel hands over what it has with a delay. */
const WAIT_MS = 1;
/** `POLLIN` (poll(2)). */
const READABLE = 1;

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
    poll: { parameters: ["buffer", "u64", "i32"], result: "i32" },
  });
  const all = new Uint8Array(PIECE_BYTES);
  const polled = new Int32Array([file, READABLE]);
  return {
    readOn(piece) {
      if (library === null) return piece;
      const { read, poll } = library.symbols;
      all.set(piece);
      let length = piece.length;
      let hasWaited = false;
      while (length < PIECE_BYTES) {
        const count = Number(read(file, all.subarray(length), BigInt(PIECE_BYTES - length)));
        if (count > 0) {
          length += count;
          hasWaited = false;
          // The stream finds the same end or error.
        } else if (hasWaited || poll(polled, 1n, WAIT_MS) !== 1) break;
        else hasWaited = true;
      }
      return all.subarray(0, length);
    },
    close() {
      library?.close();
      library = null;
    },
  };
}
