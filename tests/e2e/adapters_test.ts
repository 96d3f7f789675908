/** The user's own adapters, described and programmed, through the binary. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { readIfThere } from "./_clock.ts";
import { begin, makeStage, promptOf, type Stage } from "./_stage.ts";
import { isAlive } from "../_processes.ts";
import { waitUntil } from "../_wait.ts";

const AT = (minutesAgo: number) => new Date(Date.now() - minutesAgo * 60_000).toISOString();

const TABLE = `detect: train.toml
metrics:
  files: results.csv
  identifier: run
  timestamp: {field: at}
  primary: {path: loss, range: [0, 100]}
  direction: lower
convergence:
  target: {metric: loss, value: 0.1, direction: lower}
prompt:
  exploration: Try what differs in kind.
`;

async function withTable(...args: string[]): Promise<Stage> {
  const stage = await makeStage({ start: null });
  stage.put("train.toml", "");
  stage.put(".claude/ralph-adapters/train.yaml", TABLE);
  assertStringIncludes(await begin(stage, args), "Adapter: train");
  stage.wait(3 * 3_600);
  return stage;
}

Deno.test("adapters: a table's rows since the start count, older and broken rows do not", async () => {
  using stage = await withTable("-f", "PLAN.md", "--until-done");
  stage.put("results.csv", `run,at,loss\nold,${AT(600)},0.01\na,${AT(9)},3\nb,${AT(8)},-1\n`);
  const first = await stage.turn();
  assertMatch(String(first["systemMessage"]), /results\.csv.*loss is -1, outside of 0 to 100/);
  assertEquals(stage.record()["adapter"].metrics, 1);
  stage.put("results.csv", `run,at,loss\na,${AT(9)},3\nc,${AT(7)},0.05\n`);
  assertStringIncludes(promptOf(await stage.turn()), "**Adapter [train]**: STOP (suggest)");
  stage.put("PLAN.md", "- [x] one\n");
  assertEquals(await stage.lastTurn(), "complete");
});

Deno.test("adapters: a table without the column, or half written, does not end the loop", async () => {
  using stage = await withTable("--no-focus", "--until-done");
  for (const text of ["run,at,lss\na,x,1\n", `run,at,loss\na,${AT(9)},0.`, "\u0000\u0001", ""]) {
    stage.put("results.csv", text);
    const answer = await stage.turn();
    assertStringIncludes(promptOf(answer), "Try what differs in kind.");
  }
  assert(stage.hasLoop());
});

const PROGRAM = `#!/bin/sh
cat >/dev/null
echo $$ >> asked
case "$(cat mode)" in
  hang) sleep 61 ;;
  garbage) echo 'not { json' ;;
  fails) echo 'no database' >&2; exit 3 ;;
  silent) ;;
  old) echo '{"schema_version": 9}' ;;
  *) cat mode ;;
esac
`;

/** The processes of a program that were asked; on a busy machine one may end before it writes its id. */
function listAsked(stage: Stage): number[] {
  const pids = readIfThere(join(stage.project, "asked")) ?? "";
  return pids.split("\n").filter((line) => line !== "").map(Number);
}

/** A program that answers what the file "mode" says; a change of it is a new metric. */
async function withProgram(mode: string, ...args: string[]): Promise<Stage> {
  const stage = await makeStage({ start: null });
  stage.put("mode", mode);
  stage.put("tools/ask.sh", PROGRAM);
  stage.put(
    ".claude/ralph-adapters/asked.yaml",
    `command: [sh, tools/ask.sh]\ndetect: mode\nmetrics: {files: mode}\ntimeout_seconds: ${
      mode === "hang" ? 0.5 : 30
    }\n`,
  );
  assertStringIncludes(await begin(stage, [...args, "--trust"]), "Adapter: asked");
  return stage;
}

function answer(shouldContinue: boolean, confidence: number): string {
  return JSON.stringify({
    entries: [],
    should_continue: shouldContinue,
    confidence,
    reason: "the curve says so",
    prompt: "Look at the curve.",
  });
}

const FAILURES: readonly (readonly [mode: string, why: string])[] = [
  ["hang", "did not answer within 0.5 s"],
  ["garbage", "printed no JSON"],
  ["fails", "ended with exit code 3: no database"],
  ["silent", "printed nothing"],
  ["old", "answered in schema_version 9"],
];

for (const [mode, why] of FAILURES) {
  Deno.test(`adapters: a program that ${why} has no verdict: reported once, asked once, no stop`, async () => {
    using stage = await withProgram(mode, "-f", "PLAN.md");
    const first = await stage.turn();
    assertStringIncludes(
      String(first["systemMessage"]),
      `Adapter asked has no verdict: the program ${why}`,
    );
    assertStringIncludes(promptOf(first), "PLAN.md");
    const asked = listAsked(stage);
    if (mode !== "hang") assertEquals(asked.length, 1, "one question");
    assertEquals((await stage.turn())["systemMessage"], undefined, "it is reported once");
    assert(stage.hasLoop());
    assertEquals(listAsked(stage), asked, "it is not asked again at every Stop");
    if (Deno.build.os === "linux") {
      await waitUntil(() => !asked.some(isAlive), () => `${asked} still runs`);
    }
  });
}

Deno.test("adapters: CONTINUE keeps a complete task open until the program answers STOP", async () => {
  using stage = await withProgram(answer(true, 0.5), "-f", "PLAN.md", "--until-done");
  stage.put("PLAN.md", "- [x] one\n");
  const text = promptOf(await stage.turn());
  assertStringIncludes(text, "**Adapter [asked]**: CONTINUE (suggest)");
  assertStringIncludes(text, "Look at the curve.");
  assert(stage.hasLoop(), "the adapter prevents the end");
  stage.put("mode", `${answer(false, 0.5)}\n`);
  assertEquals(await stage.lastTurn(), "complete");
});

Deno.test("adapters: a program is asked once for the same metrics, and a confidence of 1 ends --eternal", async () => {
  using stage = await withProgram(answer(true, 0), "-f", "PLAN.md", "--eternal");
  for (let turn = 0; turn < 3; turn++) await stage.turn();
  const asked = () => listAsked(stage).length;
  assertEquals(asked(), 2, "once for metrics, once for the verdict");
  stage.put("mode", `${answer(false, 1)}\n`);
  assertMatch(String((await stage.turn())["systemMessage"]), /converged: the curve says so/);
  assertEquals([asked(), stage.hasLoop()], [4, false]);
});

Deno.test("adapters: a program changed during the loop runs again only when it is as trusted", async () => {
  using stage = await withProgram(answer(true, 0.5), "-f", "PLAN.md");
  await stage.turn();
  stage.put("tools/ask.sh", `${PROGRAM}\ntouch run-without-trust\n`);
  const changed = await stage.turn();
  assertStringIncludes(String(changed["systemMessage"]), "not trusted as it is now");
  stage.put("tools/ask.sh", PROGRAM);
  assertStringIncludes(promptOf(await stage.turn()), "CONTINUE (suggest)");
  assert(stage.hasLoop());
});

Deno.test("adapters: an adapter file removed or broken during the loop gives no verdict, and the loop continues", async () => {
  using stage = await withTable("-f", "PLAN.md");
  stage.put(".claude/ralph-adapters/train.yaml", "detect: [\n");
  assertMatch(String((await stage.turn())["systemMessage"]), /train has no verdict: .*not YAML/);
  Deno.removeSync(join(stage.project, ".claude/ralph-adapters/train.yaml"));
  assertStringIncludes(String((await stage.turn())["systemMessage"]), "its file is gone");
  assert(stage.hasLoop());
});
