/**
 * The parts of the program, as modules. In the binary `src/packed_program.ts` takes this module's place,
 * which reads them from packs.
 */
export { loadHooks, loadStatusLine } from "./hook/hot.ts";
export { loadCommandLine, loadPromptHook } from "./cli/cold.ts";
