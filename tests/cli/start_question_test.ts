/** The question which focus file is meant, asked by `start` at a terminal. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { type RanWith, World } from "./_world.ts";

/** A world with registered hooks and one local plan to be found, and one beside it. */
async function makeWorld(): Promise<{ world: World; found: string; other: string }> {
  const world = new World();
  const found = join(world.project, ".claude", "plans", "night.md");
  const other = join(world.project, "OTHER.md");
  world.write(found, "# Night\n\n- [ ] one\n");
  world.write(other, "# Other\n\n- [ ] two\n");
  assertEquals((await world.run(["hooks", "install"])).code, 0);
  return { world, found, other };
}

/** Starts a loop, and gives what was said and the focus that the loop has. */
async function start(world: World, words: readonly string[], options: RanWith = {}) {
  const ran = await world.run(["start", "--session", "s-1", ...words], options);
  assertEquals(ran.code, 0, ran.stderr);
  const record = Deno.readTextFileSync(join(world.project, ".claude", "ralph-state.json"));
  return { asked: ran.stderr, focus: JSON.parse(record).focus };
}

Deno.test("start question: three answers, and Enter takes what was found", async () => {
  const { world, found } = await makeWorld();
  using _world = world;
  const { asked, focus } = await start(world, [], { typed: [""] });
  assertStringIncludes(asked, found);
  assertEquals([focus.path, focus.method], [found, "local_plan"]);
});

Deno.test("start question: another file is asked for, and used", async () => {
  const { world, other } = await makeWorld();
  using _world = world;
  const { focus } = await start(world, [], { typed: ["2", "OTHER.md"] });
  assertEquals([focus.path, focus.method], [other, "explicit"]);
});

Deno.test("start question: without focus there is none", async () => {
  const { world } = await makeWorld();
  using _world = world;
  const { focus } = await start(world, [], { typed: ["3"] });
  assertEquals([focus.path, focus.method], [null, "no_focus"]);
});

for (const preset of ["--poc", "--production"]) {
  Deno.test(`start question: ${preset} skips no question, --yes does`, async () => {
    const first = await makeWorld();
    using _first = first.world;
    const { focus } = await start(first.world, [preset], { typed: ["3"] });
    assertEquals(focus.path, null, "the answer counts");
    const second = await makeWorld();
    using _second = second.world;
    const quiet = await start(second.world, [preset, "--yes"], { typed: ["3"] });
    assert(!quiet.asked.includes("Which focus mode"), quiet.asked);
    assertEquals(quiet.focus.path, second.found);
  });
}

/** A world with registered hooks and plans beside the code. */
async function makePlans(...names: string[]): Promise<World> {
  const world = new World();
  for (const name of names) world.write(join(world.project, name), "- [ ] one\n- [x] two\n");
  assertEquals((await world.run(["hooks", "install"])).code, 0);
  return world;
}

Deno.test("start question: a plan beside the code is found by its open items", async () => {
  using world = await makePlans("PLAN.md");
  const { asked, focus } = await start(world, [], { typed: [""] });
  assertStringIncludes(asked, "PLAN.md (plan of this project by its open items)");
  assertEquals([focus.path, focus.method], [join(world.project, "PLAN.md"), "project_plan"]);
});

Deno.test("start question: of several plans with open items one is asked for, with their counts", async () => {
  using world = await makePlans("PLAN.md", "docs/TODO.md");
  const { asked, focus } = await start(world, [], { typed: ["2"] });
  assertStringIncludes(asked, "Use discovered file (1 open item) → ");
  assertEquals(focus.path, join(world.project, "docs", "TODO.md"));
});

Deno.test("start question: where nobody can be asked, several plans are refused with the -f to paste", async () => {
  using world = await makePlans("PLAN.md", "docs/TODO.md");
  for (const words of [["--yes"], []]) {
    const { code, error } = await world.json(["start", "--session", "s-1", ...words]);
    assertEquals([code, error.code], [2, "usage"]);
    assertStringIncludes(error.hint, "ralph start -f ");
  }
  const shown = await world.run(["start", "--session", "s-1", "--dry-run"]);
  assertEquals(shown.code, 0, shown.stderr);
});

Deno.test("start: a target file outside the project is refused where the project's configuration names it", async () => {
  using world = await makePlans("PLAN.md");
  const outside = join(world.home, "notes.md");
  world.write(outside, "- [ ] one\n");
  world.write(
    join(world.project, ".claude", "ralph-config.json"),
    JSON.stringify({ target_file: outside }),
  );
  assertEquals(await world.refusal(["start", "--session", "s-1", "--yes"]), [2, "usage"]);
  const { focus } = await start(world, ["--yes", "-f", outside]);
  assertEquals(focus.path, outside);
});
