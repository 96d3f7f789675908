/**
 * `ralph run --parallel` in a real repository: independent items, conflicts, broken builds,
 * crashes.
 */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { exits, RALPH } from "../../e2e/_stage.ts";
import { needsMounts } from "../../_tools.ts";
import { agent, eventsOf, read, runPlan, type Stage } from "./_run_stage.ts";
import { gitLines, planOf, repositoryStage } from "./_parallel_stage.ts";

/** No worktree of a run is left, and no branch but the run's own. */
function assertTidy(stage: Stage, branches: readonly string[] = []) {
  assertEquals(gitLines(stage, "worktree", "list").length, 1);
  const names = gitLines(stage, "branch", "--format=%(refname:short)");
  assertEquals(names.toSorted(), [...branches, "main"].toSorted());
}

/** As many as a machine with one core gets. */
const PARALLEL = ["--parallel", "2"];
const FOUR = ["a", "b", "c", "d"].map((name) => `write ${name}.txt [parallel]`);

Deno.test("parallel: independent items are done at the same time, merged and ticked", async () => {
  using stage = await repositoryStage(FOUR);
  const ran = await runPlan(stage, "job-part", [...PARALLEL, "--json"], { PARTS_TOGETHER: "2" });
  assertEquals(ran.code, 0, ran.stdout + ran.stderr);
  assertEquals(read(stage, "PLAN.md"), planOf(FOUR).replaceAll("[ ]", "[x]"));
  for (const name of ["a", "b", "c", "d"]) assert(read(stage, `${name}.txt`) !== "");
  assertEquals(gitLines(stage, "log", "--format=%s").length, 5, "one commit for each item");
  const [ended] = stage.lines(stage.inHome("ralph", "history.jsonl"));
  assertEquals(ended?.["items"], { done: 4, total: 4 });
  assertEquals(gitLines(stage, "status", "--porcelain", "--untracked-files=no"), []);
  assertEquals(read(stage, "PLAN.progress.md").split("\n").length, 5, "notes are carried over");
  const events = eventsOf(ran);
  const open = new Set<number>();
  let most = 0;
  for (const { event, iteration } of events) {
    if (event === "iteration-started") open.add(iteration);
    if (event === "iteration-ended") open.delete(iteration);
    most = Math.max(most, open.size);
  }
  assertEquals(most, 2);
  assertEquals([...new Set(events.flatMap(({ worker }) => worker ?? []))].toSorted(), [1, 2]);
  assertTidy(stage);
});

Deno.test("parallel: a conflict on the same line is done once more, alone", async () => {
  const items = ["append same.txt [parallel]", "append same.txt too [parallel]"];
  using stage = await repositoryStage(items, { "same.txt": "first\n" });
  const ran = await runPlan(stage, "job-part", [...PARALLEL, "--json"], { PARTS_TOGETHER: "2" });
  assertEquals(ran.code, 0, ran.stdout + ran.stderr);
  const lines = read(stage, "same.txt").split("\n");
  assertEquals(lines.length, 4, "the work of both is there");
  assertEquals(eventsOf(ran).at(-1)?.["iterations"], 3, "one more iteration");
  assertEquals(eventsOf(ran).filter(({ is_again }) => is_again).length, 1);
  const { log } = eventsOf(ran).findLast((event) => event["log"] !== undefined) ?? {};
  const prompt = Deno.readTextFileSync(log.replace(/log$/, "prompt.md"));
  assertMatch(prompt, /on the branch `ralph\/plan\/\d-append-same-txt[^`]*`, but same.txt changed/);
});

Deno.test("parallel: a conflict that was solved leaves no branch to merge, and its first try is in the result", async () => {
  const items = ["append same.txt [parallel]", "append same.txt too [parallel]"];
  using stage = await repositoryStage(items, { "same.txt": "first\n" });
  const ran = await runPlan(stage, "job-part", PARALLEL, { PARTS_TOGETHER: "2" });
  assertEquals(ran.code, 0, ran.stdout + ran.stderr);
  assert(!/^not merged +branch /m.test(ran.stdout), ran.stdout);
  assertMatch(
    read(stage, ".ralph-result"),
    /^- ralph\/plan\/\d-append-same-txt\S* \(\w+\): an earlier try of merged work; see it with /m,
  );
});

Deno.test("parallel: the result counts each agent that worked on an item", async () => {
  using stage = await repositoryStage(["one [parallel]"]);
  const script = join(stage.root, "second-time.sh");
  const tick = "sed -i 's/\\[ \\]/[x]/' PLAN.md";
  const text =
    `#!/bin/sh\nif [ -e '${script}.began' ]; then ${tick}; else : >'${script}.began'; fi\n`;
  Deno.writeTextFileSync(script, text, { mode: 0o755 });
  await stage.ok(["run", "PLAN.md", "--agent", script, ...PARALLEL]);
  assertStringIncludes(read(stage, ".ralph-result"), "- one: 2 tries, ");
});

Deno.test("parallel: what breaks the check after the merge is not merged, and its branch is named", async () => {
  const items = ["break state.txt [parallel]", "write a.txt [parallel]"];
  using stage = await repositoryStage(items, { "state.txt": "fine\n" });
  const check = ["--verify", "grep -q fine state.txt"];
  const ran = await exits(1, runPlan(stage, "job-part", [...PARALLEL, ...check]));
  assertEquals(read(stage, "state.txt"), "fine\n");
  assertStringIncludes(read(stage, "PLAN.md"), "- [ ] break state.txt");
  assertStringIncludes(read(stage, "PLAN.md"), "- [x] write a.txt");
  const result = read(stage, ".ralph-result");
  assertStringIncludes(result, "ralph/plan/1-break-state-txt");
  assertStringIncludes(result, "fails after the merge");
  const folder = /^logs +(.*)$/m.exec(ran.stdout)?.[1] ?? "";
  const prompt = Deno.readTextFileSync(join(folder, "003.prompt.md"));
  assertStringIncludes(prompt, "this check fails: `grep -q fine state.txt`");
});

Deno.test("parallel: an item without files waits for all before it, and lets none pass", async () => {
  const items = ["write a.txt [parallel]", "write b.txt", "write c.txt [parallel]"];
  using stage = await repositoryStage(items);
  await exits(0, runPlan(stage, "job-part", [...PARALLEL]));
  const subjects = gitLines(stage, "log", "--reverse", "--format=%s").slice(1);
  assertEquals(subjects, ["write a.txt", "write b.txt", "write c.txt"]);
});

Deno.test("parallel: a plan that git does not track is ticked directly", async () => {
  const items = FOUR.slice(2);
  using stage = await repositoryStage(items);
  stage.git("rm", "-q", "--cached", "PLAN.md");
  stage.git("commit", "-q", "-m", "the plan is mine");
  await exits(0, runPlan(stage, "job-part", PARALLEL));
  assertEquals(read(stage, "PLAN.md"), planOf(items).replaceAll("[ ]", "[x]"));
  assertEquals(gitLines(stage, "ls-files"), ["c.txt", "d.txt"]);
});

Deno.test("parallel: uncommitted changes are refused, or kept away from", async () => {
  using stage = await repositoryStage([FOUR[0]!, FOUR[3]!], { "a.txt": "mine\n", "e.txt": "e\n" });
  stage.put("a.txt", "my change\n");
  const refused = await exits(2, runPlan(stage, "job-part", PARALLEL));
  assertStringIncludes(refused.stderr, "a file has uncommitted changes: a.txt");
  await exits(1, runPlan(stage, "job-part", [...PARALLEL, "--allow-dirty"]));
  assertEquals(read(stage, "a.txt"), "my change\n");
  assertStringIncludes(read(stage, "PLAN.md"), "- [ ] write a.txt");
  assertStringIncludes(read(stage, ".ralph-result"), "a.txt, which has uncommitted changes");
  assert(read(stage, "d.txt") !== "");
});

Deno.test("parallel: 0 is refused, 1000 is limited, a plan in order says why it stays in order", async () => {
  using stage = await repositoryStage(["write a.txt", "write b.txt"]);
  await exits(2, runPlan(stage, "job-part", ["--parallel", "0"]));
  const ran = await runPlan(stage, "job-part", ["--parallel", "1000", "--dry-run"]);
  assertStringIncludes(ran.stdout, "--parallel 1000 is limited to");
  assertStringIncludes(ran.stdout, "no two open items are independent");
});

Deno.test("parallel: each worktree is set up before an agent works in it", async () => {
  using stage = await repositoryStage(["write a.txt [parallel]", "write b.txt [parallel]"], {
    ".gitignore": ".env\nmodules\nmade.txt\nPLAN.progress.md\n",
    "check.sh": "test -f .env && test -L modules && test -f made.txt\n",
  });
  stage.put(".env", "KEY=1\n");
  Deno.mkdirSync(join(stage.project, "modules"));
  const steps = JSON.stringify(["copy:.env", "link:modules", "touch made.txt"]);
  Deno.mkdirSync(join(stage.project, ".claude"), { recursive: true });
  Deno.writeTextFileSync(
    join(stage.project, ".claude/ralph-config.json"),
    `{"worktree_setup":${steps}}`,
  );
  const untrusted = await runPlan(stage, "job-part", PARALLEL);
  assertEquals(untrusted.code, 1, "commands of a project's file need trust");
  stage.put("made.txt", "");
  const args = [...PARALLEL, "--trust", "--verify", "sh check.sh || test -d .git"];
  await exits(0, runPlan(stage, "job-part", args));
});

needsMounts().test("parallel: a full disk while worktrees are made loses nothing", async () => {
  const big = { "big.txt": "0123456789abcdef".repeat(64 * 1024) };
  using stage = await repositoryStage(FOUR.slice(0, 2), big);
  const { code, stdout } = await new Deno.Command("unshare", {
    args: [
      ...["-m", "sh", "-c"],
      'mkdir -p "$HOME/.local/state/ralph" && ' +
      'mount -t tmpfs -o size=512k,mode=700 tmpfs "$HOME/.local/state/ralph" && ' +
      `exec "$0" "$@"`,
      ...[RALPH, "run", "PLAN.md", "--agent", agent("job-part"), ...PARALLEL],
    ],
    cwd: stage.project,
    env: stage.env(),
    clearEnv: true,
    stdin: "null",
  }).output();
  const text = new TextDecoder().decode(stdout);
  assertEquals(code, 1, text);
  assertStringIncludes(text, "no worktree could be made");
  assertEquals(read(stage, "PLAN.md"), planOf(FOUR.slice(0, 2)));
  assertEquals(gitLines(stage, "status", "--porcelain", "--untracked-files=no"), []);
  assertTidy(stage);
});
