/**
 * Takes Deno's base runtime (`denort`) back out of an executable that `deno compile` made.
 *
 * For Linux, outputs of Deno 2.7 end with a trailer of 24 bytes: `d3n0l4nd`, 8 bytes of no matter here, and
 * the length of everything that was appended as a little-endian u64. What comes before is the
 * base, byte for byte.
 *
 * @module
 */
import { hashSha256 } from "../_hash.ts";
import { ScriptError } from "../_say.ts";
import { cutMachoBase, isMacho } from "./macho.ts";

const TRAILER_BYTES = 24;
const MAGIC = "d3n0l4nd";

/** The size and sum that a base must have. */
export interface BaseSum {
  readonly bytes: number;
  /** SHA-256 as 64 hex digits. */
  readonly sha256: string;
}

/**
 * Takes the base out of a compiled executable.
 *
 * @param executable The content of the file.
 * @param expected Its size and sum; nothing else is let through.
 * @returns The base; for Linux a view on `executable`.
 * @throws {ScriptError} If the trailer is missing, or the base is not the expected one.
 */
export async function cutBase(
  executable: Uint8Array<ArrayBuffer>,
  expected: BaseSum,
): Promise<Uint8Array<ArrayBuffer>> {
  const base = isMacho(executable)
    ? cutMachoBase(executable)
    : executable.subarray(0, findEndOfBase(executable));
  await requireBase(base, expected);
  return base;
}

/**
 * Compares a base with what it has to be.
 *
 * @throws {ScriptError} If size or sum differ.
 */
export async function requireBase(
  base: Uint8Array<ArrayBuffer>,
  expected: BaseSum,
): Promise<void> {
  if (base.length !== expected.bytes) {
    throw new ScriptError(
      `Base runtime refused: wanted ${expected.bytes} bytes, found ${base.length}`,
    );
  }
  const sha256 = await hashSha256(base);
  if (sha256 !== expected.sha256) {
    throw new ScriptError(
      `Base runtime refused: wanted SHA-256 ${expected.sha256}, found ${sha256}`,
    );
  }
}

function findEndOfBase(executable: Uint8Array<ArrayBuffer>): number {
  const start = executable.length - TRAILER_BYTES;
  const magic = new TextDecoder().decode(executable.subarray(Math.max(start, 0)).subarray(0, 8));
  if (start < 0 || magic !== MAGIC) {
    throw new ScriptError(
      `Base runtime refused: wanted an executable of "deno compile" with the trailer "${MAGIC}", ` +
        `found none in ${executable.length} bytes`,
    );
  }
  const view = new DataView(executable.buffer, executable.byteOffset + start, TRAILER_BYTES);
  const appended = Number(view.getBigUint64(16, true));
  if (appended < TRAILER_BYTES || appended > executable.length) {
    throw new ScriptError(
      `Base runtime refused: the trailer says that ${appended} of ${executable.length} bytes ` +
        "were appended",
    );
  }
  return executable.length - appended;
}
