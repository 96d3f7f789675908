/** The worked examples of the documentation, played: what the pages say happens, word for word. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { begin, continuationOf, makeStage, promptOf, SESSION, type Stage } from "./_stage.ts";

const page = (name: string) =>
  Deno.readTextFileSync(new URL(`../../docs/${name}.md`, import.meta.url));

/** The stage disables the validation by default. */
const ON = { env: { RALPH_ENABLE_VALIDATION_PHASE: undefined } };
/** Stands for `npm test`: it fails until the file "repaired" is there. */
const CHECK = "sh check.sh";
const CHECK_SCRIPT = 'echo "# tests 14"; [ -e repaired ] || { echo "not ok 3"; exit 1; }\n';

/** Works for so many minutes: a call without an event in between would be a silence. */
async function work(stage: Stage, minutes: number): Promise<void> {
  for (let left = minutes; left > 0; left -= 4) {
    const call = { tool_name: "Bash", tool_use_id: crypto.randomUUID(), tool_input: {} };
    await stage.hook("guard", stage.event("PreToolUse", call));
    stage.wait(Math.min(4, left) * 60);
    await stage.raise("PostToolUse", { ...call, duration_ms: 50 });
  }
}

Deno.test("docs: the example of completion happens as its table says, to its last words", async () => {
  using stage = await makeStage({ start: null });
  stage.put("check.sh", CHECK_SCRIPT);
  const write = (...lines: string[]) => stage.put("PLAN.md", `- ${lines.join("\n- ")}\n`);
  write("[ ] Write the parser", "[ ] Write the printer");
  await begin(stage, ["PLAN.md", "--until-done", "--verify", CHECK], SESSION, ON.env);
  await stage.raise("UserPromptSubmit", { prompt: "go" }, ON);
  /** A turn of the table, and what its answer has. */
  const turn = async (message: string, answer: string) => {
    await work(stage, 72 / 7);
    assertStringIncludes(promptOf(await stage.turn({ message }, ON)), answer);
  };

  write("[x] Write the parser", "[ ] Write the printer");
  await turn("The task is complete.", '"Write the printer"');
  write("[x] Write the parser", "[ ] Write the printer", "[x] TASK_COMPLETE");
  await turn("I marked it.", "Untick `TASK_COMPLETE`");
  write("[x] Write the parser", "[x] Write the printer");
  await turn("It is written.", "validation round 1 of 3");
  await turn("I fixed a mistake.\n\n<validated>", "validation round 2 of 3");
  await turn("The fixes work.\n\n<validated>", "validation round 3 of 3");
  await turn("The documentation is right.\n\n<validated>", "not ok 3");
  assertEquals(stage.record()["validation"].score, 1);
  stage.put("repaired", "");
  await work(stage, 72 / 7);
  const end = await stage.turn({ message: "I repaired the printer." }, ON);
  const quoted = String(end["systemMessage"]).replaceAll(CHECK, "npm test");
  assertStringIncludes(page("completion"), `\n${quoted}\n`);
});

Deno.test("docs: the example of limits counts as its table says", async () => {
  using stage = await makeStage({
    start: ["PLAN.md", "--until-done", "--max-hours", "3"],
    session: null,
  });
  const session = (name: string, fields = {}) => stage.raise(name, fields);
  const active = async () => (await stage.status())["loop"].runtime_hours * 60;
  const assertActive = async (minutes: number, state: string) => {
    assert(Math.abs(await active() - minutes) < 1, `about ${minutes} min, not ${await active()}`);
    assertEquals((await stage.status())["state"], state);
  };
  stage.openWindow();
  await session("SessionStart", { source: "startup" });
  await session("UserPromptSubmit", { prompt: "begin" });
  await work(stage, 40);
  const call = {
    tool_name: "Bash",
    tool_input: { command: "npm publish" },
    tool_use_id: "toolu_1",
  };
  await stage.hook("guard", stage.event("PreToolUse", call));
  await session("PermissionRequest", call);
  await assertActive(40, "waiting_for_you");
  stage.wait(15 * 60);
  await session("PostToolUse", { ...call, duration_ms: 10 });
  await work(stage, 90);
  await session("SessionEnd", { reason: "prompt_input_exit" });
  await assertActive(130, "paused");
  stage.wait(330 * 60 + 125 * 60);
  await session("SessionStart", { source: "resume" });
  await session("UserPromptSubmit", { prompt: "go on" });
  const text = continuationOf(await stage.turn()) ?? "";
  assertStringIncludes(text, "2 h 10 min of 3 h active, 10 h on the clock");
  assertStringIncludes(page("limits"), "`2 h 10 min of 3 h active, 10 h on the clock`");
  await work(stage, 50);
  assertEquals(await stage.lastTurn(), "max-runtime");
});
