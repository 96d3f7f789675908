/** Limits, minimums, and the start after an end. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { needsMounts } from "../_tools.ts";
import { exits, run } from "./_run.ts";
import { begin, continuationOf, makeStage, promptOf, RALPH } from "./_stage.ts";

Deno.test("endings: start clears the stop record of its own project", async () => {
  using stage = await makeStage();
  stage.kill();
  await stage.turn();
  assert(stage.stopRecord() !== null);
  assertEquals((await stage.status())["last_loop"].code, stage.stopRecord()?.["code"]);
  await begin(stage, ["-f", "PLAN.md"]);
  assertEquals(stage.stopRecord(), null);
  assertEquals((await stage.status())["last_loop"], null);
});

Deno.test("endings: start leaves the stop record of another project alone", async () => {
  using stage = await makeStage({ start: null });
  const other = {
    timestamp: "2025-12-22T21:32:27Z",
    reason: "Maximum runtime (9h) reached",
    decision: "stop",
    type: "normal",
    session_id: "someone",
    project_dir: "/somewhere/else",
  };
  Deno.writeTextFileSync(stage.inHome("ralph-stop-reason.json"), JSON.stringify(other));
  await begin(stage, ["-f", "PLAN.md"]);
  assertEquals(stage.stopRecord(), other);
  assertEquals((await stage.status())["last_loop"], null, "another project's stop is not shown");
});

Deno.test("endings: status shows this project's last stop after another project's", async () => {
  using stage = await makeStage();
  stage.kill();
  await stage.turn();
  const foreign = { ...stage.stopRecord(), project_dir: "/else", reason: "not ours" };
  Deno.writeTextFileSync(stage.inHome("ralph-stop-reason.json"), JSON.stringify(foreign));
  assertEquals((await stage.status())["last_loop"].code, "kill-switch");
});

Deno.test("endings: a loop that ended by a limit does not refuse the next start", async () => {
  using stage = await makeStage({ start: ["-f", "PLAN.md", "--max-iterations=1"] });
  await stage.turn();
  assertEquals(await stage.lastTurn(), "max-iterations");
  await begin(stage, ["-f", "PLAN.md"]);
  assertEquals(stage.record()["iteration"], 0, "counters belong to one loop");
  assert(continuationOf(await stage.turn()) !== null);
  assertEquals(stage.record()["iteration"], 1);
});

Deno.test("endings: a promise does not complete a deleted plan", async () => {
  using stage = await makeStage();
  Deno.removeSync(stage.plan);
  const text = continuationOf(await stage.turn({ message: "<promise>TASK_COMPLETE</promise>" }));
  assert(text !== null, "the task is not known to be complete");
  assert(!text.includes("<promise>"), text);
});

Deno.test("endings: start refuses where a kill switch cannot be removed", async () => {
  using stage = await makeStage({ start: null });
  Deno.mkdirSync(stage.mark("STOP_LOOP/in-the-way"), { recursive: true });
  const refused = await exits(1, stage.ralph(["start", "-f", "PLAN.md"]));
  assertStringIncludes(refused.stderr, "STOP_LOOP");
  assertEquals(stage.hasLoop(), false);
});

Deno.test("endings: a prompt stays under 10,000 characters, however long the plan is", async () => {
  const items = Array.from(
    { length: 3000 },
    (_, index) => `- [ ] ${"long item ".repeat(40)}${index}\n`,
  );
  using stage = await makeStage({ plan: `---\nstatus: implemented\n---\n${items.join("")}` });
  const asked = promptOf(await stage.turn());
  assert(asked.length > 500 && asked.length < 10_000, `${asked.length} characters`);
});

Deno.test("endings: ralph stop --all ends every loop of this home", async () => {
  using stage = await makeStage();
  await exits(0, stage.ralph(["stop", "--all"], { cwd: stage.home }));
  const again = await stage.ralph(["stop", "--all"]);
  // It drains while a turn runs; the second call ends it.
  assertEquals(again.code, 0);
  assertEquals(stage.hasLoop(), false);
  await exits(5, stage.ralph(["stop", "--all"]));
});

Deno.test("endings: ralph stop ends an unclaimed loop at once", async () => {
  using stage = await makeStage({ session: null });
  await exits(0, stage.ralph(["stop"]));
  assertEquals(stage.hasLoop(), false);
  assertEquals(stage.stopRecord()?.["session_id"], "unknown");
});

needsMounts().test(
  "endings: where no file can be written, 'ralph stop' says that the loop goes on",
  async () => {
    using stage = await makeStage();
    const script = 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && exec "$2" stop';
    const stopped = await run("unshare", ["-m", "sh", "-c", script, "sh", stage.root, RALPH], {
      cwd: stage.project,
      env: stage.env(),
    });
    assertEquals(stopped.code, 1, stopped.stdout + stopped.stderr);
    assertStringIncludes(stopped.stdout, `touch ${stage.mark("STOP_LOOP")}`);
    assertEquals((await stage.status())["loop"].state, "running");
  },
);

Deno.test("endings: an item that waits holds up no independent one, and a person's words end the wait", async () => {
  const plan = "# Plan\n\n- [ ] ask a [parallel]\n- [ ] write b [parallel]\n";
  using stage = await makeStage({ plan });
  const asks = { message: "No key.\n<blocked>the key for a</blocked>" };
  const waits = () =>
    (stage.record()["waiting_items"] ?? []).map(({ text }: { text: string }) => text);
  const prompt = continuationOf(await stage.turn(asks)) ?? "";
  assertStringIncludes(prompt, '"write b"');
  assertStringIncludes(prompt, "the key for a");
  assertEquals(waits(), ["ask a"]);
  await stage.raise("UserPromptSubmit", { prompt: "The key is in the vault" });
  assertEquals(waits(), []);
  await stage.turn({ message: "It is not there.\n<blocked>the key for a</blocked>" });
  assertEquals(waits(), ["ask a"]);
  stage.put("PLAN.md", plan.replace("[ ] write b", "[x] write b"));
  assertEquals(await stage.lastTurn({ message: "b is written." }), "blocked");
});
