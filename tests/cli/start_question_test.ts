/** Seed 002's Focus File Confirmation, asked by `start` at a terminal. */
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

Deno.test("start question: the seed's three answers, and Enter takes what was found", async () => {
  const { world, found } = await makeWorld();
  using _world = world;
  const { asked, focus } = await start(world, [], { typed: [""] });
  assertStringIncludes(asked, "Which focus mode for this Ralph session?");
  assertStringIncludes(asked, "1) Use discovered file");
  assertStringIncludes(asked, found);
  assertStringIncludes(asked, "2) Specify different file");
  assertStringIncludes(asked, "3) Run without focus");
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
  Deno.test(`start question: ${preset} skips no question, --yes does (lesson 21)`, async () => {
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
