/**
 * Puts the library into the program: packs, their code and source maps. `src/system/library.ts` reads it.
 *
 * @module
 */
import { fromFileUrl } from "@std/path";
import type { LibraryIndex, Shelf } from "../src/system/library.ts";
import { joinBytes } from "../src/text/join_bytes.ts";
import type { BaseRuntime } from "./_base_runtime.ts";

/** The parts of a library, and the program that it is for. */
export interface LibraryRequest {
  /** Folder with the packs of hooks and the status line. */
  readonly hooks: URL;
  /** Folder with the packs of the commands. */
  readonly commands: URL;
  /** Folder for the base runtime with the library. */
  readonly folder: URL;
  readonly target: string;
  readonly base: BaseRuntime;
}

/** A library, and the base runtime or the file that brings it into a program. */
export interface Library {
  readonly index: LibraryIndex;
  readonly base: BaseRuntime;
  /** The content of the embedded file; null if the library is in the base runtime. */
  readonly embedded: Uint8Array<ArrayBuffer> | null;
}

/**
 * Makes the library. A base runtime for Linux gets it at its end, before what `deno compile` adds; one
 * that is not here as a file, and one for macOS, whose every page is signed, gets it as an embedded file.
 */
export async function makeLibrary(request: LibraryRequest): Promise<Library> {
  const { folder, target, base } = request;
  const { bytes, ...index } = await joinFiles(request);
  if (base.path === undefined || !target.includes("linux")) {
    return { index: { at: null, ...index }, base, embedded: bytes };
  }
  const image = await Deno.readFile(base.path);
  const path = new URL("base-with-library", folder);
  await Deno.writeFile(path, joinBytes([image, bytes]), { mode: 0o755 });
  return {
    index: { at: image.length, ...index },
    base: { ...base, path: fromFileUrl(path) },
    embedded: null,
  };
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
  return { hooks: ofHooks, commands: add(ofCommands), bytes: joinBytes(parts) };
}
