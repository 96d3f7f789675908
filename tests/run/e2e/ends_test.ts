/** What a run says at its start and at its end is true, and the way on works. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import {
  eventsOf,
  exits,
  isThere,
  read,
  runPlan,
  runScript,
  runStage,
  script,
  TICK,
} from "./_run_stage.ts";

Deno.test("resume: after a limit the command that is named goes on with agent, options, id and counters", async () => {
  using stage = await runStage();
  stage.put("extra.txt", "Mind the gap.");
  const options = ["--terminal", "pipe", "--idle-timeout", "7m", "--prompt", "extra.txt"];
  const ran = await exits(3, runPlan(stage, "job-prompt", ["--max-iterations", "2", ...options]));
  assertMatch(ran.stdout, /^LIMIT +out of turns \(2\)$/m);
  assertStringIncludes(ran.stdout, "→ ralph run --resume");
  assertStringIncludes(ran.stdout, "2 of 3 items done");
  assert(!/\*\*|^#/m.test(ran.stdout), ran.stdout);
  const first = stage.loopDir();
  const few = await exits(2, stage.ralph(["run", "--resume", "--max-iterations", "2"]));
  assertStringIncludes(few.stderr, "\n→ ralph run --resume --max-iterations 12\n");
  // The limit that ended it does not end it again at once, and what is given now takes precedence.
  const again = await exits(0, stage.ralph(["run", "--resume", "--json", "--terminal", "pty"]));
  const started = eventsOf(again).find(({ event }) => event === "agent-started");
  assertEquals([started?.["terminal"], stage.loopDir()], ["pty", first]);
  assertStringIncludes(read(stage, "prompt.txt"), "Mind the gap.");
  assertStringIncludes(read(stage, ".ralph-result"), "**Iterations:** 3");
  assertEquals(stage.journal().map(({ kind }) => kind), [
    ...["start", "agent", "iteration", "agent", "iteration", "let-go"],
    ...["resume", "agent", "iteration", "let-go"],
  ]);
});

Deno.test("end: an agent that asks and falls silent: its words are text, and it did not end at once", async () => {
  using stage = await runStage("- [ ] one\n");
  const message = '{"type":"assistant","message":{"id":"a","content":[{"type":"text","text":' +
    '"Shall I go on?"}]}}';
  const args = ["--idle-timeout", "4", "--max-iterations", "1"];
  const ran = await exits(1, runScript(stage, `echo '${message}'; exec sleep 300`, args));
  assertStringIncludes(ran.stderr, "    | Shall I go on?");
  for (const not of ['"type"', "ended at once", "nothing for 0 s"]) {
    assert(!ran.stderr.includes(not), ran.stderr);
  }
  assertMatch(ran.stderr, /No output for \d+ s, killing \(idle watchdog\)/);
  assertMatch(ran.stdout, /the agent fell silent; out of turns \(\d+\)\n/);
  assertStringIncludes(read(stage, ".ralph-result"), "idle-timeout");
  const { evidence } = stage.journal().find(({ kind }) => kind === "iteration") ?? {};
  assertStringIncludes(evidence[0], "ended by idle-timeout, status 124, SIGTERM");
  assertStringIncludes(JSON.stringify(stage.journal()), "its last message: Shall I go on?");
});

Deno.test("QA: a command of the plan is not run without trust, and gates the end with it", async () => {
  using stage = await runStage("- [ ] one\n\n## QA\n\n```sh\ntouch ran; test -e built\n```\n");
  const { code, stderr } = await runPlan(stage, "job-tick");
  assertEquals(code, 1);
  assertStringIncludes(stderr, "check of the plan: touch ran; test -e built");
  assertEquals(isThere(stage, "ran"), false);
  const failed = await runPlan(stage, "job-tick", ["--trust", "--max-iterations", "1", "--json"]);
  assertEquals([failed.code, isThere(stage, "ran")], [3, true], failed.stderr);
  stage.put("built", "");
  await exits(0, runPlan(stage, "job-tick"));
});

for (const terminal of ["pty", "pipe"]) {
  Deno.test(`start: a script without its interpreter is 126 with the cause, at once, on ${terminal}`, async () => {
    using stage = await runStage();
    for (
      const [line, name] of [
        ["#!/no/such/shell -e", "/no/such/shell"],
        ["#!/usr/bin/env no-such-python", "no-such-python"],
        ["#!/bin/sh\r", "/bin/sh"],
      ] as const
    ) {
      const path = script(stage, "");
      Deno.writeTextFileSync(path, `${line}\necho hello\n`);
      const ran = await stage.ralph(["run", "PLAN.md", "--agent", path, "--terminal", terminal]);
      assertEquals(ran.code, 126, ran.stdout + ran.stderr);
      assertStringIncludes(ran.stderr, `The interpreter "${name}"`);
      assertStringIncludes(read(stage, ".ralph-result"), "The interpreter");
    }
  });
}

Deno.test("hints: a typo in the name of the agent, and of the plan", async () => {
  using stage = await runStage();
  for (
    const [args, code, hint] of [
      [["PLAN.md", "--agent", "clade"], 127, "Did you mean '--agent claude'?"],
      [["PLANS.md"], 2, "→ ralph run PLAN.md\n"],
      [["nope.md"], 2, "Plans here: PLAN.md."],
      [["docs/plan.md"], 2, "→ ralph run PLAN.md\n"],
      [["5"], 2, "--max-iterations 5"],
    ] as const
  ) {
    const ran = await stage.ralph(["run", ...args]);
    assertEquals(ran.code, code, ran.stderr);
    assertStringIncludes(ran.stderr, hint);
  }
});

Deno.test("end: the result names a commit for an item only where one was made for it", async () => {
  using stage = await runStage("- [ ] one\n- [ ] two\n");
  stage.git("init", "-q");
  stage.git("commit", "-q", "--allow-empty", "-m", "Begin");
  const commits = "git -c user.name=A -c user.email=a@example.com commit -q --allow-empty -m two";
  await exits(0, runScript(stage, `if grep -q '\\[x\\]' PLAN.md; then ${commits}; fi\n${TICK}`));
  const result = read(stage, ".ralph-result");
  const head = stage.git("rev-parse", "HEAD").slice(0, 12);
  assertEquals([...result.matchAll(/commit ([0-9a-f]+)/g)].map(([, id]) => id), [head], result);
});
