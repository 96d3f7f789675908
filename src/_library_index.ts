/**
 * Where this program has its library: nowhere, since it runs from its sources. `scripts/build.ts` puts a
 * generated module in this one's place.
 *
 * @module
 */
import type { LibraryIndex } from "./system/library.ts";

/** Where the files of the program are. */
export const INDEX: LibraryIndex = { at: null, hooks: {}, commands: [0, 0] };
