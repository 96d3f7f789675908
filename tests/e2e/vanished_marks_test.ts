/** A loop whose marks go while no call runs is ended by its session, and nobody calls it "no loop". */
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { type Answer, begin, makeStage, type Stage } from "./_stage.ts";

/** A loop that has had a prompt and a turn, and then loses its marker and its record. */
async function vanished(): Promise<Stage> {
  const stage = await makeStage();
  await stage.raise("UserPromptSubmit", { prompt: "begin" });
  await stage.turn();
  for (const name of ["loop-enabled", "ralph-state.json"]) Deno.removeSync(stage.mark(name));
  return stage;
}

const ENDINGS: Readonly<Record<string, (stage: Stage) => Promise<Answer>>> = {
  "a Stop": (stage) => stage.turn(),
  "the session's return": (stage) => stage.raise("SessionStart", { source: "resume" }),
  "the session's end": (stage) => stage.raise("SessionEnd", { reason: "prompt_input_exit" }),
};

for (const [what, happen] of Object.entries(ENDINGS)) {
  Deno.test(`vanished marks: ${what} ends the loop, with a record and a message`, async () => {
    using stage = await vanished();
    const answer = await happen(stage);
    assertEquals(stage.stopRecord()?.["code"], "disabled");
    assertEquals((await stage.status())["state"], "stopped");
    assertMatch(await stage.ok(["history"]), /STOPPED/);
    // What ends with its window has nobody to tell.
    if (what === "the session's end") return;
    assertStringIncludes(answer["systemMessage"], "ralph: stopped, since");
  });
}

Deno.test("vanished marks: the registered command reaches the Stop of a session without a call", async () => {
  using stage = await vanished();
  const { stdout } = await stage.registered("stop", stage.stopEvent());
  assertStringIncludes(stdout, "ralph: stopped, since");
});

Deno.test("vanished marks: until then status and history say that the loop stops", async () => {
  using stage = await vanished();
  const shown = await stage.status();
  assertEquals(shown["state"], "stopping");
  assertStringIncludes(shown["what"], "its files in .claude were deleted");
  assertMatch(await stage.ok(["history"]), /STOPPING/);
});

Deno.test("vanished marks: the next start ends the loop before it begins another", async () => {
  using stage = await vanished();
  assertStringIncludes(await begin(stage, ["-f", "PLAN.md"]), "Ended the loop");
  assertEquals((await stage.ok(["history"])).includes("DAMAGED"), false);
});

Deno.test("vanished marks: stop --all ends the loop of a project that is gone", async () => {
  using stage = await makeStage({ session: null });
  Deno.removeSync(stage.project, { recursive: true });
  await stage.ok(["stop", "--all"], { cwd: stage.home });
  assertEquals(stage.stopRecord()?.["code"], "stopped-by-user");
});
