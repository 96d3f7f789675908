/** A parallel run that is ended in each phase of an item: no process, worktree or commit is left. */
import { assert, assertEquals } from "@std/assert";
import { join } from "@std/path";
import { exits, read, startRun, waitFor } from "./_run_stage.ts";
import { RALPH } from "../../e2e/_stage.ts";
import { listRunning, uniqueSleep } from "../../_processes.ts";
import {
  gitLines,
  isKept,
  oddAgent,
  pathWithGit,
  repositoryStage,
  runOdd,
} from "./_parallel_stage.ts";

const FOREVER = uniqueSleep();
/** What sleeps, by the phase. Each says that it began. */
const SLEEP = `echo began >>"$HOME/began"; exec ${FOREVER}`;
/** Says that it has written, because another item may be checked or reviewed before. */
const WORK = `echo w >w.txt; echo written >"$HOME/written"; tick`;

interface Phase {
  readonly name: string;
  readonly script: string;
  readonly args: readonly string[];
  /** The user's own configuration. */
  readonly config?: string;
}

const PHASES: readonly Phase[] = [
  {
    name: "agents work",
    script: `echo w >w.txt; echo written >"$HOME/written"; ${SLEEP}`,
    args: [],
  },
  {
    name: "a worktree is set up",
    script: WORK,
    args: [],
    config: `{"worktree_setup":["${SLEEP.replaceAll('"', '\\"')}"]}`,
  },
  {
    name: "the merged state is verified",
    script: WORK,
    args: ["--verify", `sh -c '${SLEEP}'`],
  },
  { name: "a reviewer works", script: WORK, args: ["--review", "REVIEWER"] },
];

/** What ends the run, and its exit code. */
const ENDS: readonly (readonly [string, number])[] = [
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
  ["kill switch", 130],
  ["stop", 130],
];

for (const [index, phase] of PHASES.entries()) {
  // They all ask for the same stop.
  for (const [how, code] of index === 0 ? ENDS : ENDS.slice(-1)) {
    Deno.test(`parallel: ${how} while ${phase.name} leaves nothing behind`, async () => {
      using stage = await repositoryStage();
      const reviewer = join(stage.root, "reviewer.sh");
      Deno.writeTextFileSync(reviewer, `#!/bin/sh\n${SLEEP}\n`, { mode: 0o755 });
      if (phase.config !== undefined) {
        Deno.mkdirSync(join(stage.home, ".claude/ralph"));
        Deno.writeTextFileSync(join(stage.home, ".claude/ralph/config.json"), phase.config);
      }
      const args = phase.args.map((word) => word === "REVIEWER" ? reviewer : word);
      const path = oddAgent(stage, phase.script);
      const { child, done } = startRun(stage, [
        "PLAN.md",
        ...["--agent", path, "--parallel", "2"],
        ...args,
      ]);
      const wasBegun = !phase.name.includes("set up");
      for (const name of ["began", ...wasBegun ? ["written"] : []]) {
        await waitFor(() => isFile(join(stage.home, name)), `${phase.name}: ${name}`);
      }
      if (how === "stop") await stage.ok(["stop"]);
      else if (how === "kill switch") Deno.writeTextFileSync(killSwitch(stage.project), "");
      else child.kill(how as Deno.Signal);
      const ran = await done;
      assertEquals(ran.code, code, ran.stdout + ran.stderr);
      assertEquals(listRunning(FOREVER), [], "no process is left");
      assertEquals(gitLines(stage, "worktree", "list").length, 1);
      const isDone = read(stage, "PLAN.md").includes("- [x] odd");
      assert(isDone || !wasBegun || isKept(stage, "w.txt", "w"), "the work is kept");
      for (
        const branch of gitLines(stage, "branch", "--list", "ralph/*", "--format=%(refname:short)")
      ) {
        assert(read(stage, ".ralph-result").includes(branch), branch);
      }
    });
  }
}

/** What asks for the end while git works, and the exit code. Each gives ralph time to see it. */
const SIGNALS = {
  SIGINT: ["kill -INT $PPID", 130],
  "stop": [`(cd "$RALPH_TEST_PROJECT" && '${RALPH}' stop) >/dev/null 2>&1; sleep 2`, 130],
  "kill switch": [`: >"$RALPH_TEST_PROJECT/.claude/STOP_LOOP"; sleep 2`, 130],
} as const;

/** The git call, and whether git tracks the plan, which is ticked later otherwise. */
const STEPS: readonly (readonly [string, "before" | "after", keyof typeof SIGNALS, boolean])[] = [
  ["--no-squash", "before", "SIGINT", true],
  ["--no-squash", "after", "stop", true],
  ["--no-squash", "after", "SIGINT", false],
  ["worktree remove", "after", "kill switch", false],
  ["branch -q -d", "before", "SIGINT", true],
];

for (const [call, when, how, isTracked] of STEPS) {
  const kind = isTracked ? "" : " with an untracked plan";
  Deno.test(`parallel: ${how} ${when} "git ${call}"${kind} leaves nothing half done`, async () => {
    const items = ["odd one [parallel]", "odd two [parallel]"];
    const work = `echo "$item" >"$(echo "$item" | cut -d' ' -f2).txt"; tick`;
    using stage = await repositoryStage(items);
    if (!isTracked) {
      stage.git("rm", "-q", "--cached", "PLAN.md");
      stage.git("commit", "-q", "-m", "the plan is mine");
    }
    const [script, code] = SIGNALS[how];
    const ran = await runOdd(stage, work, [], {
      PATH: pathWithGit(stage, call, when, script),
      RALPH_TEST_PROJECT: stage.project,
    });
    assertEquals(ran.code, code, ran.stdout + ran.stderr);
    const plan = read(stage, "PLAN.md");
    for (const item of items) {
      const isMerged = isFile(join(stage.project, `${item.split(" ")[1]}.txt`));
      assertEquals(plan.includes(`- [x] ${item}`), isMerged, "what is merged is ticked");
    }
    assertEquals(gitLines(stage, "worktree", "list").length, 1);
    const branches = gitLines(stage, "branch", "--list", "ralph/*", "--format=%(refname:short)");
    const status = JSON.parse((await stage.ralph(["status", "--json"])).stdout);
    assertEquals(status.leftovers.branches.map(({ name }: { name: string }) => name), branches);
    for (const branch of branches) assert(read(stage, ".ralph-result").includes(branch), branch);
    const again = ["run", "PLAN.md", "--agent", oddAgent(stage, work), "--parallel", "2"];
    await exits(0, stage.ralph(again));
    for (const item of items) assertEquals(read(stage, `${item.split(" ")[1]}.txt`).trim(), item);
  });
}

function killSwitch(project: string): string {
  return join(project, ".claude/STOP_LOOP");
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
