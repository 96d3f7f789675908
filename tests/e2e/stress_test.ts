/** Hooks killed at random moments or run at the same time lose at most their own event. */
import { assert, assertEquals } from "@std/assert";
import { existsSync } from "@std/fs";
import {
  type Answer,
  type CallOptions,
  continuationOf,
  exits,
  makeStage,
  promptOf,
  RALPH,
  type Ran,
  SESSION,
  type Stage,
} from "./_stage.ts";
import { waitUntil } from "../_wait.ts";
import { readIfThere } from "./_clock.ts";

/** How long a call takes now, in milliseconds: of a busy machine's calls the last one tells most. */
class Life {
  private constructor(private lastMs: number) {}

  /** Measures a first call. */
  static async measure(act: () => Promise<unknown>): Promise<Life> {
    const began = performance.now();
    await act();
    return new Life(performance.now() - began);
  }

  /** Makes a call, and kills its process at a random moment, which may be after its end. */
  async killIn(act: (options: CallOptions) => Promise<Ran>): Promise<Ran> {
    const began = performance.now();
    const ran = await act({ onStart: killAfter(Math.random() * this.lastMs * 1.2) });
    if (ran.signal === null) this.lastMs = performance.now() - began;
    return ran;
  }
}

/** Kills a process some milliseconds after it began. */
function killAfter(milliseconds: number): (child: Deno.ChildProcess) => void {
  return (child) => {
    const timer = setTimeout(() => {
      try {
        child.kill("SIGKILL");
      } catch {
        // It has exited already.
      }
    }, milliseconds);
    child.status.then(() => clearTimeout(timer));
  };
}

function iteration(stage: Stage): number {
  return stage.record()["iteration"];
}

Deno.test("stress: a Stop hook killed at random moments leaves a valid record", async () => {
  using stage = await makeStage({
    program: RALPH,
    start: ["-f", "PLAN.md", "--max-iterations=1000"],
  });
  const life = await Life.measure(() => stage.turn());
  let killed = 0;
  for (let round = 0; round < 15; round++) {
    const before = iteration(stage);
    const event = JSON.stringify(stage.stopEvent());
    const ran = await life.killIn((options) => stage.raw("stop", event, options));
    if (ran.signal === "SIGKILL") killed += 1;
    const after = iteration(stage);
    assert(after === before || after === before + 1, `from ${before} to ${after}`);
    if (round % 5 !== 4) continue;
    assert(continuationOf(await stage.turn()) !== null, "the next event continues the loop");
    assertEquals(iteration(stage), after + 1);
  }
  assert(killed >= 3, `only ${killed} of 15 were killed: the moments are badly chosen`);
  assertEquals(stage.record()["state"], "running");
});

Deno.test("stress: forty hooks at once all answer and lose no update", async () => {
  using stage = await makeStage({ program: RALPH });
  await stage.turn();
  const before = iteration(stage);
  const calls: Promise<Answer>[] = [];
  const stops: Promise<Answer>[] = [];
  for (let index = 0; index < 10; index++) {
    const id = { tool_name: "Bash", tool_use_id: `g${index}` };
    calls.push(
      stage.hook("guard", stage.event("PreToolUse", { ...id, tool_input: { command: "make x" } })),
      stage.hook("session", stage.event("PostToolUse", { ...id, duration_ms: 5 })),
      stage.hook("session", stage.event("UserPromptSubmit", { prompt: `steer ${index}` })),
    );
    // So many answers without a tool call between them would reach the client's cap.
    const env = { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: "0" };
    stops.push(stage.hook("stop", stage.stopEvent(), { env }));
  }
  await Promise.all(calls);
  const answers = await Promise.all(stops);
  const continued = answers.filter((answer) => continuationOf(answer) !== null);
  assertEquals(iteration(stage) - before, continued.length, "each continuation is counted once");
  const headers = continued.map((answer) => /(?:Iteration|Turn) (\d+)/.exec(promptOf(answer))?.[1]);
  assertEquals(new Set(headers).size, continued.length, "no number is used twice");
  assertEquals(continued.length, 10, JSON.stringify(answers));
  const beats = stage.lines(`${stage.loopDir()}/beats.jsonl`);
  const count = (event: string) => beats.filter((beat) => beat["event"] === event).length;
  assertEquals([count("tool-start"), count("tool-end"), count("prompt")], [10, 10, 10]);
  assert(continuationOf(await stage.turn()) !== null);
});

Deno.test("stress: six starts at once make one valid loop, twice in a row", async () => {
  using stage = await makeStage({ program: RALPH, start: null });
  for (let round = 0; round < 2; round++) {
    const start = () => stage.ralph(["start", "-f", "PLAN.md", "--session", SESSION]);
    const all = await Promise.all(Array.from({ length: 6 }, start));
    assertEquals(all.filter(({ code }) => code === 0).length, 1, `round ${round}`);
    assertEquals(all.filter(({ code }) => code === 6).length, 5, `round ${round}`);
    assert(continuationOf(await stage.turn()) !== null, `round ${round}`);
    Deno.writeTextFileSync(stage.mark("STOP_LOOP"), "");
    await stage.turn();
  }
});

Deno.test("stress: after start and stop were killed at random moments all commands work", async () => {
  using stage = await makeStage({ program: RALPH, start: null });
  const start = ["start", "-f", "PLAN.md", "--session", SESSION];
  const life = await Life.measure(() => stage.ralph([...start, "--dry-run"]));
  for (let round = 0; round < 5; round++) {
    await life.killIn((options) => stage.ralph(start, options));
    await stage.turn();
    await life.killIn((options) => stage.ralph(["stop"], options));
    await exits(0, stage.ralph(["status"]));
  }
  await stage.ralph(["stop"]);
  await stage.ralph(["stop"]);
  await exits(5, stage.ralph(["stop"]));
  assertEquals(stage.hasLoop(), false);
  await stage.ok(["start", "-f", "PLAN.md", "--session", SESSION]);
  assert(continuationOf(await stage.turn()) !== null);
});

Deno.test("stress: a Stop hook killed while it verifies leaves no process behind", async () => {
  using stage = await makeStage({
    program: RALPH,
    plan: "- [x] one\n",
    start: ["-f", "PLAN.md", "--until-done", "--verify", "echo $$ > pid; sleep 300"],
  });
  const pid = `${stage.project}/pid`;
  const ran = await stage.raw("stop", JSON.stringify(stage.stopEvent()), {
    onStart: (child) =>
      void waitUntil(() => readIfThere(pid)?.endsWith("\n") === true, () => "it never began").then(
        () => child.kill("SIGKILL"),
      ),
  });
  assertEquals(ran.signal, "SIGKILL");
  const group = Number(Deno.readTextFileSync(pid));
  await waitUntil(() => !existsSync(`/proc/${group}`), () => `group ${group} lived`);
  assertEquals(iteration(stage), 0);
});
