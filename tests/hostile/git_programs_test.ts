/** ralph never runs a program that a repository's configuration names. */
import { assert, assertEquals } from "@std/assert";
import { join } from "@std/path";
import { takeTreeMark } from "../../src/evidence/progress/tree_mark.ts";
import { hasMovedSince } from "../../src/evidence/progress/tree_times.ts";
import { makeStage } from "../e2e/_stage.ts";
import { makeTrap, PAYLOADS, provoke } from "./_payloads.ts";

/** More than a busy machine needs. */
const LONG_MS = 60_000;

for (const { name, plant, proof } of PAYLOADS) {
  Deno.test(`hostile git: ${name} does not run when ralph reads the tree`, async () => {
    const root = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "ralph-git-" }));
    try {
      const trap = makeTrap(root);
      const project = join(root, "project");
      plant(project, trap.command);
      trap.hasRun();
      await takeTreeMark(project, [], LONG_MS);
      assertEquals(trap.hasRun(), false, "the tree's mark");
      await hasMovedSince(project, [], 0);
      await hasMovedSince(project, [], 4e9);
      assertEquals(trap.hasRun(), false, "the files' times");
      provoke(project, proof);
      assert(trap.hasRun(), "plain git runs it");
    } finally {
      Deno.removeSync(root, { recursive: true });
    }
  });
}

Deno.test("hostile git: with a filter in the configuration a change is seen, a touch is not", async () => {
  const root = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "ralph-git-" }));
  try {
    PAYLOADS[0]?.plant(root, "/bin/false");
    const file = join(root, "b.txt");
    const first = await takeTreeMark(root, [], LONG_MS);
    Deno.utimeSync(file, 2_000, 2_000);
    assertEquals(await takeTreeMark(root, [], LONG_MS), first);
    Deno.writeTextFileSync(file, "three\n");
    assert(await takeTreeMark(root, [], LONG_MS) !== first);
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
});

Deno.test("hostile git: no command and no hook runs such a program", async () => {
  using stage = await makeStage({ start: null });
  const trap = makeTrap(stage.root);
  for (const { name, plant } of PAYLOADS) {
    // One repository cannot have all: each has a folder of the project.
    const folder = join(stage.project, name.replaceAll(/[^a-z]+/g, "-"));
    plant(folder, trap.command);
  }
  PAYLOADS[0]?.plant(stage.project, trap.command);
  trap.hasRun();
  const commands = [
    ["status"],
    ["start", "--dry-run", "-f", "PLAN.md"],
    ["start", "-f", "PLAN.md"],
    ["constraints"],
    ["knowledge", "scan"],
    ["adapters"],
    ["run", "PLAN.md", "--dry-run"],
    ["hooks", "status"],
  ];
  for (const command of commands) {
    await stage.ralph(command);
    assertEquals(trap.hasRun(), false, command.join(" "));
  }
  // After two similar answers ralph reads the tree.
  for (let turn = 0; turn < 4; turn++) {
    await stage.turn({ message: "I am waiting for your answer." });
    assertEquals(trap.hasRun(), false, `stop ${turn}`);
  }
  await stage.ralph(["stop"]);
  assertEquals(trap.hasRun(), false, "stop");
});

Deno.test("hostile git: questions to git and changes by git each come from one place", async () => {
  const callers: string[] = [];
  const visit = async (folder: URL): Promise<void> => {
    for await (const { name, isDirectory } of Deno.readDir(folder)) {
      if (isDirectory) await visit(new URL(`${name}/`, folder));
      else if (
        /(?:Command|runProgram)\(\s*"git"/.test(Deno.readTextFileSync(new URL(name, folder)))
      ) {
        callers.push(name);
      }
    }
  };
  await visit(new URL("../../src/", import.meta.url));
  assertEquals(callers.toSorted(), ["ask_git.ts", "git.ts"]);
});
