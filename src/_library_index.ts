/**
 * The index of this program's library, which is empty when it runs from its sources. `scripts/build.ts`
 * replaces this module by a generated one.
 *
 * @module
 */
import type { LibraryIndex } from "./system/library.ts";

/** The places of the program's files. */
export const INDEX: LibraryIndex = { at: null, hooks: {}, commands: [0, 0] };
