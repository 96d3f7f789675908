/** The program as Deno runs it from its sources: the Deno that runs this test. */
import { fromFileUrl } from "@std/path";
import { TestProject } from "../_project.ts";
import { keepLoop } from "./_whole_loop.ts";

/** The folder in which Deno keeps packages; a stage has a home of its own. */
async function findCache(): Promise<string> {
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).output();
  return JSON.parse(new TextDecoder().decode(stdout)).denoDir;
}

Deno.test("from sources: the program keeps a loop to its end, by every hook", async () => {
  using folder = new TestProject();
  const main = fromFileUrl(new URL("../../main.ts", import.meta.url));
  const program = folder.path("ralph");
  const run = `DENO_DIR="${await findCache()}" exec "${Deno.execPath()}" run -A --quiet "${main}"`;
  Deno.writeTextFileSync(program, `#!/bin/sh\n${run} "$@"\n`, { mode: 0o755 });
  await keepLoop(program);
});
