/**
 * Makes `dist/ralph` from a first module, and the library of packs that it opens.
 *
 * @module
 */
import { compileProgram, type CompileRequest } from "./_compile.ts";
import { compilePacks } from "./_compile_packs.ts";
import { type Library, makeLibrary } from "./_library.ts";
import { makeCommandPacks } from "./_make_commands.ts";
import { makeHookPacks } from "./_make_hooks.ts";
import { bundleProgram, removeFolder } from "./_program.ts";

/** The parts of the compiled program. */
export interface Making extends Omit<CompileRequest, "files"> {
  /** The import map of the program as modules. */
  readonly importMap: URL;
  /** The import map of the program that reads packs. */
  readonly packedImportMap: URL;
  /** Folder for intermediate files. */
  readonly folder: URL;
}

/** Compiles `ralph`. What is compiled stays in the folder `program`, the packs in `packs`. */
export async function compileProduct(making: Making): Promise<void> {
  const { root, importMap, folder } = making;
  const packs = new URL("packs/", folder);
  await removeFolder(packs);
  const bundled = (main: string, output: string) => ({
    root,
    importMap,
    main: new URL(main, root),
    output: new URL(output, packs),
  });
  const hooks = new URL("of-hooks/", packs);
  await makeHookPacks(bundled("src/hook/hot.ts", "hooks/"), hooks);
  const commands = new URL("of-commands/", packs);
  await makeCommandPacks(bundled("src/cli/cold.ts", "commands/"), commands);
  await compilePacks({ ...making, output: new URL("compiler/", packs) }, [
    [hooks, "hot.js"],
    [commands, "cold.js"],
  ]);
  await compileWithLibrary(making, await makeLibrary({ ...making, hooks, commands }));
}

/** Compiles the program that opens packs, from a library of them. */
export async function compileWithLibrary(
  making: Making,
  { index, base, embedded }: Library,
): Promise<void> {
  const { target, packedImportMap, folder } = making;
  const module = `export const INDEX = ${JSON.stringify(index)};`;
  await Deno.writeTextFile(new URL("library_index.ts", packedImportMap), module);
  const output = new URL(target === Deno.build.target ? "program/" : `program-${target}/`, folder);
  const main = await bundleProgram({ ...making, importMap: packedImportMap, output });
  const library = new URL("library", output);
  if (embedded !== null) await Deno.writeFile(library, embedded);
  await compileProgram({ ...making, main, base, files: embedded === null ? [] : [library] });
}

/** Compiles a program of the tests or the bench. */
export async function compileAsChunks(making: Making): Promise<void> {
  const output = new URL("program-of-tests/", making.folder);
  await compileProgram({ ...making, main: await bundleProgram({ ...making, output }) });
}
