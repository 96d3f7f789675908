/**
 * `ralph`: keeps Claude Code working until the task is really done, and says why it stopped.
 *
 * Dispatches, and is the only place that exits. Hooks and the status line come first and load
 * nothing of the commands: they run at every tool call.
 *
 * @module
 */

import { openPack } from "./src/system/packs.ts";

type Hot = typeof import("./src/hook/hot.ts");

/**
 * Loads what the first module of the hot path names: from a pack where the binary has that one, else
 * as a module. Whatever is wrong with a pack, the module answers.
 */
async function loadHot<Loaded>(
  pack: string,
  pick: (hot: Hot) => Promise<Loaded>,
): Promise<Loaded> {
  if (Deno.build.standalone && /^[a-z]+$/.test(pack)) {
    try {
      const load = await openPack(`${import.meta.dirname}/packs`, pack);
      return await pick(load("hot.js") as unknown as Hot);
    } catch {
      // There is no such pack: the program was compiled without the build.
    }
  }
  return await pick(await import("./src/hook/hot.ts"));
}

/** How the registered commands let the C library ask for memory; not for what ralph starts. */
const MEMORY_ADVICE = "glibc.malloc.hugetlb=1:glibc.malloc.top_pad=16777216:" +
  "glibc.malloc.mmap_threshold=33554432:glibc.malloc.trim_threshold=134217728";

if (import.meta.main) {
  if (Deno.env.get("GLIBC_TUNABLES") === MEMORY_ADVICE) Deno.env.delete("GLIBC_TUNABLES");
  const [command, ...rest] = Deno.args;
  if (command === "hook" && rest[0] !== "--help" && rest[0] !== "-h") {
    const loadHooks = (pack: string) => loadHot(pack, (hot) => hot.loadHooks());
    if (rest[0] === "prompt") {
      const { runPromptHook } = await import("./src/cli/prompt_hook.ts");
      const runSessionHook = async (text: string | null) =>
        await (await loadHooks("session")).runHook(["session"], () => text);
      Deno.exit(await runPromptHook(runSessionHook));
    }
    const { runHook } = await loadHooks(rest[0] ?? "");
    const exitCode = runHook(rest).catch(async () => {
      // The hook handles its own failures; that it cannot means that its code is not what was built.
      const whole = await (await import("./src/hook/hot.ts")).loadHooks();
      return await whole.runHook(rest, () => {
        throw new Error("this ralph is damaged: install it again");
      });
    });
    Deno.exit(await exitCode);
  }
  if (command === "statusline" && !rest.some((word) => word === "--help" || word === "-h")) {
    const { runStatusLine } = await loadHot("statusline", (hot) => hot.loadStatusLine());
    Deno.exit(await runStatusLine(rest));
  }
  const { runCommandLine } = await import("./src/cli/command_line.ts");
  Deno.exit(await runCommandLine(Deno.args));
}
