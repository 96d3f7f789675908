import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { needs, needsLinux, needsMounts } from "../../_tools.ts";
import { join } from "@std/path";
import {
  agent,
  agentFile,
  eventsOf,
  exits,
  read,
  runPlan,
  runScript,
  runStage,
  script,
  shellOf,
  type Stage,
  TICK,
} from "./_run_stage.ts";

/** Runs a shell script as the user of a stage. */
async function shell(stage: Stage, line: string, wrapper: readonly string[] = []) {
  const child = shellOf(stage, [...wrapper, "sh", "-c", line], { AGENT: agent("job-events") });
  const { code, stdout, stderr } = await child.output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, signal: null, stdout: text(stdout), stderr: text(stderr) };
}

needsMounts().test("run: a full disk does not end the run", async () => {
  using stage = await runStage("- [ ] one\n");
  script(stage, `head -c 4M /dev/zero | tr '\\0' 'x' | fold\n${TICK}`);
  const ran = await shell(
    stage,
    'mkdir -p "$HOME/.claude/ralph" && ' +
      'mount -t tmpfs -o size=1m,mode=700 tmpfs "$HOME/.claude/ralph" && ' +
      `"$RALPH" run PLAN.md --agent ../agent.sh --json`,
    ["unshare", "-m"],
  );
  assertEquals(ran.code, 0, ran.stdout + ran.stderr);
  const kinds = eventsOf(ran).filter(({ event }) => event === "warning").map(({ warning }) =>
    warning.kind
  );
  assertEquals(kinds, ["log-failed"]);
  assertStringIncludes(read(stage, ".ralph-result"), "complete");
});

Deno.test("run: without a home folder it fails, and runs nothing", async () => {
  using stage = await runStage();
  const ran = await exits(1, runPlan(stage, "job-tick", [], { HOME: "" }));
  assertStringIncludes(ran.stderr, "RALPH_HOME");
  assertStringIncludes(read(stage, "PLAN.md"), "- [ ] one");
});

needs("script").test("run: on a terminal the view is drawn and erased", async () => {
  using stage = await runStage("- [ ] Build the walls\n");
  // A view that changes faster than it is drawn leaves frames out: the agent waits for the first.
  const screen = join(stage.root, "screen");
  script(stage, `until grep -q "0 of 1 item done" "${screen}"; do sleep 0.05; done\n${TICK}`);
  const command = `"$RALPH" run PLAN.md --agent ../agent.sh`;
  const ran = await exits(0, shell(stage, `TERM=xterm script -qefc '${command}' "${screen}"`));
  const last = ran.stdout.lastIndexOf("\u001b[J");
  assert(last > 0 && ran.stdout.indexOf("DONE") > last);
});

Deno.test("run: a plan cannot draw on the terminal", async () => {
  using stage = await runStage("- [ ] one \u001b[2J\u001b]0;owned\u0007\n");
  const ran = await exits(0, runPlan(stage, "job-tick"));
  assert(!ran.stderr.includes("\u001b"), JSON.stringify(ran.stderr));
});

Deno.test("run: a plan under .claude, which Claude Code cannot tick, is refused before the first agent", async () => {
  using stage = await runStage();
  stage.put(".claude/plans/a.md", "- [ ] one\n");
  const claude = join(stage.project, "claude");
  Deno.copyFileSync(agentFile("job-tick"), claude);
  const args = ["run", ".claude/plans/a.md", "--agent", claude];
  for (const more of [[], ["--dry-run"]]) {
    const ran = await exits(2, stage.ralph([...args, ...more]));
    assertStringIncludes(ran.stderr, "Claude Code does not write under .claude");
  }
  assertEquals(stage.hasLoop(), false);
});

Deno.test("run: values of secret variables reach neither log nor lines", async () => {
  using stage = await runStage("- [ ] one\n");
  const env = { MY_API_TOKEN: "swordfish-1234567" };
  const ran = await runScript(stage, `echo "token $MY_API_TOKEN"\n${TICK}`, ["--json"], env);
  assertEquals(ran.code, 0, ran.stdout + ran.stderr);
  const log = Deno.readTextFileSync(join(stage.loopDir(), "iterations", "001.log"));
  assertStringIncludes(log, "token ");
  assert(!`${ran.stdout}${ran.stderr}${log}`.includes("swordfish"));
});

Deno.test("run: a secret in the plan reaches neither result nor lines", async () => {
  using stage = await runStage("- [ ] use swordfish-1234567\n- [ ] two swordfish-1234567\n");
  const env = { MY_API_TOKEN: "swordfish-1234567" };
  for (const more of [[], ["--json"], ["--dry-run"], ["--dry-run", "--json"]]) {
    const args = ["run", "PLAN.md", "--agent", agent("job-nothing"), "--max-iterations", "1"];
    const ran = await stage.ralph([...args, ...more], { env });
    assert(ran.stdout.includes("[masked]"), ran.stdout);
    assert(!`${ran.stdout}${ran.stderr}`.includes("swordfish"), `${ran.stdout}${ran.stderr}`);
  }
  assertStringIncludes(read(stage, ".ralph-result"), "- [ ] use [masked]");
  assertEquals(Deno.statSync(join(stage.project, ".ralph-result")).mode! & 0o777, 0o600);
  const live = Deno.readTextFileSync(join(stage.loopDir(), "live.json"));
  assert(!live.includes("swordfish"), live);
});

Deno.test("run: --keep-awake keeps the system's lock while it runs", async () => {
  using stage = await runStage("- [ ] one\n");
  const keeps = 'echo "$@" > inhibit.txt\ncat > /dev/null\necho over >> inhibit.txt';
  // A program in the project's own folder would not be run.
  script(stage, keeps, "systemd-inhibit");
  const PATH = `${stage.root}:${Deno.env.get("PATH")}`;
  const work = `until [ -s inhibit.txt ]; do sleep 0.05; done\n${TICK}`;
  await exits(0, runScript(stage, work, ["--keep-awake"], { PATH }));
  if (Deno.build.os === "linux") assertStringIncludes(read(stage, "inhibit.txt"), "idle:sleep");
  const without = await runPlan(stage, "job-tick", ["--keep-awake"], { PATH: "/nowhere" });
  assertEquals(without.code, 0, "a finished plan needs nothing");
  assertStringIncludes(without.stderr, "may fall asleep");
});

for (const terminal of ["pty", "pipe"]) {
  needsLinux().test(
    `hostile: an agent and its check get no folder that the caller left open (${terminal})`,
    async () => {
      using stage = await runStage("# Plan\n\n- [ ] one\n");
      const list = (name: string) => `ls -l /proc/$$/fd >"${stage.project}/${name}"`;
      script(stage, `${list("agent.txt")}\n${TICK}`);
      script(stage, list("check.txt"), "check.sh");
      await exits(
        0,
        shell(
          stage,
          `exec 9<"$HOME"; exec "$RALPH" run PLAN.md --agent ../agent.sh ` +
            `--terminal ${terminal} --sandbox none --verify "sh ../check.sh"`,
        ),
      );
      for (const name of ["agent.txt", "check.txt"]) {
        assertEquals(read(stage, name).includes(stage.home), false, read(stage, name));
      }
    },
  );
}
