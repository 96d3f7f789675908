/**
 * Opens the packs in the binary: what hooks and the status line load, as classic scripts, each with
 * the code that V8 made of it when the binary was built (docs/decisions/12-code-cache-in-the-binary.md).
 *
 * Only `main.ts` imports this: a second importer would make it a chunk of its own, which each start
 * would load.
 */
import type { Script } from "node:vm";

/** What a module of a pack exports. */
type Exports = Readonly<Record<string, unknown>>;

/** A module of a pack: gets what it imports at once and lazily. */
type Factory = (
  load: (name: string) => Exports,
  loadLazily: (name: string) => Promise<Exports>,
) => Exports;

/** What the build does with a script that was loaded. */
type SeeScript = (pack: string, script: Script) => void;

/**
 * Opens a pack.
 *
 * @param folder Where the packs are; in the binary nothing on the disk is looked at.
 * @param pack The name of the one that has what is loaded first; others are loaded when needed.
 * @param see Sees each script; they are compiled without the code in the binary then.
 * @returns Loads a module by its name.
 * @throws Error where there is no such pack, or it cannot be read.
 */
export async function openPack(
  folder: string,
  pack: string,
  see: SeeScript | null = null,
): Promise<(name: string) => Exports> {
  const { Script } = await import("node:vm");
  const factories: Record<string, Factory> = {};
  const modules = new Map<string, Exports>();
  let packsOf: Readonly<Record<string, readonly string[]>> | null = null;

  const open = (name: string) => {
    const text = Deno.readTextFileSync(`${folder}/${name}.pack`);
    const cachedData = see === null ? readCache(`${folder}/${name}.cache`) : undefined;
    // V8 checks that the code is of this text, of its own version and flags, and compiles where not.
    const script = new Script(text, { filename: name, cachedData });
    see?.(name, script);
    Object.assign(factories, script.runInThisContext());
  };
  const load = (name: string): Exports => {
    const loaded = modules.get(name);
    if (loaded !== undefined) return loaded;
    if (factories[name] === undefined) {
      packsOf ??= JSON.parse(Deno.readTextFileSync(`${folder}/packs.json`));
      const packs = packsOf![name]!;
      // One that goes on from the first: that has what is loaded next, too.
      open(packs.find((each) => each.startsWith(pack)) ?? packs[0]!);
    }
    const exports = factories[name]!(load, loadLazily);
    modules.set(name, exports);
    return exports;
  };
  const loadLazily = (name: string) => Promise.try(load, name);
  open(pack);
  return load;
}

/** Reads the compiled code of a pack; a binary for another system has none. */
function readCache(path: string): Uint8Array | undefined {
  try {
    return Deno.readFileSync(path);
  } catch {
    return undefined;
  }
}
