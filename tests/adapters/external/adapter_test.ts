import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { chooseAdapter } from "../../../src/adapters/registry.ts";
import { askProgram } from "../../../src/adapters/external/ask_program.ts";
import {
  checkTrust,
  listAdapterNeeds,
  listPrograms,
} from "../../../src/adapters/external/trust.ts";
import { NOW_MS, Project } from "../_project.ts";
import { isAlive } from "../../_processes.ts";
import { waitUntil } from "../../_wait.ts";

function test(name: string, run: () => Promise<void>): void {
  Deno.test(`external: ${name}`, run);
}

async function agreed(...fixtures: string[]): Promise<Project> {
  const project = new Project();
  for (const fixture of fixtures) project.addProgram(fixture);
  await project.trustPrograms();
  return project;
}

/** Waits until the kernel has ended a process that was killed. */
function waitForEnd(pid: number): Promise<void> {
  return waitUntil(() => !isAlive(pid), () => `${pid} still runs`);
}

function asked(project: Project): string {
  return project.read("asked.txt").trim().replaceAll("\n", " ");
}

test("chosen by its own answer, and its verdict is an opinion", async () => {
  using project = await agreed("steady.sh");
  const chosen = await chooseAdapter(project.context());
  assertEquals([chosen.name, chosen.state?.kind], ["steady", "external"]);
  assertEquals(chosen.evidence, ["steady.sh says so"]);
  const { opinion, problems, addition } = await project.consult("steady", "external");
  assertEquals(opinion, {
    name: "steady",
    shouldContinue: false,
    confidence: 0.5,
    reason: "Good enough",
    converged: false,
    metrics: 2,
  });
  // The run of 2025 is of another loop, and NaN is no loss.
  assertEquals(problems, ["Adapter steady: entries[0]: loss is NaN, so it is unknown"]);
  assertEquals(addition, { text: "Write the paper." });
});

test("untrusted it never runs: not to detect, not to judge", async () => {
  using project = new Project();
  project.addProgram("steady.sh");
  const chosen = await chooseAdapter(project.context());
  assertEquals(chosen.name, "universal");
  assertEquals(chosen.problems, [
    "Adapter steady was skipped: its program is not trusted as it is now, so it was not run ('ralph start --trust' trusts it)",
  ]);
  const { opinion, problems } = await project.consult("steady", "external");
  assertEquals(opinion, null);
  assertStringIncludes(problems[0]!, "Adapter steady has no verdict: its program is not trusted");
  assertEquals(asked(project), "");
});

test("a program that changed by one byte is not run, and its earlier answer no longer counts", async () => {
  using project = await agreed("steady.sh");
  await project.consult("steady", "external");
  assertEquals(asked(project), "metrics convergence");
  const path = join(project.project, ".claude/ralph-adapters/steady.sh");
  Deno.writeTextFileSync(path, `${Deno.readTextFileSync(path)}\n`);
  const { opinion, problems } = await project.consult("steady", "external");
  assertEquals(opinion, null);
  assertStringIncludes(problems[0]!, "not trusted as it is now");
  assertEquals(asked(project), "metrics convergence");
});

test("trust is for the bytes of the program, and only usable programs ask for it", async () => {
  using project = new Project();
  project.addScript("mine.sh", "exit 0");
  project.addScript("a name", "exit 0");
  const before = await listAdapterNeeds(project.project);
  assertEquals(before.map(({ kind, what }) => `${kind}: ${what}`), [
    "adapter: mine: ./.claude/ralph-adapters/mine.sh",
  ]);
  project.addScript("mine.sh", "exit 1");
  const [after] = await listAdapterNeeds(project.project);
  assert(before[0]!.content !== after!.content);
});

const BAD: readonly [fixture: string, why: string][] = [
  ["garbage.sh", "the program printed no JSON ("],
  ["fails.sh", "the program ended with exit code 3: the database is locked"],
  ["silent.sh", "the program printed nothing"],
  ["floods.sh", "the program printed more than 1048576 bytes"],
  ["wrong_types.sh", "entries should be Array, and is Object"],
  ["unsure.sh", "confidence should be 0 or 0.5 or 1, and is 0.7"],
];

for (const [fixture, why] of BAD) {
  test(`${fixture} gives no verdict, with the reason`, async () => {
    using project = await agreed(fixture);
    const name = fixture.replace(".sh", "");
    const { opinion, problems } = await project.consult(name, "external");
    assertEquals(opinion, null);
    assertStringIncludes(problems[0]!, `Adapter ${name} has no verdict: ${why}`);
  });
}

test("one that hangs is ended with its children", async () => {
  using project = await agreed("hangs.sh");
  const [adapter] = listPrograms(project.project);
  const trust = await checkTrust(project.places, project.project, adapter!);
  assert(trust.kind === "trusted");
  const program = { command: trust.program, project: project.project, timeoutSeconds: 1 };
  assertEquals(await askProgram(program, {}), "did not answer within 1 s");
  await waitForEnd(Number(project.read("child.txt")));
});

test("a child that outlives its answer ends with it, and delays nothing", async () => {
  using project = await agreed("leaves_child.sh");
  const { opinion } = await project.consult("leaves_child", "external");
  assertEquals(opinion?.reason, "Fine");
  await waitForEnd(Number(project.read("child.txt")));
});

test("a descendant that leaves the group and keeps the pipe delays nothing", async () => {
  using project = new Project();
  project.addScript(
    "mine",
    `rm -f apart\nsetsid sh -c ': >apart; exec sleep 300' &\necho $! >left.txt\nuntil [ -e apart ]; do sleep 0.01; done\necho '{"entries": [], "should_continue": true, "confidence": 0, "reason": "Fine"}'`,
  );
  await project.trustPrograms();
  const { opinion } = await project.consult("mine", "external");
  const left = Number(project.read("left.txt"));
  assertEquals([opinion?.reason, isAlive(left)], ["Fine", true]);
  Deno.kill(left, "SIGKILL");
});

test("the environment has no secrets, the folder is the project, the input is closed", async () => {
  Deno.env.set("RALPH_TEST_TOKEN", "secret");
  try {
    using project = await agreed("shows_env.sh");
    assertEquals((await chooseAdapter(project.context())).name, "shows_env");
    const names = project.read("env.txt").split("\n").map((line) => line.split("=")[0]);
    assert(names.includes("PATH"));
    assert(!names.includes("RALPH_TEST_TOKEN"), names.join(" "));
    assertEquals(project.read("pwd.txt").trim(), project.project);
  } finally {
    Deno.env.delete("RALPH_TEST_TOKEN");
  }
});

test("the same metrics are never asked for twice: watched files tell", async () => {
  using project = await agreed("watches.sh");
  project.write("results/a.txt", "1");
  await chooseAdapter(project.context());
  const consult = (nowMs: number) => project.consult("watches", "external", nowMs);
  await consult(NOW_MS);
  await consult(NOW_MS + 1_000);
  await consult(NOW_MS + 3_600_000);
  assertEquals(asked(project), "metrics convergence");
  project.write("results/a.txt", "2", NOW_MS);
  await consult(NOW_MS + 3_601_000);
  assertEquals(asked(project), "metrics convergence metrics convergence");
});

test("without files to watch an answer is used for five minutes, its fingerprint longer", async () => {
  using project = await agreed("told.sh");
  project.write("state.txt", "one");
  const consult = (seconds: number) => project.consult("told", "external", NOW_MS + seconds * 1000);
  assertEquals((await consult(0)).opinion?.reason, "More to come");
  await consult(1);
  await consult(299);
  assertEquals(asked(project), "metrics convergence");
  await consult(301);
  assertEquals(asked(project), "metrics convergence metrics");
  assertEquals((await consult(302)).opinion?.reason, "More to come");
  project.write("state.txt", "two");
  await consult(602);
  assertEquals(asked(project), "metrics convergence metrics metrics convergence");
});

for (const watched of [[], ["results/*.txt"]]) {
  test(`one that failed is asked again after five minutes, with ${watched.length} watched files`, async () => {
    using project = new Project({ "results/a.txt": "1" });
    const match = JSON.stringify({ is_match: true, metrics: watched });
    project.addScript(
      "mine",
      `[ -e chosen ] || { touch chosen; echo '${match}'; exit; }\necho x >>asked.txt\nexit 3`,
    );
    await project.trustPrograms();
    await chooseAdapter(project.context());
    for (const seconds of [0, 1, 299]) {
      const { problems } = await project.consult("mine", "external", NOW_MS + seconds * 1000);
      assertStringIncludes(problems[0]!, "exit code 3");
    }
    assertEquals(asked(project), "x");
    await project.consult("mine", "external", NOW_MS + 301_000);
    assertEquals(asked(project), "x x");
  });
}

test("another loop asks again", async () => {
  using project = await agreed("steady.sh");
  await project.consult("steady", "external");
  await project.consult("steady", "external", NOW_MS, Date.parse("2026-01-02T04:30:00Z"));
  assertEquals(asked(project), "metrics convergence metrics convergence");
});

test("a program that is gone or cannot be started is not a crash", async () => {
  using project = new Project();
  assertEquals((await project.consult("mine", "external")).problems, [
    "Adapter mine has no verdict: its file is gone",
  ]);
  project.addScript("mine", "");
  project.write(".claude/ralph-adapters/mine", "#!/nowhere\n");
  await project.trustPrograms();
  const { problems, addition } = await project.consult("mine", "external");
  assertStringIncludes(problems[0]!, "the program ended with exit code 127");
  assertEquals(addition, null);
});
