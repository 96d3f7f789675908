/**
 * Adds to packs the code that V8 makes of them, and proves that each chunk runs.
 *
 * @module
 */
import { fromFileUrl } from "@std/path";
import { runChild, trimDenoError } from "./_child.ts";
import { compileProgram, type CompileRequest } from "./_compile.ts";
import { bundleProgram, type ProgramRequest } from "./_program.ts";
import { say, ScriptError } from "./_say.ts";

/** A folder with packs, and the chunk that they begin with. */
export type PackFolder = readonly [folder: URL, first: string];

const PACK_CODE = new URL("_pack_code.ts", import.meta.url);

/**
 * Compiles all functions of packs. Code for another system can only be made there: then the chunks are
 * run, and nothing else.
 *
 * @param request What the program is compiled with, and a folder for the one that compiles packs.
 * @throws {ScriptError} If a chunk cannot be run.
 */
export async function compilePacks(
  request: ProgramRequest & Omit<CompileRequest, "main" | "files">,
  folders: readonly PackFolder[],
): Promise<void> {
  const main = await bundleProgram({ ...request, main: PACK_CODE });
  const isHere = request.target === Deno.build.target;
  const program = new URL("pack_code", request.output);
  if (isHere) {
    await compileProgram({ ...request, main, output: program, permissions: ["--allow-all"] });
  } else {say(
      `Hooks will start without compiled code: only a build on ${request.target} can make it`,
    );}
  const run = isHere
    ? [fromFileUrl(program)]
    : [Deno.execPath(), "run", "--allow-all", "--no-config", "--no-lock", fromFileUrl(main)];
  for (const [folder, first] of folders) {
    const args = [fromFileUrl(folder), first, ...isHere ? [] : ["--check"]];
    const { code, stderr } = await runChild([...run, ...args]);
    if (code !== 0) throw new ScriptError(`Packs cannot be run: ${trimDenoError(stderr)}`);
  }
}
