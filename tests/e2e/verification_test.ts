/** Verification commands gate every success, and a stop request ends them. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { existsSync } from "@std/fs";
import { join } from "@std/path";
import { type Answer, makeStage, promptOf, RALPH, type Stage } from "./_stage.ts";

function makeChecked(...commands: string[]): Promise<Stage> {
  const flags = commands.flatMap((command) => ["--verify", command]);
  return makeStage({
    program: RALPH,
    plan: "- [x] one\n",
    start: ["-f", "PLAN.md", "--until-done", ...flags],
  });
}

/** Acts while the command runs, which writes a file when it begins. */
async function during(stage: Stage, act: () => unknown): Promise<[Answer, number]> {
  const begun = join(stage.project, "begun");
  const answering = stage.turn();
  for (let waited = 0; !existsSync(begun); waited += 20) {
    assert(waited < 40_000, "the command never began");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const at = performance.now();
  await act();
  return [await answering, performance.now() - at];
}

Deno.test("verification: a failing command's output is in the prompt, and a passing one ends the loop", async () => {
  using stage = await makeChecked("test -f fixed || { echo 'two tests fail' >&2; exit 7; }");
  const text = promptOf(await stage.turn());
  assertStringIncludes(text, "two tests fail");
  assertStringIncludes(text, "Never weaken the check itself");
  stage.put("fixed", "");
  assertEquals(await stage.lastTurn(), "complete");
});

Deno.test("verification: the end and the status name the checks that passed, shortened", async () => {
  const long = `true ${"x".repeat(100)}`;
  using stage = await makeChecked("true", long);
  const { systemMessage } = await stage.turn();
  const said = `Checks passed: \`true\`, \`true ${"x".repeat(40)}`;
  assertStringIncludes(String(systemMessage), said);
  assert(!String(systemMessage).includes(long), String(systemMessage));
  assertStringIncludes(await stage.ok(["status"]), "Checks passed: `true`");
});

Deno.test("verification: commands run in order in the project's folder, up to the first failure", async () => {
  using stage = await makeChecked("pwd > where", "false", "touch never");
  assertStringIncludes(promptOf(await stage.turn()), "false");
  assertEquals(Deno.readTextFileSync(join(stage.project, "where")).trim(), stage.project);
  assert(!existsSync(join(stage.project, "never")));
});

Deno.test("verification: after a timeout the agent is asked to run the command", async () => {
  using stage = await makeChecked("sleep 30");
  stage.configure({ verify_timeout: 1 });
  const text = promptOf(await stage.turn());
  assertStringIncludes(text, "Run them yourself");
  assertStringIncludes(text, "sleep 30");
});

/** Deletes the marker, and again once it is put back: the command may have taken it the first time. */
async function deleteTwice(stage: Stage): Promise<void> {
  const marker = stage.mark("loop-enabled");
  Deno.removeSync(marker);
  while (!existsSync(marker)) await new Promise((resolve) => setTimeout(resolve, 20));
  Deno.removeSync(marker);
}

const CHECK = "touch begun; sleep 60";

for (
  const [what, code, act] of [
    ["the kill switch", "kill-switch", (stage: Stage) => stage.put(".claude/STOP_LOOP", "")],
    ["ralph stop", "stopped-by-user", (stage: Stage) => stage.ok(["stop"])],
    ["a marker deleted twice", "disabled", deleteTwice],
  ] as const
) {
  Deno.test(`verification: ${what} ends a running command and the loop at once`, async () => {
    using stage = await makeChecked(CHECK);
    const [answer, milliseconds] = await during(stage, () => act(stage));
    assert(milliseconds < 30_000, `${milliseconds} ms`);
    assertEquals(answer["continue"], false, JSON.stringify(answer));
    assertEquals([stage.hasLoop(), stage.stopRecord()?.["code"]], [false, code]);
  });
}

for (
  const [what, takes, files] of [
    ["the marker", "rm -f .cl*/loop-e*", "loop-enabled"],
    ["both marks", "rm -f .cl*/loop-e* .cl*/*state*", "loop-enabled and .claude/ralph-state.json"],
    ["all of .claude", "rm -rf .cl*", "loop-enabled and .claude/ralph-state.json"],
  ] as const
) {
  Deno.test(`verification: a check that takes ${what} is no stop of the user's: it is put back and said`, async () => {
    using stage = await makeChecked(`${takes}; sleep 0.5; test -e fixed`);
    const { systemMessage, ...answer } = await stage.turn();
    promptOf(answer);
    assertStringIncludes(String(systemMessage), `removed .claude/${files}, and ralph restored`);
    assert(stage.hasLoop());
    assert(stage.journal().some(({ code }) => code === "repaired"));
    assertEquals([
      ...Deno.readDirSync(stage.inHome("ralph", "loops", String(stage.record()["id"]), "calls")),
    ], []);
  });
}

Deno.test("verification: a check that takes the marker alone is put back at each Stop", async () => {
  using stage = await makeChecked("rm -f .cl*/loop-e*; test -e fixed");
  for (let turn = 0; turn < 3; turn++) {
    promptOf(await stage.turn());
    assert(existsSync(stage.mark("loop-enabled")), `turn ${turn}`);
  }
  stage.put("fixed", "");
  assertEquals(await stage.lastTurn(), "complete");
});

Deno.test("verification: a prompt while a command runs does not change its result", async () => {
  using stage = await makeChecked("touch begun; sleep 1");
  const prompt = stage.event("UserPromptSubmit", { prompt: "also tidy up" });
  await during(stage, () => stage.hook("session", prompt));
  assertEquals(stage.stopRecord()?.["code"], "complete");
});
