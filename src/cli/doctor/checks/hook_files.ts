/** The files of the program that its hooks start from, for those who examine them. */
import type { LibraryReader } from "../../../system/library.ts";

let reader: LibraryReader = () => null;

/** Says what reads the files from now on. */
export function knowHookFiles(read: LibraryReader): void {
  reader = read;
}

/** Reads a file; null where there is none of that name: also where the program runs from its sources. */
export const readHookFile: LibraryReader = (name) => reader(name);
