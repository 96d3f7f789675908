/**
 * What `dist/ralph` is made of: a first module, and the library of packs that it opens.
 *
 * @module
 */
import { compileProgram, type CompileRequest } from "./_compile.ts";
import { placeLibrary } from "./_library.ts";
import { makeCommandPacks } from "./_make_commands.ts";
import { makePacks } from "./_make_packs.ts";
import { bundleProgram, removeFolder } from "./_program.ts";

/** What is compiled. */
export interface Making extends Omit<CompileRequest, "files"> {
  /** The import map of the program as modules. */
  readonly importMap: URL;
  /** The one of the program that reads packs. */
  readonly packedImportMap: URL;
  /** Folder for what is made on the way. */
  readonly folder: URL;
}

/** Compiles `ralph`. What is compiled stays in the folder `program`, the packs in `packs`. */
export async function compileProduct(making: Making): Promise<void> {
  const { root, main, target, importMap, packedImportMap, folder } = making;
  const packs = new URL("packs/", folder);
  await removeFolder(packs);
  const commands = new URL("of-commands/", packs);
  const cold = new URL("src/cli/cold.ts", root);
  const chunks = await makeCommandPacks(
    { root, main: cold, importMap, output: new URL("commands/", packs) },
    commands,
  );
  const hooks = new URL("of-hooks/", packs);
  await makePacks({
    ...making,
    main: await bundleProgram({ root, main, importMap, output: new URL("modules/", packs) }),
    hot: new URL("src/hook/hot.ts", root),
    folder: packs,
    packs: hooks,
    commands: { folder: commands, chunks },
  });
  const output = new URL(target === Deno.build.target ? "program/" : `program-${target}/`, folder);
  const first = await bundleProgram({ root, main, importMap: packedImportMap, output });
  const library = await placeLibrary({ ...making, hooks, commands, program: output });
  await compileProgram({ ...making, main: first, ...library });
}

/** Compiles a program of the tests or the bench. */
export async function compileAsChunks(making: Making): Promise<void> {
  const output = new URL("program-of-tests/", making.folder);
  await compileProgram({ ...making, main: await bundleProgram({ ...making, output }) });
}
