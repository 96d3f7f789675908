import { attempt } from "../../../error.ts";
import type { LibraryReader } from "../../../system/library.ts";

/** The start of hooks in this program: with code compiled at build time, or without. */
type HookStart =
  | { readonly kind: "compiled" }
  /** Built on another system, or without the build. */
  | { readonly kind: "uncompiled" }
  /** V8 rejects the compiled code of these packs, so it compiles them at each start. */
  | { readonly kind: "refused"; readonly packs: readonly string[] };

// Without a library, the program runs from its sources.
let readHookFile: LibraryReader = () => null;

/** Sets the reader of the files from which hooks start. */
export function knowHookFiles(read: LibraryReader): void {
  readHookFile = read;
}

/** Finds out how hooks start, in the same way as `src/system/packs.ts` starts them. */
export async function findHookStart(): Promise<HookStart> {
  const { Script } = await import("node:vm");
  const decode = (name: string) => new TextDecoder().decode(readHookFile(name) ?? new Uint8Array());
  const packsOf: Record<string, string[]> = attempt(() => JSON.parse(decode("packs.json"))) ?? {};
  const compiled = [...new Set(Object.values(packsOf).flat())].flatMap((name) => {
    const cachedData = readHookFile(`${name}.cache`);
    return cachedData ? [{ name, cachedData }] : [];
  });
  if (compiled.length === 0) return { kind: "uncompiled" };
  const refused = compiled.filter(({ name, cachedData }) =>
    attempt(() => new Script(decode(`${name}.pack`), { cachedData }).cachedDataRejected) !== false
  );
  return refused.length === 0
    ? { kind: "compiled" }
    : { kind: "refused", packs: refused.map(({ name }) => name) };
}
