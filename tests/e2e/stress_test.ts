/**
 * Design §13: killed at any instruction, a hundred at once: nothing is lost but the event itself.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { existsSync } from "@std/fs";
import { type Answer, continuationOf, makeStage, promptOf, SESSION, type Stage } from "./_stage.ts";

/** How long a process of ralph runs here, in milliseconds, and a little more. */
async function measureLife(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await act();
  return (performance.now() - began) * 1.2;
}

/** Kills a process so many milliseconds after it began. */
function killAfter(milliseconds: number): (child: Deno.ChildProcess) => void {
  return (child) => {
    const timer = setTimeout(() => {
      try {
        child.kill("SIGKILL");
      } catch {
        // It was faster.
      }
    }, milliseconds);
    child.status.then(() => clearTimeout(timer));
  };
}

function iteration(stage: Stage): number {
  return stage.record()["iteration"];
}

Deno.test("stress: a Stop hook killed at 60 random moments leaves a good record and loses at most itself", async () => {
  using stage = await makeStage({ start: ["-f", "PLAN.md", "--max-iterations=1000"] });
  const life = await measureLife(() => stage.turn());
  let killed = 0;
  for (let round = 0; round < 60; round++) {
    const before = iteration(stage);
    const onStart = killAfter(Math.random() * life);
    const ran = await stage.raw("stop", JSON.stringify(stage.stopEvent()), { onStart });
    if (ran.signal === "SIGKILL") killed += 1;
    const after = iteration(stage);
    assert(after === before || after === before + 1, `from ${before} to ${after}`);
    if (round % 10 !== 9) continue;
    assert(continuationOf(await stage.turn()) !== null, "the next event is answered as ever");
    assertEquals(iteration(stage), after + 1);
  }
  assert(killed >= 10, `only ${killed} of 60 were killed: the moments are badly chosen`);
  assertEquals(stage.record()["state"], "running");
});

Deno.test("stress: a hundred hooks at once lose no update and all answer", async () => {
  using stage = await makeStage();
  await stage.turn();
  const before = iteration(stage);
  const calls: Promise<Answer>[] = [];
  const stops: Promise<Answer>[] = [];
  for (let index = 0; index < 25; index++) {
    const id = { tool_name: "Bash", tool_use_id: `g${index}` };
    calls.push(
      stage.hook("guard", stage.event("PreToolUse", { ...id, tool_input: { command: "make x" } })),
      stage.hook("session", stage.event("PostToolUse", { ...id, duration_ms: 5 })),
      stage.hook("session", stage.event("UserPromptSubmit", { prompt: `steer ${index}` })),
    );
    // 25 answers without a tool call between them would reach the client's cap.
    const env = { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: "0" };
    stops.push(stage.hook("stop", stage.stopEvent(), { env }));
  }
  await Promise.all(calls);
  const answers = await Promise.all(stops);
  const told = answers.filter((answer) => continuationOf(answer) !== null);
  assertEquals(iteration(stage) - before, told.length, "each continuation is counted once");
  const headers = told.map((answer) => /(?:Iteration|Turn) (\d+)/.exec(promptOf(answer))?.[1]);
  assertEquals(new Set(headers).size, told.length, "and no number is given twice");
  assertEquals(told.length, 25, JSON.stringify(answers.filter((answer) => !told.includes(answer))));
  const beats = stage.lines(`${stage.loopDir()}/beats.jsonl`);
  const count = (event: string) => beats.filter((beat) => beat["event"] === event).length;
  assertEquals([count("tool-start"), count("tool-end"), count("prompt")], [25, 25, 25]);
  assert(continuationOf(await stage.turn()) !== null);
});

Deno.test("stress: ten starts at once make one loop, and it is whole, five times in a row", async () => {
  using stage = await makeStage({ start: null });
  for (let round = 0; round < 5; round++) {
    const all = await Promise.all(
      Array.from(
        { length: 10 },
        () => stage.ralph(["start", "-f", "PLAN.md", "--session", SESSION]),
      ),
    );
    assertEquals(all.filter(({ code }) => code === 0).length, 1, `round ${round}`);
    assertEquals(all.filter(({ code }) => code === 6).length, 9, `round ${round}`);
    assert(continuationOf(await stage.turn()) !== null, `round ${round}`);
    Deno.writeTextFileSync(stage.mark("STOP_LOOP"), "");
    await stage.turn();
  }
});

Deno.test("stress: start and stop killed at random moments leave a state from which all commands work", async () => {
  using stage = await makeStage({ start: null });
  const life = await measureLife(() => stage.ralph(["start", "-f", "PLAN.md", "--dry-run"]));
  for (let round = 0; round < 8; round++) {
    const moment = Math.random() * life;
    await stage.ralph(["start", "-f", "PLAN.md", "--session", SESSION], {
      onStart: killAfter(moment),
    });
    await stage.turn();
    await stage.ralph(["stop"], { onStart: killAfter(Math.random() * life) });
    assertEquals((await stage.ralph(["status"])).code, 0, `round ${round}`);
  }
  await stage.ralph(["stop"]);
  await stage.ralph(["stop"]);
  assertEquals((await stage.ralph(["stop"])).code, 5, "two stops end whatever is left");
  assertEquals(stage.hasLoop(), false);
  await stage.ok(["start", "-f", "PLAN.md", "--session", SESSION]);
  assert(continuationOf(await stage.turn()) !== null);
});

Deno.test("stress: a Stop hook killed while it verifies leaves no check behind", async () => {
  using stage = await makeStage({
    plan: "- [x] one\n",
    start: ["-f", "PLAN.md", "--until-done", "--verify", "echo $$ > pid; sleep 30"],
  });
  const pid = `${stage.project}/pid`;
  const ran = await stage.raw("stop", JSON.stringify(stage.stopEvent()), {
    onStart: (child) => void waitFor(() => existsSync(pid)).then(() => child.kill("SIGKILL")),
  });
  assertEquals(ran.signal, "SIGKILL");
  const group = Number(Deno.readTextFileSync(pid));
  await waitFor(() => !existsSync(`/proc/${group}`));
  assertEquals(iteration(stage), 0);
});

async function waitFor(condition: () => boolean, limitMs = 25_000): Promise<void> {
  for (let waited = 0; !condition(); waited += 20) {
    if (waited > limitMs) throw new Error("it did not happen in time");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
