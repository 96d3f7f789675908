/** What `start` says over a loop that is there: the line of each refusal works where it is read. */
import { assert, assertEquals } from "@std/assert";
import { openRunLoop } from "../../src/run/loop/run_loop.ts";
import { readPlan } from "../../src/run/plan/plan.ts";
import { lockRun } from "../../src/store/run_lock.ts";
import { TestCli } from "./_cli.ts";

const NOW = Date.parse("2026-01-02T03:04:05Z");
const RUN = "20260102-030405000-0badcafe";

async function makeCli(): Promise<TestCli> {
  const cli = new TestCli();
  cli.write("PLAN.md", "- [ ] one\n");
  await cli.run(["hooks", "install"]);
  return cli;
}

async function openRun({ places, project }: TestCli): Promise<void> {
  const read = await readPlan(`${project}/PLAN.md`);
  assert(read.kind === "plan");
  openRunLoop(
    places,
    { id: RUN, project, plan: read.plan, flags: {}, remembered: {}, resumed: null },
    { environment: {}, isInSession: false, nowMs: () => NOW },
  );
}

/** The line that the refusal of a start names. */
async function refusalOf(cli: TestCli): Promise<string> {
  const ran = await cli.json(["start", "-f", "PLAN.md"]);
  assertEquals([ran.code, ran.error.code], [6, "already-running"]);
  return ran.error.next;
}

Deno.test("start over a run that works: the way on is its status, since nobody else may resume it", async () => {
  using cli = await makeCli();
  await openRun(cli);
  const locked = await lockRun(cli.places, cli.project);
  assert(locked.kind === "held");
  using lock = locked.lock;
  lock.name({ pid: Deno.pid, host: "here", loop: RUN, since: NOW, agent: "claude" });
  assertEquals(await refusalOf(cli), "ralph status");
  assertEquals((await cli.run(["status"])).code, 0);
});

Deno.test("start over a run whose process is gone: the way on is to resume it", async () => {
  using cli = await makeCli();
  await openRun(cli);
  assertEquals(await refusalOf(cli), "ralph run --resume");
  const resumed = await cli.run(["run", "--resume", "--agent", "true", "--dry-run"]);
  assertEquals([resumed.code, resumed.stdout.includes(RUN)], [0, true], resumed.stderr);
});

Deno.test("start over a damaged loop: the way on is to stop it", async () => {
  using cli = await makeCli();
  assertEquals((await cli.run(["start", "-f", "PLAN.md"])).code, 0);
  cli.write(".claude/ralph-state.json", "{");
  assertEquals(await refusalOf(cli), "ralph stop");
  assertEquals((await cli.run(["stop"])).code, 0);
  assertEquals((await cli.run(["start", "-f", "PLAN.md"])).code, 0);
});
