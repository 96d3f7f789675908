/** Records in a project may be forged: ralph trusts only what the home folder confirms. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { existsSync } from "@std/fs/exists";
import { join } from "@std/path";
import { waitUntil } from "../_wait.ts";
import { begin, continuationOf, exits, makeStage, RALPH } from "../e2e/_stage.ts";

Deno.test("forged record: a record that names another project does not end that project's loop", async () => {
  using victim = await makeStage();
  using stage = await makeStage();
  stage.patchRecord({ project: victim.project });
  // Otherwise ralph would put back the copy first.
  await Deno.remove(join(stage.loopDir(), "copies"), { recursive: true }).catch(() => {});
  const status = await stage.ralph(["status"]);
  assertMatch(status.stdout + status.stderr, /names another project/);
  stage.kill();
  await stage.turn();
  assert(victim.hasLoop(), "the other project's loop still runs");
  assertEquals(victim.record().state, "running");
});

Deno.test("forged record: stop does not change another loop's record or journal", async () => {
  using stage = await makeStage();
  using other = await makeStage();
  const before = other.journal().length;
  const copy = { ...other.record(), turn: { ...other.record()["turn"], state: "running" } };
  Deno.writeTextFileSync(stage.mark("ralph-state.json"), JSON.stringify(copy));
  await exits(0, stage.ralph(["stop"]));
  assertEquals(stage.hasLoop(), false);
  assertEquals(other.journal().length, before);
  assert(other.hasLoop());
});

Deno.test("forged record: a plan outside of the project that start did not choose is not read", async () => {
  using stage = await makeStage();
  const outside = join(stage.root, "outside.md");
  Deno.writeTextFileSync(outside, "- [ ] a secret of another project\n");
  const link = join(stage.project, "link.md");
  Deno.symlinkSync(outside, link);
  for (const path of [outside, link, join(stage.project, "..", "outside.md")]) {
    using other = await makeStage();
    other.patchRecord({ focus: { ...other.record().focus, path } });
    await Deno.remove(join(other.loopDir(), "copies"), { recursive: true }).catch(() => {});
    const status = await other.ralph(["status"]);
    const answer = JSON.stringify(await other.turn());
    for (const text of [status.stdout, status.stderr, answer]) {
      assert(!text.includes("a secret of another project"), text);
    }
  }
});

Deno.test("forged record: candidates outside of the project are not in the prompt", async () => {
  using stage = await makeStage();
  const outside = join(stage.root, "of-another-project.md");
  Deno.writeTextFileSync(outside, "- [ ] a\n");
  const focus = { path: null, method: "itp_adr", candidates: [stage.plan, outside] };
  stage.patchRecord({ focus });
  await Deno.remove(join(stage.loopDir(), "copies"), { recursive: true }).catch(() => {});
  const status = await stage.ralph(["status"]);
  assertMatch(status.stdout + status.stderr, /names a plan outside of the project/);
  assert(!JSON.stringify(await stage.turn()).includes("Choose one"), "nothing is offered");
});

Deno.test("forged record: a run's record cannot name another plan", async () => {
  using stage = await makeStage({ start: null, isInstalled: false });
  const agent = join(stage.root, "agent.sh");
  const started = join(stage.root, "started");
  Deno.writeTextFileSync(agent, `#!/bin/sh\n: >'${started}'\nexec sleep 60\n`, { mode: 0o755 });
  const child = new Deno.Command(RALPH, {
    args: ["run", "PLAN.md", "--agent", agent, "--terminal", "pipe", "--sandbox", "none"],
    cwd: stage.project,
    env: stage.env(),
    clearEnv: true,
    stdout: "null",
    stderr: "null",
  }).spawn();
  try {
    // While its agent works, the runner does not write the record.
    await waitUntil(() => existsSync(started), () => "the run had no agent");
    const path = join(stage.root, "of-another-project.md");
    Deno.writeTextFileSync(path, "- [ ] a secret of another project\n");
    stage.patchRecord({ focus: { ...stage.record()["focus"], path } });
    const { stdout, stderr } = await stage.ralph(["status"]);
    assert(!`${stdout}${stderr}`.includes("a secret of another project"), stdout);
    assertMatch(stdout + stderr, /names a plan outside of the project/);
  } finally {
    child.kill("SIGTERM");
    await child.status;
  }
});

Deno.test("forged record: a plan outside of the project that the user chose is used", async () => {
  using stage = await makeStage({ start: null });
  const outside = join(stage.root, "outside.md");
  Deno.writeTextFileSync(outside, "- [ ] work\n");
  await begin(stage, ["-f", outside]);
  assertStringIncludes(continuationOf(await stage.turn()) ?? "", "outside.md");
});

Deno.test("broken facts: status and Stop show why the loop does not continue, and stop removes it", async () => {
  using stage = await makeStage();
  Deno.writeTextFileSync(join(stage.loopDir(), "loop.json"), "{ broken");
  const status = await stage.ralph(["status"]);
  assertMatch(status.stdout, /loop\.json" cannot be read/);
  const said = (await stage.turn())["systemMessage"] ?? "";
  assertMatch(said, /does not continue: ".*loop\.json" cannot be read/);
  await exits(0, stage.ralph(["stop"]));
  assertEquals(stage.hasLoop(), false);
  assertEquals(await stage.turn(), {});
});

Deno.test("broken facts: a marker without a loop in the home is ignored", async () => {
  using stage = await makeStage({ start: null });
  Deno.writeTextFileSync(stage.mark("loop-enabled"), "20260101T000000Z-abcdef\n");
  assertEquals(await stage.turn(), {});
});
