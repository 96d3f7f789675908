/**
 * A run that ends between a review and the repair of what it found: after `--resume` the findings
 * go to the next worker of the item, and only to that.
 */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { existsSync } from "@std/fs/exists";
import { join } from "@std/path";
import { listWithVariable } from "../../_processes.ts";
import {
  APPROVAL,
  type BackgroundRun,
  exits,
  read,
  script,
  type Stage,
  startRun,
  waitFor,
} from "./_run_stage.ts";
import { gitLines, repositoryStage } from "./_parallel_stage.ts";

const FINDING = "w.txt has the wrong word (w.txt:1)";

/** Finds something in each item, and nothing in the whole plan. */
const FINDS_IN_ITEMS = `case "$1" in
  *"round "*" of 3"*) ;;
  *) printf '%s\\n' '<finding severity="critical">${FINDING}</finding>' ;;
esac
echo ${APPROVAL}`;

/**
 * Writes an agent that does the item. The first one that should fix something interrupts the run before
 * it does anything; each one after that keeps its prompt.
 *
 * @param interrupt What the first one does; it waits for its end after that.
 */
function worker(stage: Stage, interrupt: string): string {
  return script(
    stage,
    `case "$1" in
  *"sent it back"*)
    if mkdir "$HOME/fixing" 2>/dev/null; then
      ${interrupt}
      exec sleep 86410
    fi
    printf '%s' "$1" >>"$HOME/fixed" ;;
  *) printf '%s' "$1" >"$HOME/worked" ;;
esac
echo work >>w.txt
at=$(grep -n -m 1 -F -- '- [ ]' PLAN.md | cut -d: -f1)
[ -z "$at" ] || sed -i "\${at}s/\\[ \\]/[x]/" PLAN.md
git -c user.name=a -c user.email=a@b.c commit -q -m work w.txt`,
    "worker.sh",
  );
}

/** Starts a run whose first worker that should fix something waits for its end. */
function start(
  stage: Stage,
  { interrupt = ":", review = FINDS_IN_ITEMS, args = [] }: {
    readonly interrupt?: string;
    readonly review?: string;
    readonly args?: readonly string[];
  } = {},
): BackgroundRun {
  return startRun(stage, [
    ...["PLAN.md", "--agent", worker(stage, interrupt), "--sandbox", "none", "--terminal", "pipe"],
    ...["--review", script(stage, review, "reviewer.sh"), ...args],
  ]);
}

function inHome(stage: Stage, name: string): string {
  return Deno.readTextFileSync(join(stage.home, name));
}

async function waitForWorker(stage: Stage): Promise<void> {
  await waitFor(() => existsSync(join(stage.home, "fixing")), "the worker that should fix it");
}

/** Waits until a killed run's agents are gone too. */
async function waitForSilence(stage: Stage): Promise<void> {
  await stage.ralph(["run", "--clean"]);
  await waitFor(() => listWithVariable(`HOME=${stage.home}`).length === 0, "what outlived ralph");
}

async function resume(stage: Stage): Promise<void> {
  await exits(0, stage.ralph(["run", "--resume"]));
}

function countIn(text: string, part: string): number {
  return text.split(part).length - 1;
}

Deno.test("review: findings survive 'ralph stop', and the rounds count on", async () => {
  using stage = await repositoryStage(["odd"], { "w.txt": "" });
  const run = start(stage);
  await waitForWorker(stage);
  const live = JSON.parse(await stage.ok(["status", "--json"]));
  assertEquals(live.loop.run.items, { done: 0, total: 1 });
  await stage.ok(["stop"]);
  assertEquals((await run.done).code, 130);
  const ended = JSON.parse((await stage.ralph(["status", "--json"])).stdout);
  assertEquals(ended.last_loop.items, { done: 0, total: 1 });
  const open = [{ severity: "critical", text: FINDING }];
  assertEquals(ended.last_loop.open_findings, open);
  const result = read(stage, ".ralph-result");
  assertStringIncludes(result, `- odd: 1 review, 1 open\n  - (critical) ${FINDING}`);
  assertStringIncludes(result, "- **Completed:** 0\n- **Remaining:** 1");
  await resume(stage);
  assertEquals(countIn(inHome(stage, "fixed"), FINDING), 1, "one worker fixed it");
  assertStringIncludes(read(stage, ".ralph-result"), "- odd: 2 reviews, 1 open");
  assertStringIncludes(read(stage, ".ralph-result"), "1 finding left open");
});

/** `kill -9` of ralph, as the first thing that the worker does. */
const KILL = "kill -9 $PPID; exit 1";

Deno.test("review: findings survive 'kill -9' before the worker has done anything", async () => {
  using stage = await repositoryStage(["odd"], { "w.txt": "" });
  assertEquals((await start(stage, { interrupt: KILL }).done).signal, "SIGKILL");
  await waitForSilence(stage);
  const status = JSON.parse((await stage.ralph(["status", "--json"])).stdout);
  assertEquals([status.state, status.loop.run.items.done], ["orphaned", 0]);
  await resume(stage);
  assertEquals(countIn(inHome(stage, "fixed"), FINDING), 1, "one worker fixed it");
  assertStringIncludes(read(stage, ".ralph-result"), "- odd: 2 reviews, 1 open");
});

Deno.test("review: findings of a parallel run survive 'kill -9', and name the branch of the work", async () => {
  using stage = await repositoryStage(["odd"], { "w.txt": "" });
  const run = start(stage, { interrupt: KILL, args: ["--parallel", "2"] });
  assertEquals((await run.done).signal, "SIGKILL");
  await waitForSilence(stage);
  const [branch = ""] = gitLines(stage, "branch", "--list", "ralph/*", "--format=%(refname:short)");
  await resume(stage);
  const prompt = inHome(stage, "fixed");
  assertEquals(countIn(prompt, FINDING), 1, "one worker fixed it");
  assertStringIncludes(prompt, `is not in your tree: it was begun on the branch \`${branch}\``);
  assertStringIncludes(read(stage, ".ralph-result"), "- odd: 2 reviews, 1 open");
});

Deno.test("review: findings of a parallel run survive Ctrl-C", async () => {
  using stage = await repositoryStage(["odd"], { "w.txt": "" });
  const run = start(stage, { args: ["--parallel", "2"] });
  await waitForWorker(stage);
  run.child.kill("SIGINT");
  assertEquals((await run.done).code, 130);
  assertStringIncludes(read(stage, ".ralph-result"), "- odd: 1 review, 1 open");
  await resume(stage);
  assertEquals(countIn(inHome(stage, "fixed"), FINDING), 1, "one worker fixed it");
  assertStringIncludes(read(stage, ".ralph-result"), "1 finding left open");
});

Deno.test("review: an item whose review a stop interrupted is reviewed after --resume, and so is the plan with its changes", async () => {
  using stage = await repositoryStage(["odd"], { "w.txt": "" });
  const review = `case "$1" in
    *"round 1 of 3"*) printf '%s' "$1" >"$HOME/whole" ;;
    *"round "*" of 3"*) ;;
    *) mkdir "$HOME/fixing" 2>/dev/null && exec sleep 86411; printf '%s' "$1" >>"$HOME/reviewed" ;;
  esac
  echo ${APPROVAL}`;
  const run = start(stage, { review });
  await waitForWorker(stage);
  run.child.kill("SIGINT");
  assertEquals((await run.done).code, 130);
  assertStringIncludes(read(stage, ".ralph-result"), "- odd: not reviewed yet");
  await resume(stage);
  for (const name of ["reviewed", "whole"]) assertStringIncludes(inHome(stage, name), "+work");
  assertStringIncludes(read(stage, ".ralph-result"), "- odd: 1 review, 0 open");
});

Deno.test("review: an interrupted review of the whole plan begins again, and is no approval", async () => {
  using stage = await repositoryStage(["odd"], { "w.txt": "" });
  const review = `case "$1" in
    *"round 2 of 3"*) mkdir "$HOME/fixing" 2>/dev/null && exec sleep 86412 ;;
  esac
  printf '%s' "$1" | grep -o 'round . of 3' >>"$HOME/rounds"
  echo ${APPROVAL}`;
  const run = start(stage, { review });
  await waitForWorker(stage);
  await stage.ok(["stop"]);
  assertEquals((await run.done).code, 130);
  assertEquals(read(stage, ".ralph-result").includes("The whole plan"), false);
  await resume(stage);
  const rounds = ["1", "1", "2", "3"].map((round) => `round ${round} of 3\n`).join("");
  assertEquals(inHome(stage, "rounds"), rounds);
  assertStringIncludes(read(stage, ".ralph-result"), "- The whole plan: 1 review, 0 open");
});

Deno.test("review: what the whole plan's review found goes to a worker after --resume, before another review", async () => {
  using stage = await repositoryStage(["odd"], { "w.txt": "" });
  const review = `case "$1" in
    *"round 1 of 3"*)
      echo x >>"$HOME/rounds"
      [ -s "$HOME/fixed" ] || echo '<finding severity="critical">${FINDING}</finding>' ;;
  esac
  echo ${APPROVAL}`;
  const run = start(stage, { review, interrupt: KILL });
  assertEquals((await run.done).signal, "SIGKILL");
  await waitForSilence(stage);
  await resume(stage);
  assertEquals(countIn(inHome(stage, "fixed"), FINDING), 1, "one worker fixed it");
  assertEquals(inHome(stage, "rounds"), "x\nx\n");
  assertStringIncludes(read(stage, ".ralph-result"), "- The whole plan: 2 reviews, 0 open");
});
