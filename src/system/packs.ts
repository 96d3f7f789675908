/**
 * Opens packs: modules as functions in classic scripts, each with the code that V8 made of it when the
 * binary was built (docs/start-up.md).
 */
import type { LibraryReader } from "./library.ts";

/** What a module of a pack exports. */
type Exports = Readonly<Record<string, unknown>>;

/** A module of a pack: gets what it imports at once and lazily, by specifiers. */
type Factory = (
  load: (specifier: string) => Exports,
  loadLazily: (specifier: string) => Promise<Exports>,
) => Exports;

/** Which packs are opened. */
export interface PackRequest {
  /** Reads the files of the packs. */
  readonly read: LibraryReader;
  /** The module that is loaded first. */
  readonly first: string;
  /** The pack that is opened first; others when needed. Default, and where there is none: any. */
  readonly pack?: string;
}

/**
 * Opens a pack.
 *
 * @returns What the first module exports, and what loads another by its specifier.
 * @throws Error if a pack is missing or cannot be read.
 */
export function openPack<First>(
  { read, first, pack = "" }: PackRequest,
): { readonly first: First; readonly load: (specifier: string) => Exports } {
  const { Script } = globalThis.process.getBuiltinModule("vm");
  const factories: Record<string, Factory> = {};
  const modules = new Map<string, Exports>();
  let packsOf: Readonly<Record<string, readonly string[]>> | null = null;

  const open = (name: string) => {
    const text = read(`${name}.pack`);
    if (text === null) return;
    const cachedData = read(`${name}.cache`) ?? undefined;
    // V8 checks that the code is of this text, of its own version and flags, and compiles if not.
    const script = new Script(new TextDecoder().decode(text), { filename: name, cachedData });
    Object.assign(factories, script.runInThisContext());
  };
  const load = (specifier: string): Exports => {
    const loaded = modules.get(specifier);
    if (loaded !== undefined) return loaded;
    if (specifier.startsWith("node:")) {
      return globalThis.process.getBuiltinModule(specifier) as Exports;
    }
    const name = specifier.slice(2);
    if (factories[name] === undefined) {
      packsOf ??= JSON.parse(new TextDecoder().decode(read("packs.json")!));
      const packs = packsOf![name]!;
      // One that goes on from the first: that has what is loaded next, too.
      open(packs.find((each) => each.startsWith(pack)) ?? packs[0]!);
    }
    const exports = factories[name]!(load, loadLazily);
    modules.set(specifier, exports);
    return exports;
  };
  const loadLazily = (specifier: string) => Promise.try(load, specifier);
  open(pack);
  return { first: load(`./${first}`) as First, load };
}
