/**
 * `ralph run --clean` after a killed run, whatever is missing by then: no work is lost, and what
 * stays is named with the command that removes it.
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { basename, join } from "@std/path";
import { showCommand } from "../../../src/text/shell_word.ts";
import { exits, read, type Stage, startRun, waitFor } from "./_run_stage.ts";
import { gitLines, isKept, oddAgent, planOf, repositoryStage } from "./_parallel_stage.ts";

const ITEMS = ["odd one [parallel]", "odd two [parallel]"];
/** Commits something, and leaves something else uncommitted. */
const HALF = `name=$(echo "$item" | cut -d' ' -f2)
echo "$name" >committed.txt; git add committed.txt; commit -m "$name"
echo "$name" >half.txt; tick; echo note >>PLAN.progress.md; echo began >>"$HOME/began"`;

/** Runs two agents and kills ralph when both have done half of their work. */
async function killRun(
  stage: Stage,
  { work = ":", ending = "exec sleep 86411" } = {},
): Promise<void> {
  stage.git("rm", "-q", "--cached", "PLAN.md");
  stage.git("commit", "-q", "-m", "the plan is mine");
  const path = oddAgent(stage, `${work}\n${HALF}; ${ending}`);
  const { child, done } = startRun(stage, ["PLAN.md", "--agent", path, "--parallel", "2"]);
  await waitFor(() => textOf(join(stage.home, "began")).length === 12, "two agents");
  child.kill("SIGKILL");
  await done;
}

function textOf(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return "";
  }
}

function worktreesOf(stage: Stage): string[] {
  return gitLines(stage, "worktree", "list", "--porcelain")
    .flatMap((line) => line.startsWith("worktree ") ? [line.slice(9)] : []).slice(1);
}

/** Sets the steps that prepare each worktree. */
function setUpBy({ home }: Stage, ...steps: string[]): void {
  Deno.mkdirSync(join(home, ".claude/ralph"), { recursive: true });
  const path = join(home, ".claude/ralph/config.json");
  Deno.writeTextFileSync(path, JSON.stringify({ worktree_setup: steps }));
}

Deno.test("parallel: --clean leaves what worktree_setup made out of a killed agent's commits", async () => {
  // The usual line, which ignores a folder, but not a link.
  using stage = await repositoryStage(ITEMS, { ".gitignore": "node_modules/\n" });
  Deno.mkdirSync(join(stage.project, "node_modules"));
  stage.put(".env", "KEY=mine\n");
  setUpBy(stage, "link:node_modules", "link:.env", "mkdir src; echo made >src/made.txt");
  const work = "echo w >src/w.txt; git add -A; commit -m all; echo more >src/more.txt";
  await killRun(stage, { work });
  await stage.ok(["run", "--clean"]);
  for (const [at, word] of ["one", "two"].entries()) {
    const branch = `ralph/plan/${at + 1}-odd-${word}`;
    const changed = gitLines(stage, "log", "--format=", "--name-only", `main..${branch}`);
    assertEquals(changed.toSorted(), ["committed.txt", "half.txt", "src/more.txt", "src/w.txt"]);
    assertEquals(stage.git("show", `${branch}:half.txt`), word);
  }
});

Deno.test("parallel: --clean removes worktrees whose setup was killed, and their branches", async () => {
  using stage = await repositoryStage(ITEMS);
  const began = join(stage.home, "began");
  setUpBy(stage, `echo made >made.txt; echo began >>'${began}'; exec sleep 86413`);
  const args = ["PLAN.md", "--agent", oddAgent(stage, "tick"), "--parallel", "2"];
  const { child, done } = startRun(stage, [...args, "--sandbox", "none"]);
  await waitFor(() => textOf(began).length === 12, "two setups");
  child.kill("SIGKILL");
  await done;
  assertStringIncludes(await stage.ok(["run", "--clean"]), "Removed 2 worktrees");
  assertEquals(worktreesOf(stage), []);
  assertEquals(gitLines(stage, "branch", "--list", "ralph/*"), []);
});

/** What is missing, from the project; `WORKTREE` and `OWN` are those of the first item. */
const MISSING: readonly (readonly [name: string, path: string, isLost: boolean])[] = [
  ["the worktree", "WORKTREE", true],
  ["git's folder of the worktree", "OWN", false],
  ["the index", "OWN/index", false],
  ["HEAD", "OWN/HEAD", false],
  ["the link to the repository", "OWN/commondir", false],
  ["the link to the worktree", "OWN/gitdir", false],
  ["the branch", ".git/refs/heads/ralph/plan/1-odd-one", false],
  ["the loop's folder", "LOOP", false],
];

Deno.test("parallel: --clean loses no work of a killed run, whatever is missing", async (test) => {
  using stage = await repositoryStage(ITEMS);
  await killRun(stage);
  const [first = "", second = ""] = worktreesOf(stage);
  const places = {
    WORKTREE: first,
    OWN: join(stage.project, ".git/worktrees", basename(first)),
    LOOP: stage.inHome("ralph/loops", basename(join(first, ".."))),
  };
  const copy = join(stage.root, "copy");
  Deno.mkdirSync(copy);
  const sh = (script: string, cwd = stage.project) => {
    const { success } = new Deno.Command("sh", { args: ["-ec", script], cwd }).outputSync();
    assert(success, script);
  };
  sh("cp -a project home copy/", stage.root);
  for (const [name, path, isLost] of MISSING) {
    await test.step(name, async () => {
      sh("rm -rf project/* project/.[!.]* home/* home/.[!.]*; cp -a copy/. .", stage.root);
      const place = path.replace(
        /WORKTREE|OWN|LOOP/,
        (word) => places[word as keyof typeof places],
      );
      sh(`rm -rf "$(realpath -m -- '${place}')"`);
      const said = await stage.ok(["run", "--clean"]);
      const kept = [first, second].filter((worktree) => said.includes(`Kept ${worktree}: `));
      const status = JSON.parse((await stage.ralph(["status", "--json"])).stdout);
      assertEquals(status.leftovers.worktrees, kept);
      for (const [at, word] of ["one", "two"].entries()) {
        const folder = [first, second][at]!;
        if (isLost && at === 0) continue;
        const isInFolder = textOf(join(folder, "half.txt")).trim() === word;
        assert(isInFolder ? kept.includes(folder) : isKept(stage, "half.txt", word), word);
      }
      for (const branch of gitLines(stage, "branch", "--list", "ralph/*", "--format=%(refname)")) {
        const files = stage.git("ls-tree", "--name-only", branch).split("\n");
        assert(!files.includes("PLAN.md"), "the copy is not its work");
      }
      if (kept.length === 0) return assertEquals(worktreesOf(stage), []);
      // The command that is named removes what stays.
      for (const worktree of kept) {
        const command = said.split(`Kept ${worktree}: `)[1]!.split("\n")[0]!;
        sh(/rm -rf .*(?= && ralph)/.exec(command)![0]);
      }
      await stage.ok(["run", "--clean"]);
      assertEquals(worktreesOf(stage), []);
      const again = JSON.parse((await stage.ralph(["status", "--json"])).stdout);
      assertEquals(again.leftovers.worktrees, []);
    });
  }
});

Deno.test("parallel: --clean ends agents of a killed run before it removes their worktrees", async () => {
  using stage = await repositoryStage(ITEMS);
  const pids = join(stage.root, "pids");
  const ending = `trap '' HUP; echo $$ >>'${pids}'; while :; do sleep 0.05; done`;
  await killRun(stage, { ending });
  await waitFor(() => textOf(pids).split("\n").length === 3, "the agents' processes");
  const said = await stage.ok(["run", "--clean", "--kill-grace", "1"]);
  assertStringIncludes(said, "left behind");
  for (const pid of textOf(pids).trim().split("\n")) {
    // A process that has ended may still wait for its parent.
    const state = /^\d+ \(.*\) (\S)/.exec(textOf(`/proc/${pid}/stat`))?.[1] ?? "X";
    assertStringIncludes("XZ", state);
  }
  assertEquals(worktreesOf(stage), []);
  for (const word of ["one", "two"]) assert(isKept(stage, "half.txt", word), word);
});

Deno.test("parallel: --clean removes a worktree that git was killed in the middle of making", async () => {
  using stage = await repositoryStage(ITEMS);
  await killRun(stage);
  const [first = ""] = worktreesOf(stage);
  const own = join(stage.project, ".git/worktrees", basename(first));
  for (const { name } of Deno.readDirSync(first)) {
    if (name !== ".git") Deno.removeSync(join(first, name), { recursive: true });
  }
  for (const name of ["HEAD", "index"]) Deno.removeSync(join(own, name));
  Deno.writeTextFileSync(join(own, "locked"), "initializing\n");
  assertStringIncludes(await stage.ok(["run", "--clean"]), "Removed 2 worktrees");
  assertEquals(worktreesOf(stage), []);
});

Deno.test("parallel: locks of a git that was killed too are not in the way of --clean", async () => {
  using stage = await repositoryStage(ITEMS);
  await killRun(stage);
  const [first = ""] = worktreesOf(stage);
  const git = join(stage.project, ".git");
  const own = join(git, "worktrees", basename(first));
  const ref = join(git, "refs/heads/ralph/plan/1-odd-one");
  for (const path of [join(own, "index"), join(own, "HEAD"), ref]) {
    Deno.writeTextFileSync(`${path}.lock`, "");
  }
  assertStringIncludes(await stage.ok(["run", "--clean"]), "Removed 2 worktrees");
  for (const word of ["one", "two"]) assert(isKept(stage, "half.txt", word), word);
});

Deno.test("parallel: --clean does not remove the folder that it is called in", async () => {
  using stage = await repositoryStage(ITEMS);
  await killRun(stage);
  const [first = ""] = worktreesOf(stage);
  const ran = await exits(2, stage.ralph(["run", "--clean"], { cwd: first }));
  assertStringIncludes(ran.stderr, `${showCommand(["cd", stage.project])} && ralph run --clean`);
  assertEquals(worktreesOf(stage).length, 2);
});

Deno.test("parallel: --clean says what git says where the repository cannot be read", async () => {
  using stage = await repositoryStage(ITEMS);
  await killRun(stage);
  Deno.removeSync(join(stage.project, ".git/HEAD"));
  const ran = await exits(1, stage.ralph(["run", "--clean"]));
  assertStringIncludes(ran.stderr, "Error: git worktree list failed: ");
  assertStringIncludes(ran.stderr, "Hint: ");
  assertEquals(read(stage, "PLAN.md"), planOf(ITEMS));
});
