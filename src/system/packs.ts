/**
 * Opens packs: modules as functions in classic scripts, each with the code that V8 compiled from it when
 * the binary was built (docs/start-up.md).
 */
import type { LibraryReader } from "./library.ts";

/** The exports of a module in a pack. */
type Exports = Readonly<Record<string, unknown>>;

/** A module of a pack. Gets functions that return its static and lazy imports by specifier. */
type Factory = (
  load: (specifier: string) => Exports,
  loadLazily: (specifier: string) => Promise<Exports>,
) => Exports;

/** The packs to open. */
export interface PackRequest {
  /** Reads the files of the packs. */
  readonly read: LibraryReader;
  /** The module that is loaded first. */
  readonly first: string;
  /** The pack that is opened first; others follow when needed. Default, or if it is missing: any. */
  readonly pack?: string;
}

/**
 * Opens a pack.
 *
 * @returns The exports of the first module, and a function that loads another module by its specifier.
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
    // V8 checks that the code belongs to this text, and to its own version and flags; else it compiles.
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
      // Prefer a pack that continues the first: it also contains the modules that are loaded next.
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
