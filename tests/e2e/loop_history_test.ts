/** `ralph history`: the list of loops, and the journal of one, from the compiled binary. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { readIfThere } from "./_clock.ts";
import { type Answer, exits, makeStage, RALPH, type Stage } from "./_stage.ts";

const DONE = "# Plan\n\n- [x] one\n- [x] two\n- [x] three\n";

/** Starts one more loop and completes it. */
async function completeLoop(stage: Stage): Promise<void> {
  await stage.turn();
  stage.put("PLAN.md", DONE);
  await stage.lastTurn();
}

const jsonLines = (text: string): Answer[] =>
  text.trim().split("\n").map((line) => JSON.parse(line));

Deno.test("history: lists ended loops with their counts, and an active one by its state", async () => {
  using stage = await makeStage();
  await completeLoop(stage);
  stage.put("PLAN.md", "# Plan\n\n- [x] one\n- [ ] two\n");
  await stage.ok(["start", "-f", "PLAN.md"]);
  const { loops, total, schema_version: version } = JSON.parse(
    await stage.ok(["history", "--json"]),
  );
  assertEquals([version, total], [1, 2]);
  const [active, ended] = loops;
  assertEquals([active, ended].map(({ active_ms: ms }) => Number.isInteger(ms)), [true, true]);
  assertEquals([active.ended_at, active.code, active.items], [null, null, { done: 1, total: 2 }]);
  assertEquals([ended.state, ended.code, ended.iterations, ended.items, ended.tokens], [
    "done",
    "complete",
    1,
    { done: 3, total: 3 },
    null,
  ]);
  const text = await stage.ok(["history"]);
  assertStringIncludes(text, `${ended.id}  DONE`);
  assertStringIncludes(text, "PLAN.md · 3 of 3 items · 1 turn");
  const one = JSON.parse(await stage.ok(["history", "--json", "--limit", "1"]));
  assertEquals([one.loops.length, one.total], [1, 2]);
});

Deno.test("history: a loop whose files are gone keeps its line", async () => {
  using stage = await makeStage();
  await completeLoop(stage);
  const id = stage.loopDir().split("/").at(-1) ?? "";
  Deno.removeSync(stage.loopDir(), { recursive: true });
  const { loops } = JSON.parse(await stage.ok(["history", "--json"]));
  assertEquals([loops[0].id, loops[0].code, loops[0].has_journal], [id, "complete", false]);
  const ran = await exits(5, stage.ralph(["history", id]));
  assertStringIncludes(ran.stderr, "no longer kept");
});

Deno.test("history: a loop's journal as text and as JSON lines, or only its end", async () => {
  using stage = await makeStage();
  await completeLoop(stage);
  const id = stage.loopDir().split("/").at(-1) ?? "";
  const lines = jsonLines(await stage.ok(["history", id, "--json"]));
  assertEquals(lines.map(({ kind, schema_version: version, loop }) => [kind, version, loop]), [
    ["start", 1, id],
    ["continue", 1, id],
    ["let-go", 1, id],
  ]);
  const { done, total } = lines[2]?.["inputs"].facts.completion;
  assertEquals([done, total], [3, 3]);
  const text = await stage.ok(["history", id, "--limit", "1"]);
  assertEquals(text.split("\n").filter((line) => /^\d\d:/.test(line)).length, 1);
  assertStringIncludes(text, "done");
});

Deno.test("history: --follow shows what happens, and ends when the loop ends", async () => {
  using stage = await makeStage();
  await stage.turn();
  const child = new Deno.Command(RALPH, {
    args: ["history", "--follow", "--json"],
    cwd: stage.project,
    env: stage.env(),
    clearEnv: true,
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const readUntil = async (wanted: string) => {
    while (!text.includes(wanted)) {
      const { value, done } = await reader.read();
      assert(!done, `It ended without ${wanted}: ${text}`);
      text += value;
    }
  };
  await readUntil('"kind":"continue"');
  await stage.ok(["forbid", "new dependencies"]);
  await readUntil('"kind":"guidance"');
  stage.put("PLAN.md", DONE);
  await stage.lastTurn();
  await readUntil('"kind":"let-go"');
  assertEquals((await child.status).code, 0);
  await reader.cancel();
  assertEquals(jsonLines(text).map(({ kind }) => kind), [
    "start",
    "continue",
    "guidance",
    "let-go",
  ]);
});

Deno.test("history: the loops of all projects, and none here", async () => {
  using stage = await makeStage();
  await completeLoop(stage);
  const elsewhere = join(stage.root, "elsewhere");
  Deno.mkdirSync(elsewhere);
  const here = await stage.ralph(["history"], { cwd: elsewhere });
  assertEquals([here.code, here.stdout], [5, ""]);
  assertStringIncludes(here.stderr, "ralph history --all");
  assertStringIncludes(await stage.ok(["history", "--all"], { cwd: elsewhere }), stage.project);
  await exits(2, stage.ralph(["history", "--all", "--follow"]));
});

Deno.test("history: control characters of an agent never reach the terminal", async () => {
  using stage = await makeStage();
  await stage.turn({ message: "<blocked>the key \u001b[2J\u0007 and more</blocked>" });
  const text = await stage.ok(["history", "--follow"]);
  assertStringIncludes(text, "the key");
  // deno-lint-ignore no-control-regex -- these are what must not be there
  assert(!/[\u0000-\u0009\u000b-\u001f]/.test(text));
  assertEquals(readIfThere(stage.mark("loop-enabled")), null);
});
