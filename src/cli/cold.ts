/** The one entrance to code that runs only when a person asks for it. The build packs what it loads. */
export { nameSources } from "../system/stack_trace.ts";
export { knowHookFiles } from "./doctor/checks/packs.ts";

/** Loads the commands. */
export const loadCommandLine = () => import("./command_line.ts");

/** Loads the hook that answers slash commands. */
export const loadPromptHook = () => import("./prompt_hook.ts");
