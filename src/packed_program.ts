/** What `main.ts` imports, from the packs in the binary: the build puts this in the place of both doors. */
import { openLibrary } from "./system/library.ts";
import { openPack } from "./system/packs.ts";

type Hot = typeof import("./hook/hot.ts");
type Cold = typeof import("./cli/cold.ts");

/** Loads the hooks, from the pack of the one that is named, if it has one. */
export const loadHooks: Hot["loadHooks"] = async (hook) =>
  await (await openHot(hook)).loadHooks(hook);

/** Loads the status line. */
export const loadStatusLine: Hot["loadStatusLine"] = async () =>
  await (await openHot("statusline")).loadStatusLine();

/** Loads the commands. */
export const loadCommandLine: Cold["loadCommandLine"] = async () =>
  await (await openCold()).loadCommandLine();

/** Loads the hook that answers slash commands. */
export const loadPromptHook: Cold["loadPromptHook"] = async () =>
  await (await openCold()).loadPromptHook();

async function openHot(pack: string): Promise<Hot> {
  return (await openPack<Hot>({ read: openLibrary(), first: "hot.js", pack })).first;
}

async function openCold(): Promise<Cold> {
  const read = openLibrary(true);
  const { first } = await openPack<Cold>({ read, first: "cold.js" });
  first.nameSources(read);
  return first;
}
