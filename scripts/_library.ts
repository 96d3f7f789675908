/**
 * Puts the library into the program: packs, their code and source maps. `src/system/library.ts` reads it.
 *
 * @module
 */
import { fromFileUrl } from "@std/path";
import { COMMANDS_SHELF, type LibraryIndex, type Shelf } from "../src/system/library.ts";
import { joinBytes } from "../src/text/join_bytes.ts";
import type { BaseRuntime } from "./_base_runtime.ts";
import { removeFolder } from "./_program.ts";

/** What the library is made of, and for. */
export interface LibraryRequest {
  /** Folder with the packs of hooks and the status line. */
  readonly hooks: URL;
  /** Folder with the packs of the commands. */
  readonly commands: URL;
  /** The folder of the program's first module. */
  readonly program: URL;
  readonly target: string;
  readonly base: BaseRuntime;
}

/** What is compiled so that the program has its library. */
export interface PlacedLibrary {
  readonly base: BaseRuntime;
  /** What is embedded. */
  readonly files: readonly URL[];
}

/**
 * Places the library. A base runtime for Linux gets it at its end, before what `deno compile` adds; one
 * that is not here as a file, and one for macOS, whose every page is signed, gets it as an embedded file.
 */
export async function placeLibrary(request: LibraryRequest): Promise<PlacedLibrary> {
  const { program, target, base } = request;
  const folder = new URL("library/", program);
  await removeFolder(folder);
  await Deno.mkdir(folder);
  const { bytes, files } = await joinFiles(request);
  const image = base.path === undefined || !target.includes("linux")
    ? null
    : await Deno.readFile(base.path);
  const index: LibraryIndex = { at: image?.length ?? null, files };
  await Deno.writeTextFile(new URL("index.json", folder), JSON.stringify(index));
  if (image === null) {
    await Deno.writeFile(new URL("files", folder), bytes);
    return { base, files: [folder] };
  }
  const path = new URL("../base-with-library", program);
  await Deno.writeFile(path, joinBytes([image, bytes]), { mode: 0o755 });
  return { base: { ...base, path: fromFileUrl(path) }, files: [folder] };
}

async function joinFiles({ hooks, commands }: LibraryRequest) {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let end = 0;
  const add = (bytes: Uint8Array<ArrayBuffer>): readonly [number, number] => {
    parts.push(bytes);
    end += bytes.length;
    return [end - bytes.length, bytes.length];
  };
  const addFolder = async (folder: URL): Promise<Shelf> => {
    const shelf: Record<string, readonly [number, number]> = {};
    for (const name of [...Deno.readDirSync(folder)].map(({ name }) => name).sort()) {
      shelf[name] = add(await Deno.readFile(new URL(name, folder)));
    }
    return shelf;
  };
  const ofHooks = await addFolder(hooks);
  const ofCommands = new TextEncoder().encode(JSON.stringify(await addFolder(commands)));
  return { files: { ...ofHooks, [COMMANDS_SHELF]: add(ofCommands) }, bytes: joinBytes(parts) };
}
