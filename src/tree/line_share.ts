/**
 * A share of the lines of a long file: another one each turn, all of them after some turns. Fit for
 * hooks, which would pay for the whole.
 *
 * @module
 */
import { openRegular } from "../store/files/foreign_file.ts";
import { readPart } from "../store/files/part.ts";

/** How much is read at once. */
export interface ShareSize {
  /** Bytes of a share. */
  readonly share: number;
  /** Bytes by which two shares overlap, more than a line has: so the line at a seam is whole in one. */
  readonly seam: number;
}

/**
 * Reads a share.
 *
 * @param path the file
 * @param firstLine what its first line must be; it belongs to no share
 * @param turn counts the turns
 * @param size how much is read at once
 * @returns whole lines; null where the file has another first line, or cannot be read
 */
export function readLineShare(
  path: string,
  firstLine: string,
  turn: number,
  size: ShareSize,
): string[] | null {
  try {
    using file = openRegular(path);
    const start = new TextEncoder().encode(firstLine).length + 1;
    if (readText(file, 0, start) !== `${firstLine}\n`) return null;
    const length = file.statSync().size - start;
    const step = size.share - size.seam;
    const from = start + (turn * step) % Math.max(1, Math.ceil(length / step) * step);
    return readText(file, from, size.share).split("\n").slice(from === start ? 0 : 1, -1);
  } catch {
    return null;
  }
}

function readText(file: Deno.FsFile, offset: number, length: number): string {
  return new TextDecoder().decode(readPart(file, offset, length));
}
