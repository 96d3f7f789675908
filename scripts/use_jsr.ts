/**
 * Makes this checkout use the packages of JSR instead of the copies in `vendor/std`.
 *
 *     deno task jsr
 *
 * @module
 */

import { runChild, trimDenoError } from "./_child.ts";
import { runScript, ScriptError } from "./_say.ts";

/** Removes the list of linked folders from the text of a `deno.json`. */
export function removeLinks(config: string): string {
  return config.replace(/^ *"links": \[[^\]]*\],\n/m, "");
}

async function useJsr(): Promise<number> {
  const config = new URL("../deno.json", import.meta.url);
  await Deno.writeTextFile(config, removeLinks(await Deno.readTextFile(config)));
  const install = [Deno.execPath(), "install", "--frozen=false", "--entrypoint", "main.ts"];
  const { code, stderr } = await runChild(install, { cwd: new URL("../", import.meta.url) });
  if (code !== 0) throw new ScriptError(trimDenoError(stderr));
  return 0;
}

if (import.meta.main) await runScript(useJsr);
