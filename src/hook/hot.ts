/**
 * The entry point of the code that runs at every tool call and every redraw. The build makes packs of the
 * modules that it loads.
 */

/**
 * Loads the hooks.
 *
 * @param _hook The name of the one that is run, such as `stop`: the binary has a pack for it.
 */
export const loadHooks = (_hook: string) => import("./run_hook.ts");

/** Loads the status line. */
export const loadStatusLine = () => import("./statusline/statusline.ts");
