/**
 * Writes the man pages to `dist/man/man1`, from the same descriptions of the commands as the help.
 *
 *     deno task docs:man [FOLDER]
 *
 * @module
 */
import { fromFileUrl, join, resolve } from "@std/path";
import { renderManPage } from "../src/cli/help/man_page.ts";
import { COMMANDS } from "../src/cli/registry.ts";
import { BUILD } from "../src/cli/core/context.ts";
import { runScript, say } from "./_say.ts";

async function writePages(folder: string): Promise<number> {
  await Deno.mkdir(folder, { recursive: true });
  for (const name of [null, ...COMMANDS.map((command) => command.name)]) {
    const page = await renderManPage(name, COMMANDS, { nowMs: Date.now, version: BUILD });
    await Deno.writeTextFile(join(folder, `ralph${name === null ? "" : `-${name}`}.1`), page);
  }
  say(`Wrote ${COMMANDS.length + 1} pages to ${folder}`);
  return 0;
}

if (import.meta.main) {
  const standard = fromFileUrl(new URL("../dist/man/man1", import.meta.url));
  await runScript(() => writePages(Deno.args[0] === undefined ? standard : resolve(Deno.args[0])));
}
