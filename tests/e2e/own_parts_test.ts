/** A project's own adapters, templates and tasks, through the binary. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { begin, makeStage, promptOf, type Stage } from "./_stage.ts";

const ADAPTER = `detect: score.toml
metrics:
  files: results/*.json
  primary: score
convergence:
  warm_up: 1
  hard_limit: 3
  patience: 2
prompt:
  implementation: Read results before you begin.
`;

async function makeScored(...args: string[]): Promise<Stage> {
  const stage = await makeStage({ start: null });
  stage.put("score.toml", "");
  stage.put(".claude/ralph-adapters/score.yaml", ADAPTER);
  const started = await begin(stage, ["-f", "PLAN.md", ...args]);
  assertStringIncludes(started, "Adapter: score");
  return stage;
}

Deno.test("adapter: the project's adapter is chosen at start, asked at each Stop, and can end the loop", async () => {
  using stage = await makeScored();
  const first = promptOf(await stage.turn());
  assertStringIncludes(first, "Read results before you begin.");
  assert(!first.includes("**Adapter"), "it has no verdict yet");
  stage.put("results/1.json", '{"score": 3}');
  stage.put("results/2.json", '{"score": NaN}');
  await stage.turn();
  assertEquals(stage.record()["adapter"].metrics, 1);
  stage.put("results/2.json", '{"score": 2}');
  stage.put("results/3.json", '{"score": 1}');
  assertEquals(await stage.lastTurn(), "converged");
});

Deno.test("adapter: an adapter without a verdict does not keep a complete task open", async () => {
  using stage = await makeScored("--until-done");
  stage.put("results/1.json", '{"score": 3}');
  stage.put("PLAN.md", "- [x] one\n");
  assertEquals(await stage.lastTurn(), "complete");
});

Deno.test("adapter: CONTINUE keeps a complete task open, and the prompt names the adapter", async () => {
  using stage = await makeStage({ start: null });
  const verdict = (shouldContinue: boolean) =>
    '{"is_match": true, "entries": [{"identifier": "r1", "timestamp": "2099-01-01T00:00:00Z", ' +
    `"primary": 1}], "should_continue": ${shouldContinue}, "confidence": 0.5, "reason": "as measured"}`;
  stage.put("verdict.json", verdict(true));
  stage.put(
    ".claude/ralph-adapters/mine.yaml",
    "detect: PLAN.md\ncommand: [cat, verdict.json]\nmetrics: {files: verdict.json}\n",
  );
  stage.put("PLAN.md", "- [x] one\n");
  await begin(stage, ["-f", "PLAN.md", "--until-done", "--trust"]);
  const held = promptOf(await stage.turn());
  assertStringIncludes(held, "**Adapter [mine]**: CONTINUE (suggest)");
  assertStringIncludes(held, "and the project's adapter no longer wants to continue");
});

Deno.test("adapter: an untrusted or changed program is not run", async () => {
  using stage = await makeStage({ start: null });
  const program = join(stage.project, ".claude/ralph-adapters/mine.sh");
  const answer = '{"is_match": true, "entries": [], "should_continue": false, "confidence": 1, ' +
    '"reason": "enough", "evidence": ["asked"]}';
  stage.put(".claude/ralph-adapters/mine.sh", `#!/bin/sh\ncat >/dev/null\necho '${answer}'\n`);
  Deno.chmodSync(program, 0o755);
  const without = await begin(stage, ["-f", "PLAN.md"]);
  assertStringIncludes(without, "Not trusted, so not used: adapter: mine");
  assertEquals(stage.record()["adapter"], null);
  await stage.ok(["stop"]);
  await stage.ok(["stop"]).catch(() => {});
  await begin(stage, ["-f", "PLAN.md", "--trust"]);
  assertEquals(stage.record()["adapter"].name, "mine");
  Deno.writeTextFileSync(program, "\n# changed\n", { append: true });
  const changed = await stage.turn();
  assertStringIncludes(String(changed["systemMessage"]), "Adapter mine has no verdict");
  assertEquals((await stage.turn())["systemMessage"], undefined, "it is said once");
  assert(stage.hasLoop(), "an adapter that fails never ends a loop");
});

Deno.test("templates: a trusted template replaces the built-in one; a broken or changed one does not", async () => {
  using stage = await makeStage({ start: null });
  stage.put(".claude/ralph-templates/work.md", "Do {{ nextItem }} the way we do it here.\n");
  await begin(stage, ["-f", "PLAN.md", "--trust"]);
  assertStringIncludes(promptOf(await stage.turn()), "Do one the way we do it here.");
  stage.put(".claude/ralph-templates/work.md", "{{ nothing.of.the.kind }}");
  const answer = await stage.turn();
  assertStringIncludes(promptOf(answer), "Continue with the task");
  assertMatch(String(answer["systemMessage"]), /work\.md/);
  assertEquals((await stage.turn())["systemMessage"], undefined, "it is said once");
});

Deno.test("tasks: a trusted task runs, and its failure is in the prompt", async () => {
  using stage = await makeStage({ start: null });
  stage.put(".claude/ralph-config.json", '{"explore_tasks": ["echo two broken; exit 3"]}');
  stage.put("PLAN.md", "- [x] one\n");
  await begin(stage, ["-f", "PLAN.md", "--min-iterations", "3", "--min-hours", "0", "--trust"]);
  assertStringIncludes(promptOf(await stage.turn()), "two broken");
});

Deno.test("tasks: a task that takes the marks is no stop of the user's", async () => {
  using stage = await makeStage({ start: null });
  const task = "rm -rf .cl*; sleep 0.5; echo two broken; exit 3";
  stage.put(".claude/ralph-config.json", JSON.stringify({ explore_tasks: [task] }));
  stage.put("PLAN.md", "- [x] one\n");
  await begin(stage, ["-f", "PLAN.md", "--min-iterations", "3", "--min-hours", "0", "--trust"]);
  assertStringIncludes(promptOf(await stage.turn()), "two broken");
  assertEquals(stage.hasLoop(), true);
});
