/** In `ralph run` too, what a call of an agent destroys is put back, and the user's own stop still counts. */
import { assert, assertEquals } from "@std/assert";
import { join } from "@std/path";
import { attempt } from "../../../src/error.ts";
import { RALPH } from "../../e2e/_stage.ts";
import {
  agent,
  type BackgroundRun,
  isThere,
  read,
  runStage,
  type Stage,
  startRun,
  waitFor,
} from "./_run_stage.ts";

const PLAN = "# Plan\n\n- [ ] one\n";
const FILES: Readonly<Record<string, string>> = {
  "loop-config.json": '{ "max_hours": 9 }\n',
  "ralph-config.json": '{ "max_iterations": 50 }\n',
  "ralph-templates/run.md": "Go on.\n",
  "ralph-adapters/mine.sh": "#!/bin/sh\n",
};
const PYTHON =
  "python3 -c \"import pathlib; [p.unlink() for p in pathlib.Path('.claude').rglob('*.json')]\"";

/** In one process: the runner, too, looks from time to time, and would repair what is half done. */
const LINK =
  "python3 -c \"import os; os.mkdir('../far'); os.rename('.claude', '../old'); os.symlink('../far', '.claude')\"";
/** At one moment (RENAME_EXCHANGE), since an edit that is seen beside a marker in its place is kept. */
const LIMITS = "python3 -c \"import ctypes, os, shutil; shutil.copytree('.claude', '../new'); " +
  "os.remove('../new/loop-enabled'); open('../new/loop-config.json', 'w').write('{ }'); " +
  "ctypes.CDLL(None).renameat2(-100, b'../new', -100, b'.claude', 2)\"";

/** Lines that no reading foresees, and the files that they take. */
const DESTROYERS: readonly (readonly [name: string, line: string])[] = [
  ["the marker found by name", "f=$(find .claude -name 'loop-e*'); rm \"$f\""],
  ["make clean with a pattern", "rm -f .cl*/loop-e*"],
  ["every JSON file by python", PYTHON],
  ["everything of .claude", "rm -rf .cl*"],
  ["what find lists", "find . -path './.cl*' -type f | xargs rm -f"],
  ["a .claude that is moved away", "mv .claude ../gone"],
  ["emptied files", 'for f in .claude/*.json .claude/loop-enabled; do : > "$f"; done'],
  // Twice: the runner may just write its next record, and then nothing was taken.
  ["a cut-off record", "for i in 1 2; do printf '{' > .claude/ralph-state.json; sleep 0.2; done"],
  ["templates and adapters", "rm -r .claude/ralph-*s"],
  ["a link in place of .claude", LINK],
  ["the marker and the limits", LIMITS],
];

async function makeRunStage(): Promise<Stage> {
  const stage = await runStage(PLAN);
  for (const [name, text] of Object.entries(FILES)) stage.put(`.claude/${name}`, text);
  return stage;
}

function startCalls(stage: Stage, ...lines: string[]): BackgroundRun {
  return startRun(stage, ["PLAN.md", "--agent", agent("job-calls"), "--trust"], {
    TEST_RALPH: RALPH,
    TEST_CALLS: lines.join("\n"),
  });
}

function callIsOver(stage: Stage, number: number): Promise<void> {
  return waitFor(() => isThere(stage, `over-${number}`), `the end of call ${number}`);
}

function readFiles(stage: Stage): Record<string, string> {
  return Object.fromEntries(
    Object.keys(FILES).map((name) => [name, Deno.readTextFileSync(stage.mark(name))]),
  );
}

function assertWhole(stage: Stage): void {
  assertEquals(readFiles(stage), FILES);
  const id = Deno.readTextFileSync(stage.mark("loop-enabled")).trim();
  assertEquals(stage.record()["id"], id);
  assert(Deno.lstatSync(stage.mark(".")).isDirectory);
}

async function finish(stage: Stage, run: BackgroundRun) {
  stage.put("go", "");
  return await run.done;
}

/** One call of an agent that takes something. */
async function expectRepair(line: string): Promise<void> {
  using stage = await makeRunStage();
  const run = startCalls(stage, line);
  await callIsOver(stage, 1);
  assertWhole(stage);
  await waitFor(() => stage.journal().some(({ code }) => code === "repaired"), "the repair's note");
  const { code, stdout, stderr } = await finish(stage, run);
  assertEquals(code, 0, stdout + stderr);
  // Where the runner has looked in the middle of the call, it has more to say.
  const said = stderr.match(/and ralph restored/g)?.length ?? 0;
  assert(said > 0 && said < 4, `said ${said} times`);
  if (line.includes("../far")) assertEquals([...Deno.readDirSync(join(stage.root, "far"))], []);
}

Deno.test("run: what a call of the agent takes is put back and said, and the run goes on", async (t) => {
  // Side by side, since most of the time is waiting; a run each, since a marker that goes twice ends one.
  await Promise.all(DESTROYERS.map(([name, line]) =>
    t.step({
      name,
      fn: () => expectRepair(line),
      sanitizeOps: false,
      sanitizeResources: false,
      sanitizeExit: false,
    })
  ));
});

Deno.test("run: a cleanup is put back as often as the agent runs it", async () => {
  using stage = await makeRunStage();
  const run = startCalls(stage, "rm -rf .cl*", "rm -rf .cl*", "rm -rf .cl*");
  await callIsOver(stage, 3);
  assertWhole(stage);
  assertEquals((await finish(stage, run)).code, 0);
});

Deno.test("run: limits that a call edits are said with both values", async () => {
  using stage = await makeRunStage();
  const run = startCalls(stage, "echo '{\"max_hours\": 999}' > .claude/loop-config.json");
  await run.until("max_hours in .claude/loop-config.json changed from 9 to 999");
  assertEquals((await finish(stage, run)).code, 0);
});

Deno.test("run: what a call left running counts as that call while the agent works", async () => {
  using stage = await makeRunStage();
  const run = startCalls(
    stage,
    "setsid sh -c 'until [ -e strike ]; do sleep 0.05; done; rm .claude/loop-enabled' &",
  );
  await callIsOver(stage, 1);
  stage.put("strike", "");
  await run.until("and ralph restored it");
  assertWhole(stage);
  assertEquals((await finish(stage, run)).code, 0);
});

Deno.test("run: an agent that is killed in a call leaves nothing destroyed", async () => {
  using stage = await makeRunStage();
  const run = startCalls(stage, "rm .claude/loop-config.json; kill -9 $PPID");
  await run.until("and ralph restored it");
  assertEquals(readFiles(stage), FILES);
  await finish(stage, run);
});

Deno.test("run: a marker that the user deletes after a call ends the run at once", async () => {
  using stage = await makeRunStage();
  const run = startCalls(stage, "true");
  await callIsOver(stage, 1);
  const calls = join(stage.loopDir(), "calls");
  await waitFor(() => attempt(() => [...Deno.readDirSync(calls)])?.length === 0, "the call's end");
  Deno.removeSync(stage.mark("loop-enabled"));
  const { code, stderr } = await run.done;
  assertEquals([code, stage.stopRecord()?.["code"], stage.hasLoop()], [130, "disabled", false]);
  assert(!stderr.includes("ralph restored"));
});

Deno.test("run: 'ralph stop' ends it in the middle of a call", async () => {
  using stage = await makeRunStage();
  const run = startCalls(stage, "touch begun; sleep 600");
  await waitFor(() => isThere(stage, "begun"), "the call to begin");
  await stage.ok(["stop"]);
  assertEquals([(await run.done).code, stage.stopRecord()?.["code"]], [130, "stopped-by-user"]);
  assertEquals([stage.hasLoop(), read(stage, "PLAN.md")], [false, PLAN]);
});

for (const takes of ["rm -f .cl*/loop-e*", "rm -f .cl*/loop-e* .cl*/*state*"]) {
  Deno.test(`run: checks that run "${takes}" are put back as often as they run`, async () => {
    using stage = await runStage(PLAN);
    const checks = [`${takes}; sleep 1`, takes, `${takes}; sleep 0.9`]
      .flatMap((check) => ["--verify", check]);
    const run = startRun(stage, ["PLAN.md", "--agent", agent("job-tick"), "--trust", ...checks]);
    const { code, stdout, stderr } = await run.done;
    // Each check runs before the first turn too.
    assertEquals([code, stderr.match(/and ralph restored/g)?.length], [0, 6], stdout + stderr);
  });
}
