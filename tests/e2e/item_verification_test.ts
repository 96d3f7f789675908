/** The commands of a plan's items gate the completion of a loop. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { existsSync } from "@std/fs";
import { join } from "@std/path";
import { exits, makeStage, promptOf, type Stage } from "./_stage.ts";

function makeLoop(plan: string, ...more: string[]): Promise<Stage> {
  return makeStage({ plan, start: ["-f", "PLAN.md", "--until-done", "--trust", ...more] });
}

function has(stage: Stage, name: string): boolean {
  return existsSync(join(stage.project, name));
}

Deno.test("item commands: the output of a ticked item's failing command is in the prompt until it passes", async () => {
  using stage = await makeLoop(
    "- [x] Build the roof | `echo no roof; test -e roof`\n- [x] Paint\n",
  );
  const text = promptOf(await stage.turn());
  assertStringIncludes(text, "Build the roof");
  assertStringIncludes(text, "no roof");
  stage.put("roof", "");
  assertEquals(await stage.lastTurn(), "complete");
});

const WRITTEN: readonly (readonly [how: string, plan: string])[] = [
  ["added", "- [x] One | `true`\n- [x] Two | `touch pwned`\n"],
  ["put in place of a trusted one", "- [x] One | `touch pwned`\n- [x] Two\n"],
];

for (const [how, plan] of WRITTEN) {
  Deno.test(`item commands: a command ${how} during the loop is not run, and is reported once`, async () => {
    using stage = await makeLoop("- [x] One | `true`\n- [ ] Two\n");
    await stage.turn();
    stage.put("PLAN.md", plan);
    const answer = await stage.turn();
    const text = promptOf(answer);
    assertStringIncludes(text, "touch pwned");
    assertStringIncludes(text, "is not trusted: remove it from the plan if you added it");
    assertStringIncludes(answer["systemMessage"], "Checks not run: `touch pwned`");
    assertEquals((await stage.turn())["systemMessage"], undefined, "it is reported once");
    assertEquals(has(stage, "pwned"), false);
  });
}

Deno.test("item commands: without trust in them start refuses", async () => {
  using stage = await makeStage({ plan: "- [ ] One | `make one`\n", start: null });
  const refused = await exits(1, stage.ralph(["start", "-f", "PLAN.md", "--yes"]));
  assertStringIncludes(refused.stderr, "check of the plan: make one");
  assertStringIncludes(refused.stderr, "--trust");
  const dry = await stage.ralph(["start", "-f", "PLAN.md", "--yes", "--dry-run"]);
  assertStringIncludes(dry.stdout, "Would ask you to trust: check of the plan: make one");
  await exits(0, stage.ralph(["start", "-f", "PLAN.md", "--yes", "--trust"]));
  await stage.ok(["stop"]);
  await exits(0, stage.ralph(["start", "-f", "PLAN.md", "--yes"]));
});
