/** `ralph status` for people and for scripts. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { checkStatus } from "../cli/status/_schema.ts";
import { makeStage, type Stage } from "./_stage.ts";

/** The exit code of `--exit-code`, and its state. */
async function ask(stage: Stage): Promise<[number, string]> {
  const { code, stdout } = await stage.ralph(["status", "--exit-code", "--json"]);
  const document = JSON.parse(stdout);
  checkStatus(document);
  return [code, document.state];
}

Deno.test("status: a running turn shows the last tool call and its time", async () => {
  using stage = await makeStage();
  await stage.turn();
  const command = "npm test";
  stage.write({
    type: "assistant",
    message: {
      role: "assistant",
      content: [{ type: "tool_use", id: "t9", name: "Bash", input: { command } }],
    },
  });
  assertEquals(await ask(stage), [0, "working"]);
  const { loop } = await stage.status();
  assertEquals(loop.last_sign.what, "Bash npm test");
  assert(Math.abs(Date.parse(loop.last_sign.at) - Date.now()) < 60_000, loop.last_sign.at);
});

Deno.test("status: plan, next item, time, turns and limits are shown in human units", async () => {
  using stage = await makeStage();
  stage.wait(3661);
  const text = await stage.ok(["status"]);
  assertMatch(text, /^PLAN\.md +░+ {2}0 of 3 items done\nnext +one$/m);
  assertMatch(text, /^so far .* of 9 h active, 1 h 1 min on the clock\n +0 of 99 turns$/m);
  assertMatch(text, /^ends +when done, or at 9 h or 99 turns$/m);
  assert(!/\d\d-\d\dT\d\d:/.test(text), "ISO times are for --json");
  assert(!text.includes("**"), "no markup");
});

Deno.test("status: each state has its own exit code", async () => {
  using stage = await makeStage({ start: null });
  assertEquals(await ask(stage), [5, "none"]);
  await stage.ok(["start", "-f", "PLAN.md", "--until-done"]);
  assertEquals(await ask(stage), [0, "waiting"]);
  stage.openWindow();
  await stage.raise("SessionStart", { source: "startup" });
  assertEquals(await ask(stage), [10, "waiting_for_you"]);
  await stage.raise("SessionEnd", { reason: "clear" });
  assertEquals(await ask(stage), [11, "paused"]);
  Deno.writeTextFileSync(stage.mark("ralph-state.json"), "{");
  assertEquals(await ask(stage), [13, "damaged"]);
  await stage.ok(["stop"]);
  assertEquals(await ask(stage), [24, "stopped"]);
});

Deno.test("status: after the end it shows counts, plan and open findings", async () => {
  using stage = await makeStage({ plan: "- [x] one\n- [x] two\n" });
  stage.patchRecord({
    validation: {
      ...stage.record()["validation"],
      score: 0.9,
      findings: [{ round: 3, severity: "documentation", text: "README has no example" }],
    },
  });
  await stage.turn();
  const { state, what, last_loop: last } = await stage.status();
  assertEquals([state, last.code, last.items], ["done", "complete", { done: 2, total: 2 }]);
  assertMatch(what, /^done\. All 2 items of PLAN\.md are ticked\. .* active/);
  assertEquals(last.open_findings, [
    { round: 3, severity: "documentation", text: "README has no example" },
  ]);
});

Deno.test("status: the number of a turn is the iteration in its prompt", async () => {
  using stage = await makeStage({
    start: ["-f", "PLAN.md", "--until-done", "--max-iterations", "2"],
  });
  const working = async () => (await stage.status()).what.replace(/,.*/, "");
  assertEquals(await working(), "first prompt");
  await stage.turn();
  assertEquals(await working(), "turn 1");
  await stage.turn();
  assertEquals(await working(), "turn 2");
  assertStringIncludes(await stage.ok(["status"]), "2 of 2 turns");
});

Deno.test("status: the kill switch after Esc waits for no tool call", async () => {
  using stage = await makeStage();
  await stage.turn();
  stage.write({
    type: "user",
    message: { role: "user", content: [{ type: "text", text: "[Request interrupted by user]" }] },
  });
  stage.kill();
  const shown = await stage.status();
  assertEquals(shown.state, "stopping");
  assertStringIncludes(shown.what, "nothing is running");
  assertEquals(shown.how_to_continue, "ralph stop ends it now");
  const prompt = stage.event("UserPromptSubmit", { prompt: "and now?" });
  const { systemMessage } = await stage.hook("session", prompt);
  assertMatch(systemMessage, /^ralph: stopped by the kill switch .* 0 of 3 items of PLAN\.md done/);
});

Deno.test("status: a stop without a loop shows how the last one ended", async () => {
  using stage = await makeStage({ plan: "- [x] one\n" });
  await stage.turn();
  const { code, stdout } = await stage.ralph(["stop", "--json"]);
  const { error } = JSON.parse(stdout);
  assertEquals([code, error.code], [5, "no-loop"]);
  assertStringIncludes(error.hint, "done. The only item of PLAN.md is ticked");
});

Deno.test("status: an end in the first turn shows no number of turns", async () => {
  using stage = await makeStage();
  const { systemMessage } = await stage.turn({ message: "<blocked>the password</blocked>" });
  assertMatch(systemMessage, /next: one\. [^,]* active\.$/m);
});

Deno.test("status: the next item is the agent's while an earlier one waits for a person", async () => {
  const plan = "# Plan\n\n- [ ] one [parallel]\n- [ ] two [parallel]\n- [ ] three [parallel]\n";
  using stage = await makeStage({ plan, start: ["-f", "PLAN.md", "--until-done"] });
  assertMatch(await stage.ok(["status"]), /next +one/);
  await stage.turn({ message: "I cannot do it.\n<blocked>the key</blocked>" });
  assertMatch(await stage.ok(["status"]), /next +two/);
  assertMatch(await stage.ok(["start", "--resume"]), /next +two/);
});
