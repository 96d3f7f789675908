/**
 * `ralph`: keeps Claude Code working until the task is really done, and says why it stopped.
 *
 * Dispatches, and is the only place that exits. Hooks and the status line come first and load
 * nothing of the commands: they run at every tool call.
 *
 * @module
 */

if (import.meta.main) {
  const [command, ...rest] = Deno.args;
  if (command === "hook" && rest[0] !== "--help" && rest[0] !== "-h") {
    const loadHooks = () => import("./src/hook/run_hook.ts");
    if (rest[0] === "prompt") {
      const { runPromptHook } = await import("./src/cli/prompt_hook.ts");
      const runSessionHook = async (text: string | null) =>
        await (await loadHooks()).runHook(["session"], () => text);
      Deno.exit(await runPromptHook(runSessionHook));
    }
    const { runHook } = await loadHooks();
    Deno.exit(await runHook(rest));
  }
  if (command === "statusline" && !rest.some((word) => word === "--help" || word === "-h")) {
    const { runStatusLine } = await import("./src/hook/statusline/statusline.ts");
    Deno.exit(await runStatusLine(rest));
  }
  const { runCommandLine } = await import("./src/cli/command_line.ts");
  Deno.exit(await runCommandLine(Deno.args));
}
