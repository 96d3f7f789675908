import { attempt } from "../../../src/error.ts";
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { exits, makeStage, RALPH } from "../../e2e/_stage.ts";
import { join } from "@std/path";
import { repositoryStage } from "./_parallel_stage.ts";
import { read, runStage, script, type Stage, startRun, waitFor } from "./_run_stage.ts";
import { openWindow } from "./_terminal.ts";

/** Notes the first open item, waits until the test lets it end, and ticks it. */
const PATIENT = `sed -n 's/^- \\[ \\] //p' PLAN.md | head -n 1 >> begun.txt
while [ ! -e "end-$(wc -l < begun.txt | tr -d ' ')" ] && [ ! -e end-all ]; do sleep 0.05; done
sed -i '0,/- \\[ \\]/s//- [x]/' PLAN.md`;

function hasBegun(stage: Stage, count: number): boolean {
  const text = attempt(() => read(stage, "begun.txt")) ?? "";
  return text.split("\n").length > count;
}

function begin(stage: Stage, args: readonly string[] = []) {
  return startRun(stage, ["PLAN.md", "--agent", script(stage, PATIENT), "--trust", ...args]);
}

async function stateOf(stage: Stage): Promise<[state: string, howToContinue: string | null]> {
  const status = JSON.parse(await stage.ok(["status", "--json"]));
  return [status["state"], status["how_to_continue"]];
}

async function waitForPause(stage: Stage): Promise<void> {
  await waitFor(() => stage.record()["state"] === "paused", "the pause");
}

Deno.test("pause: the turn ends, the plan is edited and read again, and the run goes on", async () => {
  using stage = await runStage();
  const run = begin(stage);
  await waitFor(() => hasBegun(stage, 1), "the first item");
  assertStringIncludes(await stage.ok(["pause"]), "→ ralph pause --off");
  assertEquals(await stateOf(stage), ["working", null], "its turn goes on");
  stage.put("end-1", "");
  await waitForPause(stage);
  assertEquals(read(stage, "PLAN.md").match(/\[x\]/g)?.length, 1);
  assertEquals(await stateOf(stage), ["paused", "ralph pause --off"]);
  assertStringIncludes(await stage.ok(["status"]), "you paused it");
  stage.put("PLAN.md", "# Plan\n\n- [x] one\n- [ ] two, edited\n- [ ] four\n");
  stage.put("end-all", "");
  assertEquals(await stage.ok(["pause", "--off"]), "The run continues.\n");
  const ran = await run.done;
  assertEquals(ran.code, 0, ran.stderr);
  assertEquals(read(stage, "begun.txt"), "one\ntwo, edited\nfour\n");
  assertStringIncludes(ran.stderr, "Paused");
});

for (
  const [what, act] of [
    ["'ralph stop'", (stage: Stage) => stage.ok(["stop"])],
    ["the kill switch", (stage: Stage) => stage.put(".claude/STOP_LOOP", "")],
  ] as const
) {
  Deno.test(`pause: ${what} ends a paused run, which resumes without the pause`, async () => {
    using stage = await runStage();
    const run = begin(stage);
    await waitFor(() => hasBegun(stage, 1), "the first item");
    await stage.ok(["pause"]);
    stage.put("end-all", "");
    await waitForPause(stage);
    await act(stage);
    const ran = await run.done;
    assertEquals(ran.code, 130, ran.stderr);
    assertEquals(read(stage, "begun.txt"), "one\n");
    await exits(0, stage.ralph(["run", "--resume"]));
  });
}

Deno.test("pause: in a parallel run what works is merged, and nothing begins before the pause is over", async () => {
  using stage = await repositoryStage(["one [parallel]", "two [parallel]", "three [parallel]"]);
  const path = script(
    stage,
    `item=$(printf '%s\\n' "$1" | sed -n 's/^- \\[ \\] //p' | head -n 1)
echo "$item" >>"$HOME/begun.txt"
while [ ! -e "$HOME/end-all" ]; do sleep 0.05; done
at=$(grep -nF -- "- [ ] $item" PLAN.md | cut -d: -f1); sed -i "\${at}s/\\[ \\]/[x]/" PLAN.md
echo "$item" >"w$at.txt"`,
  );
  const args = ["PLAN.md", "--agent", path, "--trust", "--parallel", "2", "--sandbox", "none"];
  const run = startRun(stage, args);
  const begun = () =>
    attempt(() => Deno.readTextFileSync(join(stage.env()["HOME"] ?? "", "begun.txt")));
  const count = () => (begun() ?? "").split("\n").length - 1;
  await waitFor(() => count() === 2, "two items");
  await stage.ok(["pause"]);
  Deno.writeTextFileSync(join(stage.env()["HOME"] ?? "", "end-all"), "");
  await waitForPause(stage);
  assertEquals([count(), read(stage, "PLAN.md").match(/\[x\]/g)?.length], [2, 2]);
  await stage.ok(["pause", "--off"]);
  const ran = await run.done;
  assertEquals([ran.code, count()], [0, 3], ran.stderr);
});

Deno.test("pause: in a parallel run a stop ends agents that work while it pauses", async () => {
  using stage = await repositoryStage(["one [parallel]", "two [parallel]"]);
  const path = script(stage, 'echo x >>"$HOME/begun.txt"; sleep 600');
  const args = ["PLAN.md", "--agent", path, "--trust", "--parallel", "2", "--sandbox", "none"];
  const run = startRun(stage, args);
  const begun = join(stage.env()["HOME"] ?? "", "begun.txt");
  await waitFor(() => attempt(() => Deno.readTextFileSync(begun)) === "x\nx\n", "two agents");
  await stage.ok(["pause"]);
  await stage.ok(["stop"]);
  assertEquals((await run.done).code, 130);
});

Deno.test("pause: p in the run's window pauses and goes on; the terminal is as before", async () => {
  using stage = await runStage();
  const window = await openWindow(stage, { NO_COLOR: "1", RALPH });
  window.type(`"$RALPH" run PLAN.md --trust --agent '${script(stage, PATIENT)}'; echo code=$?`);
  await waitFor(() => hasBegun(stage, 1) && /p pause/.test(window.text()), "the first item");
  window.type("p");
  await waitFor(() => window.text().includes("pauses after this turn"), "the answer to p");
  stage.put("end-all", "");
  await waitForPause(stage);
  await waitFor(() => /PAUSED +since/.test(window.text()), "the row");
  assertEquals(read(stage, "begun.txt"), "one\n");
  window.type("p");
  await waitFor(() => /code=0/.test(window.text()), "the end");
  assertEquals(read(stage, "begun.txt"), "one\ntwo\nthree\n");
  window.type("stty -a");
  await waitFor(() => / icanon .* echo /s.test(window.text()), "the terminal's modes");
  await window.close();
});

Deno.test("pause: says why nothing can be paused", async () => {
  using stage = await runStage();
  await exits(5, stage.ralph(["pause"]));
  using session = await makeStage();
  const refused = await session.ralph(["pause"]);
  assertEquals(refused.code, 1);
  assertMatch(refused.stderr, /Esc/);
});
