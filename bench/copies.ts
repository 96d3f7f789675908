/**
 * Copies of binaries: where the kernel keeps a file decides a tenth of its start, so one copy each
 * would compare places, not programs.
 *
 * @module
 */
import { basename, join } from "@std/path";
import type { PickFile } from "./measure.ts";

/**
 * Copies binaries.
 *
 * @param folder Folder for the copies.
 * @param count Copies of each; for 1 the binaries themselves are used.
 * @returns Names another copy of a binary in each round; other words stay.
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
