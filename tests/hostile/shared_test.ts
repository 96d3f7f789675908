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

testAsUsers("a check before the first agent changes no file of a store", async (user) => {
  using stage = await repositoryStage(["odd"], { ".gitignore": ".venv\n" });
  const store = join(stage.home, "store.py");
  Deno.writeTextFileSync(store, "theirs\n");
  Deno.mkdirSync(join(stage.project, ".venv"));
  Deno.linkSync(store, join(stage.project, ".venv/mod.py"));
  const check = ["--verify", "echo evil >>.venv/mod.py"];
  await exits(0, user.run(stage, runWords(script(stage, TICK), check)));
  assertEquals(Deno.readTextFileSync(store), "theirs\n");
});

testAsUsers("files of a store that are too large to copy are read-only", async (user) => {
  using stage = await repositoryStage(["odd"], { ".gitignore": ".venv\n" });
  const store = join(stage.home, "store.bin");
  Deno.writeTextFileSync(store, "theirs\n");
  // Nothing of it is on the disk.
  Deno.truncateSync(store, 3 * 1024 ** 3);
  const before = Deno.statSync(store).mtime;
  Deno.mkdirSync(join(stage.project, ".venv/lib"), { recursive: true });
  Deno.linkSync(store, join(stage.project, ".venv/lib/large.bin"));
  const change = "echo evil >>.venv/lib/large.bin";
  const agent = script(stage, `${change}\nmv .venv gone; rm -rf .venv\n${TICK}`);
  const words = runWords(agent, ["--verify", `${change} || true`]);
  const { stdout, stderr } = await exits(0, user.run(stage, words));
  assertStringIncludes(stdout + stderr, "so agents find it read-only");
  assertEquals([Deno.statSync(store).size, Deno.statSync(store).mtime], [3 * 1024 ** 3, before]);
});

for (const step of ["link:.venv", "copy:.venv"]) {
  testAsUsers(`a file of a store is not changed in a worktree, ${step}`, async (user) => {
    const files = { ".gitignore": ".venv\n" };
    using stage = await repositoryStage(["odd [parallel]", "even [parallel]"], files);
    const store = join(stage.home, "store.py");
    Deno.writeTextFileSync(store, "theirs\n");
    Deno.mkdirSync(join(stage.project, ".venv"));
    Deno.linkSync(store, join(stage.project, ".venv/mod.py"));
    const ralph = runWords("")[0]!;
    await exits(0, user.run(stage, [ralph, "config", "set", "worktree_setup", step, "--global"]));
    const agent = script(stage, `cat .venv/mod.py >>w.txt; echo evil >>.venv/mod.py\n${TICK}`);
    const words = runWords(agent, [
      "--parallel",
      "2",
      "--verify",
      "echo evil >>.venv/mod.py; true",
    ]);
    await user.run(stage, words);
    assertEquals(Deno.readTextFileSync(store), "theirs\n");
  });
}

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
