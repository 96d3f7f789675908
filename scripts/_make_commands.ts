/**
 * Makes the packs that the commands start from: one for each chunk, with the lines of our files.
 *
 * @module
 */
import { decode } from "@jridgewell/sourcemap-codec";
import type { ScriptMap } from "../src/system/stack_trace.ts";
import { PACK_LIST, readImports, writePack } from "./_packs.ts";
import { bundleProgram, type ProgramRequest } from "./_program.ts";
import type { SourceMap } from "./_source_map.ts";

/** What the commands import beside chunks. Node's modules are in the binary, so none of them is loaded. */
const OUTSIDE = ["node:fs", "node:os", "node:path", "node:url", "node:vm"];

/**
 * Makes the packs.
 *
 * @param request The module that loads the commands, and a folder for its chunks.
 * @param packs Folder for the packs.
 * @returns The names of the chunks.
 * @throws {ScriptError} If a chunk does not have the form that the bundler writes.
 */
export async function makeCommandPacks(request: ProgramRequest, packs: URL): Promise<string[]> {
  await bundleProgram(request);
  await Deno.mkdir(packs, { recursive: true });
  const files = [...Deno.readDirSync(request.output)].map(({ name }) => name).sort();
  const names = files.filter((name) => name.endsWith(".js"));
  for (const name of names) {
    const text = await Deno.readTextFile(new URL(name, request.output));
    const pack = { name, chunks: [name] };
    const code = text.replace(/\/\/# sourceMappingURL=\S+\s*$/, "");
    const script = writePack(pack, new Map([[name, code]]), OUTSIDE);
    await Deno.writeTextFile(new URL(`${name}.pack`, packs), script);
    const map = JSON.parse(await Deno.readTextFile(new URL(`${name}.map`, request.output)));
    await writeMap(map, code.length - readImports(code).rest.length, new URL(`${name}.map`, packs));
  }
  const packsOf = Object.fromEntries(names.map((name) => [name, [name]]));
  await Deno.writeTextFile(new URL(PACK_LIST, packs), JSON.stringify(packsOf));
  return names;
}

/** @param cut How many characters of the chunk's first line are not in that of the pack, its second. */
async function writeMap({ sources, mappings }: SourceMap, cut: number, file: URL): Promise<void> {
  if (sources.length === 0) return;
  const lines = decode(mappings).map((segments, index) =>
    segments.map(([column, source = null, line = 0]) =>
      [index === 0 ? column - cut : column, source, line] as const
    )
  );
  const map: ScriptMap = { sources, lines: [[], ...lines] };
  await Deno.writeTextFile(file, JSON.stringify(map));
}
