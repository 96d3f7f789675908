/**
 * `kill -9` of a parallel run at each step of an item: nothing is lost, and the next commands tell
 * the truth.
 */
import { assert, assertEquals } from "@std/assert";
import { join } from "@std/path";
import { listWithVariable } from "../../_processes.ts";
import { exits, read, type Stage, waitFor } from "./_run_stage.ts";
import {
  gitLines,
  isKept,
  oddAgent,
  pathWithGit,
  planOf,
  repositoryStage,
  runOdd,
} from "./_parallel_stage.ts";

/**
 * The git call that kills ralph, before or after it ran, and whether the agent's work exists then. After
 * one call git's files are what they are before the next.
 */
const STEPS: readonly (readonly [string, "before" | "after", boolean])[] = [
  ["worktree add", "before", false],
  ["worktree add", "after", false],
  ["add -A", "before", true],
  ["add -A", "after", true],
  ["commit -q", "after", true],
  ["reset -q --soft", "before", true],
  ["reset -q --soft", "after", true],
  ["rebase -q", "after", true],
  ["--amend", "after", true],
  ["--no-squash", "after", true],
  ["worktree remove", "before", true],
  ["branch -q -d", "before", true],
];

const ITEMS = ["odd one [parallel]", "odd two [parallel]"];
const WORK = `echo "$item" >"$(echo "$item" | cut -d' ' -f2).txt"; tick`;
/** The plan's copy too, which ralph takes out of the commit. */
const COMMITTED_WORK = `${WORK}; git add -A; commit -m mine`;

/** A `PATH` with a `git` that kills its parent at one call. */
function killingGit(stage: Stage, call: string, when: "before" | "after"): string {
  return pathWithGit(stage, call, when, "kill -9 $PPID; exit 1");
}

async function assertNothingLost(stage: Stage, isDone: boolean): Promise<void> {
  // Agents and calls of git outlive ralph for a moment, and change what the commands below see.
  await waitFor(() => listWithVariable(`HOME=${stage.home}`).length === 0, "what outlived ralph");
  if (isDone) {
    const kept = ["one", "two"].some((name) =>
      isKept(stage, `${name}.txt`, `odd ${name} [parallel]`)
    );
    assert(kept, "the work of an agent is kept");
  }
  const left = gitLines(stage, "worktree", "list").length - 1;
  const status = await stage.ralph(["status", "--json"]);
  const { leftovers } = JSON.parse(status.stdout);
  assertEquals(leftovers.worktrees.length, left);
  await stage.ok(["run", "--clean"]);
  assertEquals(gitLines(stage, "worktree", "list").length, 1);
  assertEquals(gitLines(stage, "branch", "--merged", "HEAD", "--list", "ralph/*"), []);
  stage.git("fsck", "--strict");
  assertEquals(gitLines(stage, "status", "--porcelain", "--untracked-files=no"), []);
  // A second run does what is open, and nothing twice.
  const args = ["run", "PLAN.md", "--agent", oddAgent(stage, WORK), "--parallel", "2"];
  await exits(0, stage.ralph(args));
  assertEquals(read(stage, "PLAN.md"), planOf(ITEMS).replaceAll("[ ]", "[x]"));
  for (const name of ["one", "two"]) {
    assertEquals(stage.git("show", `main:${name}.txt`), `odd ${name} [parallel]`);
  }
  assertEquals(gitLines(stage, "worktree", "list").length, 1);
}

for (const [call, when, isDone] of STEPS) {
  Deno.test(`parallel: kill -9 ${when} "git ${call}" loses nothing`, async () => {
    using stage = await repositoryStage(ITEMS);
    const work = call.startsWith("reset") ? COMMITTED_WORK : WORK;
    await exits(137, runOdd(stage, work, [], { PATH: killingGit(stage, call, when) }));
    await assertNothingLost(stage, isDone);
  });
}

for (const when of ["before", "after"] as const) {
  Deno.test(`parallel: kill -9 ${when} the merge loses nothing of an untracked plan`, async () => {
    using stage = await repositoryStage(ITEMS);
    stage.git("rm", "-q", "--cached", "PLAN.md");
    stage.git("commit", "-q", "-m", "the plan is mine");
    await exits(137, runOdd(stage, WORK, [], { PATH: killingGit(stage, "--no-squash", when) }));
    await assertNothingLost(stage, true);
  });
}

Deno.test("parallel: kill -9 while the merged state is verified loses nothing", async () => {
  using stage = await repositoryStage(ITEMS);
  const pids = join(stage.root, "killed");
  const check = join(stage.root, "check.sh");
  const text = `#!/bin/sh
[ -e '${pids}' ] && exit 0
: >'${pids}'
at=$$
while [ "$at" -gt 1 ]; do
  at=$(sed -n 's/^PPid:[[:space:]]*//p' /proc/$at/status)
  case "$(readlink /proc/$at/exe)" in */dist/ralph) kill -9 "$at"; exit 1 ;; esac
done
`;
  Deno.writeTextFileSync(check, text, { mode: 0o755 });
  await exits(137, runOdd(stage, WORK, ["--verify", check]));
  await assertNothingLost(stage, true);
});
