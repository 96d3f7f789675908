/**
 * Builds `dist/ralph`, then plays a loop in a throw-away folder.
 *
 *     deno run --allow-all scripts/demo.ts
 *
 * The task `demo` does the same, but `deno task` downloads the libraries of the tests first.
 *
 * @module
 */
import { fromFileUrl } from "@std/path";
import { buildProgram } from "./build.ts";
import { runScript } from "./_say.ts";

if (import.meta.main) {
  await runScript(async () => {
    const code = await buildProgram([]);
    if (code !== 0) return code;
    const ralph = fromFileUrl(new URL("../dist/ralph", import.meta.url));
    return (await new Deno.Command(ralph, { args: ["demo"] }).spawn().status).code;
  });
}
