/** Alpha Forge's adapter through the binary: when it ends a loop, and what it adds to prompts. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { begin, makeStage, promptOf, RALPH, type Stage } from "./_stage.ts";

const ROBUST = { sharpe: 1.5, cagr: 0.2, maxdd: -0.1, wfe: 0.6 };
const WEAK = { sharpe: 1, wfe: 0.3 };
const AT_ONCE = ["--min-hours", "0", "--min-iterations"];

/** One moment for all names: a second that passes between two calls makes no other run. */
const NOW_MS = Date.now();

/** Alpha Forge's folder of a run so many minutes ago, in the local time zone. */
function runName(minutesAgo: number): string {
  const at = new Date(NOW_MS - minutesAgo * 60_000);
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${at.getFullYear()}${two(at.getMonth() + 1)}${two(at.getDate())}`;
  return `run_${day}_${two(at.getHours())}${two(at.getMinutes())}${two(at.getSeconds())}`;
}

/** Writes runs, a minute apart, the last one a minute ago. */
function putRuns(stage: Stage, summaries: readonly (object | string)[]): string[] {
  return summaries.map((summary, index) => {
    const name = runName(summaries.length - index);
    const text = typeof summary === "string" ? summary : JSON.stringify(summary);
    stage.put(`outputs/runs/${name}/summary.json`, text);
    return name;
  });
}

/** A research project with a loop that began three hours ago. */
async function research(...args: string[]): Promise<Stage> {
  const stage = await makeStage({ start: null, program: RALPH });
  stage.put("pyproject.toml", '[project]\nname = "alpha-forge"\n');
  const started = await begin(stage, args);
  assertStringIncludes(started, "Adapter: alpha-forge");
  stage.wait(3 * 3_600);
  return stage;
}

Deno.test("alpha-forge: runs during the warm-up do not count, and a confidence of 0.5 does not end an open task", async () => {
  using stage = await research("-f", "PLAN.md", "--until-done");
  putRuns(stage, [WEAK, ROBUST]);
  assert(!promptOf(await stage.turn()).includes("**Adapter"));
  assertStringIncludes(stage.record()["adapter"].reason, "2/3");
  putRuns(stage, [WEAK, WEAK, ROBUST]);
  const text = promptOf(await stage.turn());
  assertStringIncludes(text, "**Adapter alpha-forge** advises to stop");
  assertStringIncludes(text, "WFE=0.60 >= 0.5");
  assert(stage.hasLoop(), "three items are open");
  assertMatch(await stage.ok(["status"]), /^adapter +alpha-forge: stop, 3 metrics: /m);
});

Deno.test("alpha-forge: a confidence of 0.5 and a complete task end the loop as complete", async () => {
  using stage = await research("-f", "PLAN.md", "--until-done");
  putRuns(stage, [WEAK, WEAK, ROBUST]);
  stage.put("PLAN.md", "- [x] one\n- [x] two\n- [x] three\n");
  assertEquals(await stage.lastTurn(), "complete");
  assertStringIncludes(JSON.stringify(stage.journal().at(-1)), "Robustness achieved");
});

Deno.test("alpha-forge: without a task a confidence of 0.5 ends the loop as converged, after the minimums", async () => {
  using stage = await research("--no-focus", ...AT_ONCE, "2");
  putRuns(stage, [WEAK, WEAK, ROBUST]);
  const first = promptOf(await stage.turn());
  assertStringIncludes(first, "**Alpha Forge, convergence**: Robustness achieved");
  assertStringIncludes(first, "| 1.500 | 0.200 | -0.100 | 0.600 |");
  assertStringIncludes(first, "Doubt the best run");
  await stage.turn();
  assertEquals(await stage.lastTurn(), "converged");
});

for (const args of [["-f", "PLAN.md", "--eternal"], ["--no-focus"]]) {
  Deno.test(`alpha-forge: the 99th run ends ${args.join(" ")} before any minimum`, async () => {
    using stage = await research(...args);
    putRuns(stage, Array.from({ length: 98 }, (_, index) => ({ ...WEAK, sharpe: index + 1 })));
    await stage.turn();
    assert(stage.hasLoop(), "98 runs are not 99");
    stage.put(`outputs/runs/${runName(150)}/summary.json`, JSON.stringify(WEAK));
    const end = await stage.turn();
    assertMatch(String(end["systemMessage"]), /Budget exhausted \(99 experiments\)/);
    assertEquals(stage.stopRecord()?.["code"], "converged");
  });
}

Deno.test("alpha-forge: exploration gets the decision table, the figures, and research every third time", async () => {
  using stage = await research("--no-focus", ...AT_ONCE, "20");
  putRuns(stage, [WEAK, { sharpe: 1.3, wfe: 0.3 }]);
  const texts: string[] = [];
  for (let turn = 0; turn < 3; turn++) texts.push(promptOf(await stage.turn()));
  for (const text of texts) {
    assertStringIncludes(text, "**Alpha Forge research**, 2 runs in this loop.");
    assertStringIncludes(text, "| sharpe | 1.000 | 1.300 | +0.300 |");
    assertStringIncludes(text, "the figures say **fix** now");
    assert(text.length < 10_000);
  }
  const due = texts.map((text) => text.includes("Web research is due this turn"));
  assertEquals(due, [false, false, true]);
  assertMatch(texts[2] ?? "", /- overfitting prevention.*\n- ML trading strategy SOTA 20/);
});

Deno.test("alpha-forge: a research log that says CONVERGED allows only /research", async () => {
  using stage = await research("--no-focus", ...AT_ONCE, "20");
  putRuns(stage, [WEAK, WEAK, { ...WEAK, sharpe: 3 }]);
  const log = "outputs/research_sessions/research_20260101/research_log.md";
  stage.put(log, "# Log\n\n**Status**: NOT CONVERGED\n");
  assertStringIncludes(promptOf(await stage.turn()), "**Alpha Forge research**");
  stage.put(log, "# Log\n\n**Status**: CONVERGED\n");
  assertStringIncludes(promptOf(await stage.turn()), "only `/research` is allowed now.");
  assert(stage.hasLoop(), "it does not end the loop");
});
