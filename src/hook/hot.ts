/**
 * What runs at every tool call and every redraw, behind one door: the build makes packs of what it
 * loads, and without packs `main.ts` imports it as any module.
 */

/** Loads the hooks. */
export const loadHooks = () => import("./run_hook.ts");

/** Loads the status line. */
export const loadStatusLine = () => import("./statusline/statusline.ts");
