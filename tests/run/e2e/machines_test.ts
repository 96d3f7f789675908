/** `ralph run --shard` and `--merge` with a real remote: several machines, one plan. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import type { Ran } from "../../e2e/_stage.ts";
import { makeMachines } from "./_machines.ts";
import { planOf } from "./_parallel_stage.ts";
import { exits, waitFor } from "./_run_stage.ts";

const NAMES = ["a", "b", "c", "d"];
const FOUR = planOf(NAMES.map((name) => `write ${name}.txt [parallel]`));
const TWO = planOf(["write a.txt [parallel]", "write b.txt [parallel]"]);
const assertCode = (ran: Ran, code: number) =>
  assertEquals(ran.code, code, ran.stdout + ran.stderr);

Deno.test("machines: shards at the same time push their branches, and a merge ticks the plan", async () => {
  using machines = await makeMachines(FOUR);
  const first = machines.add("one");
  const second = machines.add("two", "--depth", "1");
  const [one, two] = await Promise.all([
    first.run(["--shard", "1/2"]),
    second.run(["--shard", "2/2"]),
  ]);
  assertCode(one, 0);
  assertCode(two, 0);
  assertEquals(machines.branches(), [
    "main",
    ...NAMES.map((name, at) => `ralph/plan/${at + 1}-write-${name}-txt`),
    "ralph/plan/result-1-of-2",
    "ralph/plan/result-2-of-2",
  ]);
  assertEquals(first.read("PLAN.md"), FOUR, "a shard ticks nothing");
  assertEquals(first.git("branch", "--format=%(refname:short)"), "main", "nothing is left behind");
  const merge = machines.add("merge");
  const merged = await exits(0, merge.run(["--merge", "--verify", "test -f PLAN.md"]));
  assertEquals(merge.read("PLAN.md"), FOUR.replaceAll("[ ]", "[x]"));
  for (const name of NAMES) {
    assertEquals(merge.read(`${name}.txt`), `write ${name}.txt [parallel]\n`);
  }
  assertEquals(merge.git("log", "--format=%s").split("\n").length, 5, "one commit for each item");
  assertEquals(
    merge.read("PLAN.progress.md").trim().split("\n").length,
    4,
    "notes are carried over",
  );
  assertStringIncludes(merge.read(".ralph-result"), "shard 2/2 (2 agents): Shard 2/2 is done");
  assertEquals(merge.git("worktree", "list").split("\n").length, 1);
  assertEquals(merge.git("branch", "--format=%(refname:short)"), "main");
  merge.git("push", "-q", "origin", "main");
  const deletion = /branches: (git .*)$/m.exec(merged.stderr)?.[1] ?? "";
  new Deno.Command("sh", { args: ["-c", deletion], cwd: merge.folder, stderr: "null" })
    .outputSync();
  assertEquals(machines.branches(), ["main"], "the command that is named deletes the branches");
  for (const machine of [first, second, merge]) {
    assertEquals(machine.git("for-each-ref", "refs/ralph"), "", "nothing stays in a clone");
  }
});

Deno.test("machines: a shard that died goes on from its pushed branches", async () => {
  using machines = await makeMachines(TWO);
  await exits(3, machines.add("one").run(["--shard", "1/1", "--max-iterations", "1"]));
  assertEquals(machines.branches().length, 3);
  const again = await exits(0, machines.add("again").run(["--shard", "1/1"]));
  assertStringIncludes(again.stderr, 'Already done by shard 1/1: "write a.txt"');
  assertStringIncludes(again.stdout, "1 turn");
  assertEquals(machines.branches().length, 4);
});

Deno.test("machines: a shard that the engine ends leaves what it finished, and what it was doing is named", async () => {
  using machines = await makeMachines(TWO);
  const machine = machines.add("one");
  let child: Deno.ChildProcess | undefined;
  const running = machine.run(["--shard", "1/1"], {
    env: { UNFINISHED_PART: "b.txt" },
    onStart: (started) => child = started,
  });
  await waitFor(() => machines.branches().length > 2, "the first branch");
  child?.kill("SIGTERM");
  const ended = await running;
  assertCode(ended, 143);
  const result = JSON.parse(machines.git("show", "ralph/plan/result-1-of-1:result.json"));
  assertEquals(result.end, "Interrupted by TERM");
  assertEquals(result.finished.length, machines.branches().length - 2);
  const again = machines.add("again");
  await exits(0, again.run(["--shard", "1/1"]));
  await exits(0, again.run(["--merge"]));
});

Deno.test("machines: --resume goes on with the same share", async () => {
  using machines = await makeMachines(FOUR);
  const machine = machines.add("one");
  await exits(3, machine.run(["--shard", "2/2", "--max-iterations", "1"]));
  const resumed = await exits(0, machine.run(["--resume", "--max-iterations", "5"]));
  assertStringIncludes(resumed.stdout, "Shard 2/2 is done: 2 items finished on origin");
  assertEquals(machines.branches().length, 4);
});

Deno.test("machines: a password in the remote's address is not shown", async () => {
  using machines = await makeMachines(FOUR);
  const machine = machines.add("one");
  const address = "https://me:pass-word-1@127.0.0.1:9/none.git";
  const ran = await exits(4, machine.run(["--shard", "1/2", "--push", address]));
  const all = ran.stdout + ran.stderr + machine.read(".ralph-result");
  assertStringIncludes(all, "https://***@127.0.0.1:9/none.git cannot be read");
  assert(!all.includes("pass-word-1"), all);
});

Deno.test("machines: dependent items are done in order by one shard, on top of each other", async () => {
  const tasks = ["one", "two"].map((name, at) =>
    `### Task ${at + 1}: ${name}\n\n- Modify: \`same.txt\`\n`
  );
  const items = ["append same.txt one", "append same.txt two", "write c.txt three [parallel]"];
  using machines = await makeMachines(
    `# Plan\n\n${tasks.join("\n")}\n## Checklist\n\n${
      items.map((item) => `- [ ] ${item}\n`).join("")
    }`,
    { "same.txt": "first\n" },
  );
  await exits(0, machines.add("one").run(["--shard", "1/2", "--parallel", "3"]));
  await exits(0, machines.add("two").run(["--shard", "2/2"]));
  const merge = machines.add("merge");
  await exits(0, merge.run(["--merge"]));
  assertEquals(merge.read("same.txt"), `first\n${items[0]}\n${items[1]}\n`);
  assertEquals(merge.git("log", "--format=%s").split("\n").length, 4);
});

Deno.test("machines: items in order are shard 1's, and later stages wait for a merge", async () => {
  using machines = await makeMachines(
    planOf(["write a.txt", "write b.txt [parallel]", "write c.txt [parallel]"]),
  );
  const machine = machines.add("one");
  const idle = await exits(0, machine.run(["--shard", "2/2"]));
  assertStringIncludes(idle.stdout, "Shard 2/2 has nothing to do");
  assertStringIncludes(idle.stdout, "2 more items can begin after 'ralph run --merge'");
  await exits(0, machine.run(["--shard", "1/2"]));
  const merged = await exits(3, machine.run(["--merge"]));
  assertStringIncludes(merged.stdout, "2 items are still open: run the shards again");
  machine.git("push", "-q", "origin", "main");
  const next = machines.add("two");
  await exits(0, next.run(["--shard", "1/2"]));
  await exits(0, next.run(["--shard", "2/2"]));
  await exits(0, machine.run(["--merge"]));
  assertEquals(machine.read("PLAN.md").match(/\[x\]/g)?.length, 3);
});

Deno.test("machines: a plan without independent items is said to be shard 1's", async () => {
  using machines = await makeMachines(planOf(["write a.txt", "write b.txt"]));
  const machine = machines.add("one");
  const shown = await machine.run(["--shard", "2/2", "--dry-run"]);
  assertStringIncludes(shown.stdout, "Shard 2/2: no item of 2; the plan has no independent items");
  await exits(0, machine.run(["--shard", "1/2"]));
  assertEquals(machines.branches().length, 4);
});

Deno.test("machines: what conflicts after the merge is done once more, alone", async () => {
  const items = ["append same.txt [parallel]", "append same.txt too [parallel]"];
  using machines = await makeMachines(planOf(items), { "same.txt": "first\n" });
  await exits(0, machines.add("one").run(["--shard", "1/2"]));
  await exits(0, machines.add("two").run(["--shard", "2/2"]));
  const merge = machines.add("merge");
  const merged = await exits(0, merge.run(["--merge"]));
  assertStringIncludes(merged.stdout, "3 turns", "those of the shards, and its own");
  assertEquals(merge.read("same.txt"), `first\n${items[0]}\n${items[1]}\n`);
});

Deno.test("machines: what breaks the check is not merged, and the item stays open", async () => {
  using machines = await makeMachines(
    planOf(["break state.txt [parallel]", "write a.txt [parallel]"]),
    {
      "state.txt": "fine\n",
    },
  );
  await exits(0, machines.add("one").run(["--shard", "1/1"]));
  const merge = machines.add("merge");
  await exits(1, merge.run(["--merge", "--verify", "grep -q fine state.txt"]));
  assertEquals(merge.read("state.txt"), "fine\n");
  assertStringIncludes(merge.read("PLAN.md"), "- [ ] break state.txt");
  assertStringIncludes(merge.read("PLAN.md"), "- [x] write a.txt");
  assertStringIncludes(merge.read(".ralph-result"), "fails after the merge");
});

Deno.test("machines: a remote that refuses is found out before an agent works", async () => {
  using machines = await makeMachines(FOUR);
  const hook = join(machines.remote, "hooks/pre-receive");
  Deno.writeTextFileSync(hook, "#!/bin/sh\necho 'nobody pushes here' >&2\nexit 1\n", {
    mode: 0o755,
  });
  const refused = await exits(4, machines.add("one").run(["--shard", "1/2"]));
  assertStringIncludes(refused.stdout, "nobody pushes here");
  assertStringIncludes(refused.stdout, "0 turns");
});

Deno.test("machines: branches that cannot be pushed are kept and named, and pushed by the next start", async () => {
  using machines = await makeMachines(FOUR);
  const machine = machines.add("one");
  const hook = join(machines.remote, "hooks/update");
  Deno.writeTextFileSync(hook, '#!/bin/sh\ncase "$1" in */result-*) ;; *) exit 1 ;; esac\n', {
    mode: 0o755,
  });
  const refused = await exits(4, machine.run(["--shard", "1/2"]));
  assertStringIncludes(refused.stdout, "refuses the push of 2 branches");
  const kept = ["1-write-a-txt", "3-write-c-txt"];
  for (const name of kept) {
    assertStringIncludes(machine.read(".ralph-result"), `ralph/plan/${name}`);
  }
  const nothing = await exits(1, machines.add("early").run(["--merge"]));
  assertStringIncludes(nothing.stdout, "Nothing to merge");
  Deno.removeSync(hook);
  const again = await exits(0, machine.run(["--shard", "1/2"]));
  assertStringIncludes(again.stdout, "0 turns");
  assertEquals(machines.branches().length, 4);
  assertEquals(machine.git("branch", "--format=%(refname:short)"), "main");
});

Deno.test("machines: a branch that was changed after its shard pushed it is not merged, and done again", async () => {
  using machines = await makeMachines(TWO);
  const machine = machines.add("one");
  await exits(0, machine.run(["--shard", "1/1"]));
  const branch = "ralph/plan/2-write-b-txt";
  machines.git("update-ref", `refs/heads/${branch}`, machines.git("rev-parse", "main"));
  const merge = machines.add("merge");
  const merged = await exits(3, merge.run(["--merge"]));
  assertStringIncludes(merged.stderr, `Warning: ${branch} is not what shard 1/1 pushed`);
  assertStringIncludes(merge.read("PLAN.md"), "- [ ] write b.txt");
  await exits(0, machines.add("again").run(["--shard", "1/1"]));
  assert(machines.branches().includes(`${branch}-2`));
  await exits(0, merge.run(["--merge"]));
});

const HOSTILE: readonly string[] = [
  "\u0000\u0001 not json",
  "[]",
  "[".repeat(100_000),
  JSON.stringify({
    version: 2,
    plan: "PLAN.md",
    shard: 1,
    shards: 2,
    finished: ["--upload-pack=touch pwned", "../../main", "$(touch pwned)", "main"].map((
      branch,
    ) => ({
      key: "write a.txt [parallel]#0",
      branch,
      commit: "0".repeat(40),
      base: "0".repeat(40),
      raw_line: "- [x] write a.txt [parallel] | `touch pwned`",
      progress: "",
      findings: "",
      duration_ms: 1,
      tries: 1,
    })),
    failed: [{ item: "\u001b[2Jgone", why: "`touch pwned`\n# heading", tries: 1 }],
    end: "\u001b]0;title\u0007 ended",
    used: { "x": { iterations: 1, tokens: null, cost_usd: null } },
  }),
];

Deno.test("machines: a result with garbage, or with names that are no branches, is neither believed nor run", async () => {
  using machines = await makeMachines(TWO);
  const machine = machines.add("one");
  for (const [at, content] of HOSTILE.entries()) {
    Deno.writeTextFileSync(join(machine.folder, "result.json"), content);
    machine.git("checkout", "-q", "--orphan", `hostile-${at}`);
    machine.git("rm", "-rfq", "--cached", ".");
    machine.git("add", "result.json");
    machine.git("commit", "-q", "-m", "hostile");
    machine.git("push", "-q", "origin", `HEAD:refs/heads/ralph/plan/result-${at + 6}-of-9`);
  }
  const merge = machines.add("merge");
  const ran = await exits(1, merge.run(["--merge"]));
  assertStringIncludes(ran.stdout, "Nothing to merge");
  const refused = ran.stderr.match(/-of-9 is not a result|finished an item whose branch is not/g);
  assertEquals(refused?.length, 3 + 4, ran.stderr);
  // deno-lint-ignore no-control-regex
  assert(!/\x1b|\x07/.test(ran.stdout + ran.stderr + merge.read(".ralph-result")));
  assertEquals(merge.git("status", "--porcelain", "-uno"), "");
  assert(!merge.git("status", "--porcelain").includes("pwned"));
  await exits(0, merge.run(["--shard", "1/4"]));
});

Deno.test("machines: a branch with another history is not merged", async () => {
  using machines = await makeMachines(TWO);
  const machine = machines.add("one");
  await exits(3, machine.run(["--shard", "1/1", "--max-iterations", "1"]));
  const branch = "ralph/plan/1-write-a-txt";
  const blank = machine.git("commit-tree", "-m", "other", machine.git("rev-parse", "HEAD^{tree}"));
  const result = JSON.parse(machines.git("show", "ralph/plan/result-1-of-1:result.json"));
  Object.assign(result.finished[0], { commit: blank, base: blank });
  Deno.writeTextFileSync(join(machine.folder, "result.json"), JSON.stringify(result));
  machine.git("checkout", "-q", "-B", "forged");
  machine.git("add", "result.json");
  machine.git("commit", "-q", "-m", "forged");
  machine.git("push", "-q", "-f", "origin", `${blank}:refs/heads/${branch}`);
  machine.git("push", "-q", "-f", "origin", "HEAD:refs/heads/ralph/plan/result-1-of-1");
  const merge = machines.add("merge");
  const merged = await exits(1, merge.run(["--merge"]));
  assertStringIncludes(
    merged.stderr,
    `${branch} is not merged: it does not begin at a known commit`,
  );
  assertEquals(merge.git("rev-parse", "HEAD"), machines.git("rev-parse", "main"));
});

Deno.test("machines: a merge that finds nothing has not done the open items, in any view", async () => {
  using machines = await makeMachines(FOUR);
  const merge = machines.add("merge");
  const ran = await exits(1, merge.run(["--merge"]));
  assertMatch(ran.stdout, /^FAILED +Nothing to merge: origin has no result of PLAN.md$/m);
  assertMatch(ran.stdout, /→ on each machine: ralph run PLAN.md --shard 1\/N$/m);
  assertStringIncludes(merge.read(".ralph-result"), "**Status:** FAILED (exit 1)");
});

Deno.test("machines: a merge without an agent leaves open what only an agent can do", async () => {
  const items = ["append same.txt [parallel]", "append same.txt too [parallel]"];
  using machines = await makeMachines(planOf(items), { "same.txt": "first\n" });
  await exits(0, machines.add("one").run(["--shard", "1/2"]));
  await exits(0, machines.add("two").run(["--shard", "2/2"]));
  const merge = machines.add("merge");
  const ran = await exits(3, merge.run(["--merge"], { agent: "not-installed" }));
  assertMatch(ran.stdout, /^LIMIT +The remaining work needs an agent: --agent$/m);
  assertStringIncludes(ran.stdout, "2 turns", "those of the shards");
  assertStringIncludes(merge.read("PLAN.md"), "- [ ] append same.txt too");
  assertMatch(merge.read(".ralph-result"), /conflict with merged ones; needs an agent: --agent/);
});

Deno.test("machines: a merge needs no agent where all can be merged, and two at once are refused", async () => {
  using machines = await makeMachines(planOf(["write a.txt [parallel]"]));
  await exits(0, machines.add("one").run(["--shard", "1/1"]));
  const merge = machines.add("merge");
  const isRefused = join(machines.stage.root, "refused");
  const args = ["--merge", "--verify", `until [ -e '${isRefused}' ]; do sleep 0.05; done`];
  const options = { agent: "not-installed" };
  const both = [merge.run(args, options), merge.run(args, options)];
  await exits(6, Promise.race(both));
  Deno.writeTextFileSync(isRefused, "");
  assertEquals((await Promise.all(both)).map(({ code }) => code).toSorted(), [0, 6]);
});

const REFUSED: readonly (readonly [readonly string[], string])[] = [
  [["--shard", "3/2"], "there are only 2 machines"],
  [["--shard", "two"], "--shard needs I/N or auto"],
  [["--shard", "1/2", "--push", "nowhere"], 'There is no git remote "nowhere"'],
  [["--shard", "1/2", "--push=--exec"], 'There is no git remote "--exec"'],
  [["--shard", "1/2", "--merge"], "cannot be used together"],
  [["--push", "origin"], "--push needs --shard or --merge"],
];

Deno.test("machines: options that cannot be used are refused with a hint", async () => {
  using machines = await makeMachines(FOUR);
  const machine = machines.add("one");
  for (const [args, said] of REFUSED) {
    const refused = await exits(2, machine.run(args));
    assertStringIncludes(refused.stderr, said);
    assertStringIncludes(refused.stderr, "Hint");
  }
});

Deno.test("machines: a remote out of reach ends the run before an agent works", async () => {
  using machines = await makeMachines(FOUR);
  const machine = machines.add("one");
  Deno.removeSync(machines.remote, { recursive: true });
  for (const args of [["--shard", "1/2"], ["--merge"]]) {
    const ran = await exits(4, machine.run(args));
    assertStringIncludes(ran.stdout, "origin cannot be read");
  }
});

Deno.test("machines: a detached HEAD is enough for a shard, and the engine's numbers are taken", async () => {
  using machines = await makeMachines(FOUR);
  const machine = machines.add("one");
  machine.git("checkout", "-q", "--detach");
  const env = { CI_NODE_INDEX: "2", CI_NODE_TOTAL: "2" };
  await exits(0, machine.run(["--shard", "auto"], { env }));
  assert(machines.branches().includes("ralph/plan/result-2-of-2"));
  await exits(2, machine.run(["--merge"]));
});
