/** `ralph run` over a plan with nested items: step by step, and each item is closed by its last step. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { exits, read, runScript, runStage, type Stage } from "./_run_stage.ts";

const NESTED =
  "# Plan\n\n- [ ] 1. Reader\n  - [ ] 1.1 Lines\n  - [ ] 1.2 Quotes\n- [ ] 2. Printer\n";
const FLAT = NESTED.replaceAll("  -", "-");

/** An agent that keeps its prompt, and ticks its line and the lines that it closes. */
const OBEYS = `
mkdir -p prompts; n=$(ls prompts | wc -l); printf '%s' "$1" > prompts/$n.md
for line in $(printf '%s' "$1" | sed -n 's/^\\*\\*Your item\\*\\*, line \\([0-9]*\\) .*/\\1/p; s/^- line \\([0-9]*\\): .*/\\1/p'); do
  sed -i "\${line}s/\\[ \\]/[x]/" PLAN.md
done`;

function prompts(stage: Stage): string[] {
  return [...Deno.readDirSync(join(stage.project, "prompts"))].map(({ name }) => name).sort()
    .map((name) => read(stage, `prompts/${name}`));
}

for (
  const [name, plan] of [["indented", NESTED], ["numbered, as Kiro writes them", FLAT]] as const
) {
  Deno.test(`nested: steps that are ${name} are done one by one, and the last closes its item`, async () => {
    using stage = await runStage(plan);
    const ran = await exits(0, runScript(stage, OBEYS));
    assertMatch(ran.stdout, /^DONE +All 4 items/m);
    const [first, second, third, ...more] = prompts(stage);
    assertEquals(more, []);
    assertStringIncludes(first!, "1.1 Lines\n\nAfter it, not now:\n- 1.2 Quotes\n- 2. Printer\n");
    assert(!first!.includes("1. Reader"), first);
    assertStringIncludes(second!, "tick it, too:\n- line 3: 1. Reader\n");
    assertStringIncludes(second!, "After it, not now:\n- 2. Printer\n");
    assertStringIncludes(third!, "line 6 of the plan");
  });
}

Deno.test("nested: an item whose steps are ticked is given as a whole", async () => {
  using stage = await runStage("- [ ] Reader\n  - [x] Lines\n  - [x] Quotes\n");
  await exits(0, runScript(stage, OBEYS));
  assertStringIncludes(prompts(stage)[0]!, "Its steps are closed already");
});

Deno.test("nested: agents that work side by side wait for the steps of an item", async () => {
  using stage = await runStage(
    "- [ ] A [parallel]\n  - [ ] a1\n  - [ ] a2\n- [ ] B [parallel]\n  - [ ] b1\n",
  );
  stage.git("init", "-q");
  stage.git("add", "-A");
  stage.git("commit", "-qm", "begin");
  const body =
    `${OBEYS}\nrm -r prompts; echo "$1" | sed -n 5,7p > "done-$RANDOM$$"; git add -A; git commit -qm work`;
  const ran = await exits(0, runScript(stage, body, ["--parallel", "2"]));
  assertMatch(ran.stdout, /^DONE +All 5 items/m);
  assertMatch(
    ran.stdout,
    /^used +3 turns/m,
    "an item whose steps are merged needs no agent of its own",
  );
});

Deno.test("nested: what only a person can do is said at the start and at the end, and given to no agent", async () => {
  using stage = await runStage("- [ ] Read\n- [ ] Manual: press it\n");
  const ran = await exits(0, runScript(stage, OBEYS));
  assertStringIncludes(ran.stderr + ran.stdout, '1 is yours: "Manual: press it"');
  assertMatch(ran.stdout, /^DONE .*left for you: "Manual: press it"/m);
  assertEquals(prompts(stage).length, 1);
});

Deno.test("nested: an item with a step for a person waits for that person, and is left for you", async () => {
  using stage = await runStage("- [ ] One\n  - [ ] (human) approve\n  - [ ] Step\n- [ ] Two\n");
  const ran = await exits(0, runScript(stage, OBEYS));
  assertMatch(ran.stdout, /^DONE .*left for you: "\(human\) approve" and 1 more/m);
  assertEquals(
    read(stage, "PLAN.md"),
    "- [ ] One\n  - [ ] (human) approve\n  - [x] Step\n- [x] Two\n",
  );
  assert(!prompts(stage)[0]!.includes("last open step"), prompts(stage)[0]);
});

Deno.test("nested: a plan with items for a person alone is refused with their names", async () => {
  using stage = await runStage("- [ ] Manual: press it\n- [ ] Sign (human)\n");
  const { stderr } = await exits(1, runScript(stage, OBEYS));
  assertStringIncludes(stderr, "No item of the plan is for an agent");
  assertStringIncludes(stderr, 'Left for you: "Manual: press it" and 1 more.');
});
