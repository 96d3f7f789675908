/**
 * Makes the packs that hooks and the status line start from.
 *
 * @module
 */
import { basename } from "@std/path";
import { PACK_ROOTS, type PackRoots } from "./_pack_roots.ts";
import { escapeNonAscii, type Pack, readImports, writePack, writePacks } from "./_packs.ts";
import { bundleChunks, type ProgramRequest } from "./_program.ts";
import { ScriptError } from "./_say.ts";

/**
 * Makes the packs.
 *
 * @param request The module that loads what is packed, and a folder for its chunks.
 * @param folder Folder for the packs.
 * @throws {ScriptError} If a root or a chunk does not have the form that the bundler writes.
 */
export async function makeHookPacks(request: ProgramRequest, folder: URL): Promise<void> {
  const chunks = await bundleChunks(request);
  const write = (pack: Pack) => escapeNonAscii(writePack(pack, chunks, ["node:fs"]));
  await writePacks(folder, choosePacks(chunks, PACK_ROOTS), write);
}

/**
 * Chooses what is in which pack: the roots' packs, and one for each other chunk.
 *
 * @param chunks The chunks' texts by name.
 * @throws {ScriptError} If a root is the beginning of no chunk, or of several.
 */
export function choosePacks(
  chunks: ReadonlyMap<string, string>,
  table: readonly PackRoots[],
): Pack[] {
  const packs: Pack[] = [];
  for (const { pack: name, after, roots } of table) {
    const before = packs.find((pack) => pack.name === after)?.chunks ?? [];
    const names = listStatic(Object.keys(roots).map((root) => findChunk(root, chunks)), chunks);
    packs.push({ name, chunks: names.filter((each) => !before.includes(each)) });
  }
  const packed = new Set(packs.flatMap((pack) => pack.chunks));
  const others = [...chunks.keys()].filter((name) => !packed.has(name));
  return [...packs, ...others.map((name) => ({ name, chunks: [name] }))];
}

/** Finds the chunk that begins with a module: the bundler names it after the module. */
function findChunk(root: string, chunks: ReadonlyMap<string, string>): string {
  const name = basename(root, ".ts");
  const found = [...chunks.keys()].filter((chunk) =>
    chunk === `${name}.js` || chunk.replace(/-[0-9A-Z]{8}\.js$/, "") === name
  );
  if (found.length === 1) return found[0]!;
  throw new ScriptError(`The pack's root "${root}" is the beginning of ${found.length} chunks`);
}

/** Lists chunks with all that they import statically. */
function listStatic(first: readonly string[], chunks: ReadonlyMap<string, string>): string[] {
  const names = new Set(first);
  // A set is walked to the entries that are added meanwhile.
  for (const name of names) {
    readImports(chunks.get(name)!, (from) => {
      if (from.startsWith("./")) names.add(from.slice(2));
    });
  }
  return [...names].sort();
}
