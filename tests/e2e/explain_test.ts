/** `ralph explain` on loops that the compiled binary's hooks played. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { type Answer, exits, makeStage, type Stage, STRANGER } from "./_stage.ts";
import { needsLinux } from "../_tools.ts";

/** The one decision that `explain --json` is about. */
async function explain(stage: Stage, args: readonly string[] = []): Promise<Answer> {
  const { decisions } = JSON.parse(await stage.ok(["explain", "--json", ...args]));
  assertEquals(decisions.length, 1);
  return decisions[0];
}

Deno.test("explain: a stuck loop names the rule that ended it", async () => {
  using stage = await makeStage();
  for (let turn = 0; turn < 3; turn++) await stage.turn();
  const message = "I go on with the plan now, as it says, and do its next step at once.";
  for (let turn = 0; stage.hasLoop() && turn < 20; turn++) await stage.turn({ message });
  const { code, next, rule, rules } = await explain(stage);
  assertEquals(next, "ralph start -f PLAN.md --until-done");
  const decided = rules.filter(({ outcome }: Answer) => outcome === "decided");
  assertEquals([code, rule, decided.map(({ name }: Answer) => name)], ["stuck", "stuck", [
    "stuck",
  ]]);
});

Deno.test("explain: an earlier decision by its iteration, with what happened before it", async () => {
  using stage = await makeStage();
  await stage.turn();
  await stage.ok(["forbid", "new dependencies"]);
  stage.wait(6 * 3600);
  await stage.turn({ tool: false });
  await stage.turn();
  const decision = await explain(stage, ["--turn", "1"]);
  const { inputs: { facts, record }, kind } = decision;
  assertEquals([kind, record.iteration, facts.toolless_continuations], ["continue", 1, 1]);
  assertEquals(decision["before"].map(({ kind, code }: Answer) => code ?? kind), [
    "guidance",
    "gap",
  ]);
  assertEquals(decision["guidance"].forbidden, ["new dependencies"]);
  assertStringIncludes(
    await stage.ok(["explain", "-t", "1"]),
    "No activity for 6 h, not counted",
  );
});

Deno.test("explain: a complete task that a minimum keeps going nearly ended it", async () => {
  using stage = await makeStage({ start: ["-f", "PLAN.md", "--min-iterations", "5"] });
  stage.put("PLAN.md", "# Plan\n\n- [x] one\n- [x] two\n- [x] three\n");
  await stage.turn();
  const decision = await explain(stage);
  const done = decision["rules"].find(({ name }: Answer) => name === "success");
  assertEquals([done.outcome, done.is_near], ["passed", true]);
  assertStringIncludes(done.text, "only 0 of at least 5 turns");
});

Deno.test("explain: the kill switch, `ralph stop` and a deleted marker come before every rule", async () => {
  const ends: Record<string, (stage: Stage) => Promise<unknown>> = {
    "kill-switch": (stage) => {
      stage.put(".claude/STOP_LOOP", "");
      return stage.turn();
    },
    "stopped-by-user": async (stage) => {
      await stage.ok(["stop"]);
      if (stage.hasLoop()) await stage.turn();
    },
  };
  for (const [code, end] of Object.entries(ends)) {
    using stage = await makeStage();
    await stage.turn();
    await end(stage);
    const decision = await explain(stage);
    assertEquals([decision["code"], decision["rules"]], [code, []]);
    assertStringIncludes(decision["why"], "You asked for it");
    const text = await stage.ok(["explain"]);
    assertEquals(text.includes("Loop stopped"), false, "the reason is shown once");
    assert(decision["inputs_at"] !== null, "the facts of the last Stop are said to be older");
  }
});

Deno.test("explain: a loop that is paused by a limit, and one that has not decided yet", async () => {
  using stage = await makeStage();
  assertStringIncludes(await stage.ok(["explain"]), "It has made no decision yet.");
  await stage.turn();
  const event = stage.event("StopFailure", {
    error: "rate_limit",
    last_assistant_message: "You've hit your limit, resets 3am",
  });
  await stage.raw("session", JSON.stringify(event), { env: { CLAUDE_CODE_SESSION_ATTENDED: "0" } });
  const text = await stage.ok(["explain"]);
  assertStringIncludes(text, "Now: PAUSED: usage limit");
  assertStringIncludes(text, "Since then");
  assertMatch(text, /paused +usage limit/);
});

needsLinux().test(
  "explain: a loop whose session is gone says so, beside its last decision",
  async () => {
    const client = new Deno.Command("sleep", { args: ["60"] }).spawn();
    using stage = await makeStage({ env: { CLAUDE_PID: String(client.pid) } });
    await stage.turn();
    client.kill("SIGKILL");
    await client.status;
    const { present, decisions } = JSON.parse(await stage.ok(["explain", "--json"]));
    assertEquals(decisions[0].kind, "continue");
    assertStringIncludes(present, "gone");
  },
);

Deno.test("explain: works for a loop whose project is gone, by the beginning of its id", async () => {
  using stage = await makeStage();
  await stage.turn();
  const id = stage.loopDir().split("/").at(-1) ?? "";
  Deno.removeSync(stage.project, { recursive: true });
  const text = await stage.ok(["explain", id.slice(0, 18)], { cwd: stage.root });
  assertStringIncludes(text, `Loop ${id}`);
  assertStringIncludes(text, "First prompt, ");
  const list = await stage.ok(["history", "--all"], { cwd: stage.root });
  assertStringIncludes(list, "is gone");
});

Deno.test("explain: names a loop that it does not know, an unclear id, and a wrong iteration", async () => {
  using stage = await makeStage();
  await stage.turn();
  const refuse = async (code: number, what: string, ...args: string[]) => {
    const ran = await stage.ralph(["explain", ...args]);
    assertEquals([ran.code, ran.stdout], [code, ""]);
    assertStringIncludes(ran.stderr, what);
  };
  await refuse(5, 'No loop has the id "20200101"', "20200101");
  await refuse(2, "no decision of turn 40", "-t", "40");
  await stage.ok(["stop"], { env: { CLAUDE_CODE_SESSION_ID: STRANGER } });
  if (stage.hasLoop()) await stage.turn();
  await stage.ok(["start", "-f", "PLAN.md"]);
  await refuse(2, "Several loops fit", new Date().toISOString().slice(0, 4));
  using empty = await makeStage({ start: null });
  await exits(5, empty.ralph(["explain"]));
});

Deno.test("explain: a line in another version's form is not explained, and damaged lines are counted", async () => {
  using stage = await makeStage();
  await stage.turn();
  const file = join(stage.loopDir(), "journal.jsonl");
  const lines = stage.journal().map(({ inputs: _, ...line }) =>
    JSON.stringify({ ...line, facts: { rule: "none", iteration: 0 } })
  );
  Deno.writeTextFileSync(file, `${lines.join("\n")}\nhalf a li\n`);
  const { stdout, stderr, code } = await stage.ralph(["explain"]);
  assertEquals(code, 0);
  assertStringIncludes(stdout, "The journal has no facts for this decision.");
  assertStringIncludes(stderr, "1 line of the journal cannot be read");
});
