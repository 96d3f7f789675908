/** How hooks start from this program: from code that was compiled when it was built, or not. */
type HookStart =
  | { readonly kind: "compiled" }
  /** Built on another system, or without the build. */
  | { readonly kind: "uncompiled" }
  /** V8 refuses the code of these packs, and compiles them at each start. */
  | { readonly kind: "refused"; readonly packs: readonly string[] };

/** Finds out how hooks start; as in `src/system/packs.ts`, the packs are beside the chunks. */
export async function findHookStart(): Promise<HookStart> {
  const folder = `${import.meta.dirname}/packs`;
  const names = listFiles(folder).filter((name) => name.endsWith(".cache"));
  if (names.length === 0) return { kind: "uncompiled" };
  const packs: string[] = [];
  for (const name of names.map((name) => name.replace(/\.cache$/, ""))) {
    if (!await isTaken(`${folder}/${name}`)) packs.push(name);
  }
  return packs.length === 0 ? { kind: "compiled" } : { kind: "refused", packs };
}

async function isTaken(pack: string): Promise<boolean> {
  const { Script } = await import("node:vm");
  try {
    const text = Deno.readTextFileSync(`${pack}.pack`);
    const cachedData = Deno.readFileSync(`${pack}.cache`);
    return new Script(text, { cachedData }).cachedDataRejected === false;
  } catch {
    return false;
  }
}

function listFiles(folder: string): string[] {
  try {
    return Array.from(Deno.readDirSync(folder), ({ name }) => name);
  } catch {
    return [];
  }
}
