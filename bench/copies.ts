/**
 * Copies binaries. The place of a file in the kernel's cache makes up a tenth of its start-up time, so with
 * one copy of each, the bench would compare places, not programs.
 *
 * @module
 */
import { basename, join } from "@std/path";
import type { PickFile } from "./measure.ts";

/**
 * Copies binaries.
 *
 * @param folder Folder for the copies.
 * @param count Number of copies of each; with 1, the binaries themselves are used.
 * @returns A function that names another copy of a binary in each round, and returns other words as they
 * are.
 */
export async function copyBinaries(
  folder: string,
  binaries: readonly string[],
  count: number,
): Promise<PickFile> {
  const copies = new Map<string, string[]>();
  for (let copy = 0; count > 1 && copy < count; copy++) {
    for (const [index, binary] of binaries.entries()) {
      const path = join(folder, `${index}-${copy}`, basename(binary));
      await Deno.mkdir(join(folder, `${index}-${copy}`), { recursive: true });
      await Deno.copyFile(binary, path);
      copies.set(binary, [...copies.get(binary) ?? [], path]);
    }
  }
  return (word, round) => copies.get(word)?.[round % count] ?? word;
}
