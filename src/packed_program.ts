/**
 * Loads the imports of `main.ts` from the packs in the binary: the build replaces both of its doors by this
 * module. See docs/start-up.md.
 */
import { INDEX } from "./_library_index.ts";
import { openLibrary } from "./system/library.ts";
import { openPack } from "./system/packs.ts";

type Hot = typeof import("./hook/hot.ts");
type Cold = typeof import("./cli/cold.ts");

/** Loads the hooks, from the named hook's own pack if it has one. */
export const loadHooks: Hot["loadHooks"] = (hook) => openHot(hook).loadHooks(hook);

/** Loads the status line. */
export const loadStatusLine: Hot["loadStatusLine"] = () => openHot("statusline").loadStatusLine();

/** Loads the commands. */
export const loadCommandLine: Cold["loadCommandLine"] = () => openCold().loadCommandLine();

/** Loads the hook that answers slash commands. */
export const loadPromptHook: Cold["loadPromptHook"] = () => openCold().loadPromptHook();

function openHot(pack: string): Hot {
  return openPack<Hot>({ read: openLibrary(INDEX).hooks, first: "hot.js", pack }).first;
}

function openCold(): Cold {
  const library = openLibrary(INDEX);
  const read = library.openCommands();
  const { first } = openPack<Cold>({ read, first: "cold.js" });
  first.nameSources(read);
  first.knowHookFiles(library.hooks);
  return first;
}
