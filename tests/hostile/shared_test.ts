/** What other projects or users share with a project: files by hard links, and caches. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { attempt } from "../../src/error.ts";
import { join } from "@std/path";
import { exits, read, script, TICK } from "../run/e2e/_run_stage.ts";
import { repositoryStage } from "../run/e2e/_parallel_stage.ts";
import { runWords, testAsUsers } from "./_border.ts";

testAsUsers("a file of a store that the project links to is not changed there", async (user) => {
  using stage = await repositoryStage(["odd"], { ".gitignore": ".venv\ntarget\n" });
  const store = join(stage.home, "store.py");
  Deno.writeTextFileSync(store, "theirs\n", { mode: 0o755 });
  Deno.utimeSync(store, 1_000_000_000, 1_000_000_000);
  for (const folder of [".venv/lib", "target/deps"]) {
    Deno.mkdirSync(join(stage.project, folder), { recursive: true });
  }
  const own = join(stage.project, ".venv/lib/mod.py");
  Deno.linkSync(store, own);
  Deno.writeTextFileSync(join(stage.project, "target/deps/built"), "built");
  Deno.linkSync(join(stage.project, "target/deps/built"), join(stage.project, "target/built"));
  const agent = script(stage, `echo mine >>.venv/lib/mod.py; echo x >>target/built\n${TICK}`);
  const before = Deno.statSync(own);
  const { stdout, stderr } = await exits(0, user.run(stage, runWords(agent)));
  assertEquals(Deno.readTextFileSync(store), "theirs\n");
  assertEquals(read(stage, ".venv/lib/mod.py"), "theirs\nmine\n");
  assertEquals(Deno.statSync(own).mode, before.mode);
  assertStringIncludes(
    stdout + stderr,
    "1 file of the project was a hard link to a file elsewhere",
  );
  // Both names of a build's file are the project's.
  assertEquals(read(stage, "target/deps/built"), "builtx\n");
  assertEquals([...Deno.readDirSync(join(stage.project, ".venv/lib"))].length, 1);
});

testAsUsers(
  "caches that agents install from are the user's alone, with any umask",
  async (user) => {
    using stage = await repositoryStage(["odd"]);
    Deno.mkdirSync(join(stage.home, ".npm/_cacache"), { recursive: true });
    const words = runWords(script(stage, TICK));
    await exits(0, user.run(stage, ["sh", "-c", 'umask 0; exec "$@"', "sh", ...words]));
    const own = attempt(() => Deno.statSync(join(stage.home, ".cache/ralph")));
    // A bubblewrap with overlays needs none.
    assertEquals((own?.mode ?? 0) & 0o077, 0);
  },
);
