/**
 * Makes the packs that the commands start from: one for each chunk, with the lines of our files.
 *
 * @module
 */
import { decode } from "@jridgewell/sourcemap-codec";
import type { ScriptMap } from "../src/system/stack_trace.ts";
import { readImports, writePack, writePacks } from "./_packs.ts";
import { bundleProgram, type ProgramRequest } from "./_program.ts";
import type { SourceMap } from "./_source_map.ts";

/** The imports of the commands other than chunks. Node's modules are in the binary, so none of them is loaded. */
const OUTSIDE = ["node:fs", "node:os", "node:path", "node:url", "node:vm"];

/**
 * Makes the packs.
 *
 * @param request The module that loads the commands, and a folder for its chunks.
 * @param folder Folder for the packs.
 * @throws {ScriptError} If a chunk does not have the form that the bundler writes.
 */
export async function makeCommandPacks(request: ProgramRequest, folder: URL): Promise<void> {
  await bundleProgram(request);
  const read = (name: string) => Deno.readTextFileSync(new URL(name, request.output));
  const files = [...Deno.readDirSync(request.output)].map(({ name }) => name).sort();
  const names = files.filter((name) => name.endsWith(".js"));
  const chunks = new Map(
    names.map((name) => [name, read(name).replace(/\/\/# sourceMappingURL=\S+\s*$/, "")]),
  );
  const packs = names.map((name) => ({ name, chunks: [name] }));
  await writePacks(folder, packs, (pack) => writePack(pack, chunks, OUTSIDE));
  for (const [name, text] of chunks) {
    const cut = text.length - readImports(text).rest.length;
    await writeMap(JSON.parse(read(`${name}.map`)), cut, new URL(`${name}.map`, folder));
  }
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
