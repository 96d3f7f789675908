/**
 * What a file holds, in few words: equal words mean equal content, whatever its times say.
 *
 * @module
 */

import { bytesOf } from "../../store/files/foreign_file.ts";

/** So much is read for one mark; what is beyond is known by size and time alone. */
const MOST_BYTES = 32 * 1024 * 1024;

/** Describes files until so much was read. */
export class ContentReader {
  #bytesLeft = MOST_BYTES;

  /**
   * Describes one file.
   *
   * @param path Absolute; a link is described, never followed, and nothing waits on a pipe.
   * @returns The same words for the same content.
   */
  async describe(path: string): Promise<string> {
    try {
      const info = Deno.lstatSync(path);
      if (info.isSymlink) return `link ${Deno.readLinkSync(path)}`;
      if (!info.isFile) return "no file";
      const executable = ((info.mode ?? 0) & 0o111) === 0 ? "" : "executable ";
      return executable + (await this.#read(path, info.size) ?? stampOf(info));
    } catch {
      return "gone";
    }
  }

  async #read(path: string, size: number): Promise<string | null> {
    if (size > this.#bytesLeft) return null;
    this.#bytesLeft -= size;
    const bytes = bytesOf(path, size);
    return bytes === null ? null : await digestOf(bytes);
  }
}

/**
 * The SHA-256 of some bytes.
 *
 * @param bytes Any.
 * @returns 64 hex digits.
 */
export async function digestOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}

function stampOf({ size, mtime }: Deno.FileInfo): string {
  return `${size} bytes of ${mtime?.getTime() ?? 0}`;
}
