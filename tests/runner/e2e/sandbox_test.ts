/**
 * `ralph run --sandbox bwrap` against an agent that tries to get out.
 *
 * @module
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { existsSync } from "@std/fs/exists";
import { join } from "@std/path";
import { gitIn } from "../../_project.ts";
import { needs } from "../../_tools.ts";
import {
  agent,
  eventsOf,
  pidIn,
  read,
  runPlan,
  runStage,
  type Stage,
  startRun,
  waitFor,
} from "./_run_stage.ts";
import { isAlive, listRunning, uniqueSleep } from "../../_processes.ts";

/** What agents and checks leave behind. */
const DAEMON = uniqueSleep();
const ONE_ITEM = "# Plan\n\n- [ ] one\n";

/** A home with secrets, other projects and settings, and a repository as the project. */
async function secretStage(): Promise<Stage> {
  const stage = await runStage(ONE_ITEM);
  const write = (path: string, text: string) => {
    const file = join(stage.home, path);
    Deno.mkdirSync(join(file, ".."), { recursive: true });
    Deno.writeTextFileSync(file, text);
  };
  write(".ssh/id_ed25519", "key");
  write(".netrc", "machine example.com password secret");
  write("code/other/.git/HEAD", "ref: refs/heads/main");
  write("code/other/notes.txt", "other");
  write("elsewhere/notes.txt", "known to the client");
  write(".claude.json", JSON.stringify({ projects: { [join(stage.home, "elsewhere")]: {} } }));
  write(".claude/settings.json", "{}");
  write(".bashrc", "");
  write(".gitconfig", "[commit]\n\tgpgsign = true\n");
  write(".cache/there", "");
  write("wanted/there", "");
  Deno.mkdirSync(join(stage.project, ".claude/ralph-templates"), { recursive: true });
  gitIn(stage.project, "init", "-q", "-b", "main");
  gitIn(stage.project, "commit", "-q", "--allow-empty", "-m", "first");
  Deno.writeTextFileSync(join(stage.project, "runner.pid"), String(Deno.pid));
  Deno.writeTextFileSync(join(stage.project, "daemon.txt"), DAEMON);
  return stage;
}

function linesOf(stage: Stage, name: string): string[] {
  return read(stage, name).split("\n").filter((line) => line !== "");
}

/** What the agent manages without a sandbox: else the test would prove nothing. */
const ESCAPES_WITHOUT = [
  "read-ssh-key",
  "read-other-project",
  "write-home",
  "write-ralph-home",
  "write-git-hook",
  "see-runner",
];

for (const terminal of ["pty", "pipe"]) {
  Deno.test({
    name: `sandbox: no attempt of an agent to get out succeeds, on ${terminal}`,
    ...needs("bwrap"),
    fn: async () => {
      using stage = await secretStage();
      const args = ["--sandbox", "bwrap", "--terminal", terminal];
      const wanted = ["--sandbox-write", join(stage.home, "wanted")];
      const ran = await runPlan(stage, "job-escapes", [...args, ...wanted]);
      assertEquals(ran.code, 0, ran.stdout + ran.stderr);
      assertStringIncludes(ran.stderr, "Sandbox: bubblewrap");
      assertEquals(linesOf(stage, "escapes.txt"), []);
      assertEquals(linesOf(stage, "works.txt"), [
        "write-project",
        "write-tmp",
        "write-cache",
        "commit",
        "read-gitconfig",
        "write-wanted",
        "name-resolution",
      ]);
      // Beside the project is the sandbox's own /tmp.
      assertEquals(existsSync(join(stage.root, "written")), false);
      assertEquals(gitIn(stage.project, "log", "-1", "--format=%s"), "agent");
      await waitFor(() => listRunning(DAEMON).length === 0, "the daemons to end");
    },
  });
}

Deno.test({
  name: "sandbox: without it the same agent gets out, so the attempts are real",
  ...needs("bwrap"),
  fn: async () => {
    using stage = await secretStage();
    Deno.writeTextFileSync(join(stage.project, "runner.pid"), "");
    await runPlan(stage, "job-escapes", ["--sandbox", "none"]);
    const escapes = linesOf(stage, "escapes.txt");
    for (const name of ESCAPES_WITHOUT.slice(0, 5)) assert(escapes.includes(name), name);
  },
});

/** What an agent could write as a test or a build script. */
const HOSTILE_CHECK = `#!/bin/sh
cat "$HOME/.ssh/id_ed25519" >read.txt
echo x >>"$HOME/.bashrc"
echo x >"$HOME/.claude/ralph/x.txt"
(setsid ${DAEMON} >/dev/null 2>&1 &)
echo built >built.txt
test -w .git/HEAD
`;

Deno.test({
  name: "sandbox: checks that run what an agent wrote cannot get out either",
  ...needs("bwrap"),
  fn: async () => {
    using stage = await secretStage();
    Deno.writeTextFileSync(join(stage.project, "check.sh"), HOSTILE_CHECK, { mode: 0o755 });
    const args = ["--sandbox", "bwrap", "--verify", "./check.sh"];
    const ran = await runPlan(stage, "job-tick", args);
    assertEquals(ran.code, 0, ran.stdout + ran.stderr);
    assertStringIncludes(ran.stderr, "agents and checks write only in the project");
    assertEquals(read(stage, "built.txt"), "built\n", "a check writes in the project");
    assertEquals(read(stage, "read.txt"), "");
    assertEquals(Deno.readTextFileSync(join(stage.home, ".bashrc")), "");
    assertEquals(existsSync(join(stage.home, ".claude/ralph/x.txt")), false);
    await waitFor(() => listRunning(DAEMON).length === 0, "the daemons to end");
  },
});

Deno.test({
  name:
    "sandbox: a check that needs the home folder fails there with a note, and runs outside on request",
  ...needs("bwrap"),
  fn: async () => {
    using stage = await secretStage();
    const verify = ["--verify", 'test -s "$HOME/.ssh/id_ed25519"'];
    const args = ["--sandbox", "bwrap", "--max-iterations", "1", ...verify];
    const inside = await runPlan(stage, "job-tick", args);
    assertEquals(inside.code, 3, inside.stdout + inside.stderr);
    assertStringIncludes(inside.stdout + inside.stderr, "use --checks-outside");
    const outside = await runPlan(stage, "job-tick", [...args, "--checks-outside"]);
    assertEquals(outside.code, 0, outside.stdout + outside.stderr);
  },
});

Deno.test({
  name: "sandbox: commands of worktree_setup run in it",
  ...needs("bwrap"),
  fn: async () => {
    using stage = await secretStage();
    Deno.removeSync(join(stage.project, "runner.pid"));
    gitIn(stage.project, "add", "-A");
    gitIn(stage.project, "commit", "-q", "-m", "plan");
    const settings = join(stage.home, ".claude/ralph/config.json");
    Deno.mkdirSync(join(settings, ".."), { recursive: true });
    const steps = ['cat "$HOME/.ssh/id_ed25519" >"$HOME/wanted/setup.txt"; true'];
    Deno.writeTextFileSync(settings, JSON.stringify({ worktree_setup: steps }));
    const wanted = join(stage.home, "wanted");
    const args = ["--sandbox", "bwrap", "--sandbox-write", wanted, "--parallel", "2"];
    const ran = await runPlan(stage, "job-tick", args);
    assertEquals(ran.code, 0, ran.stdout + ran.stderr);
    assertEquals(Deno.readTextFileSync(join(wanted, "setup.txt")), "");
  },
});

Deno.test({
  name: "sandbox: an agent is asked to end before it is killed",
  ...needs("bwrap"),
  fn: async () => {
    using stage = await runStage(ONE_ITEM);
    const args = ["--sandbox", "bwrap", "--kill-grace", "100", "--json"];
    const run = startRun(stage, ["PLAN.md", "--agent", agent("talks_when_killed"), ...args]);
    await run.until("thinking");
    run.child.kill("SIGINT");
    const ran = await run.done;
    assertEquals(ran.code, 130, ran.stdout);
    assert(!ran.stdout.includes('"killing"'), ran.stdout);
    assert(eventsOf(ran).some(({ text }) => text === "ended"), ran.stdout);
  },
});

Deno.test({
  name: "sandbox: a reviewer reads the change and can write nothing of the project",
  ...needs("bwrap"),
  fn: async () => {
    using stage = await secretStage();
    const reviewer = agent("job-reviews");
    const args = ["--sandbox", "bwrap", "--review", reviewer];
    const ran = await runPlan(stage, "job-reviews", args);
    assertEquals(ran.code, 0, ran.stdout + ran.stderr);
    const order = Deno.readTextFileSync(join(stage.home, ".cache/ran")).trim().split("\n");
    const whole = ["review", "review", "review"];
    assertEquals(order, ["work", "review", "work", "review", ...whole]);
    assertEquals(existsSync(join(stage.project, "review-was-here")), false);
    assertEquals(read(stage, "one.txt"), "one\none\n");
    const result = read(stage, ".ralph-result");
    assertStringIncludes(result, "reviewed, nothing left open");
    assertStringIncludes(result, "- one: 2 reviews, 0 open");
  },
});

Deno.test({
  name: "sandbox: a killed runner takes the agent along, without a cleanup",
  ...needs("bwrap"),
  fn: async () => {
    using stage = await runStage(ONE_ITEM);
    const box = ["--sandbox", "bwrap", "--agent", agent("job-works-long")];
    const { child, done } = startRun(stage, ["PLAN.md", ...box]);
    await waitFor(() => pidIn(stage, "agent.pid") > 0, "the agent");
    const agents = listChildren(child.pid);
    assert(agents.length >= 2, String(agents));
    child.kill("SIGKILL");
    await done;
    await waitFor(() => !agents.some(isAlive), "the agent's end");
  },
});

Deno.test("sandbox: a command of the user's gets the project and the agent's command", async () => {
  using stage = await runStage(ONE_ITEM);
  const box = join(stage.root, "box.sh");
  Deno.writeTextFileSync(box, '#!/bin/sh\necho "in $1" >box.txt; shift; exec "$@"\n', {
    mode: 0o755,
  });
  const template = `'${box}' {project} {command}`;
  const ran = await runPlan(stage, "job-tick", ["--sandbox", template, "--json"]);
  assertEquals(ran.code, 0, ran.stdout + ran.stderr);
  assertEquals(read(stage, "box.txt"), `in ${stage.project}\n`);
  assertEquals(eventsOf(ran)[0]?.["sandbox"], "command");
});

Deno.test({
  name: "sandbox: unshare as the user's command takes the network away",
  ...needs("unshare"),
  fn: async () => {
    using stage = await runStage(ONE_ITEM);
    const template = "unshare --map-root-user --net {command}";
    const ran = await runPlan(stage, "job-network", ["--sandbox", template]);
    assertEquals(ran.code, 0, ran.stdout + ran.stderr);
    assertEquals(read(stage, "network.txt"), "lo\n");
  },
});

Deno.test("sandbox: auto isolates nothing where bubblewrap is missing, and the first lines say so", async () => {
  using stage = await runStage(ONE_ITEM);
  const ran = await runPlan(stage, "job-tick", ["--sandbox", "auto"], {
    PATH: "/nonexistent",
  });
  assertStringIncludes(ran.stderr, "Sandbox: none, bubblewrap is not installed");
});

for (
  const [name, choice, said] of [
    ["bwrap where it is missing", "bwrap", "bubblewrap is not installed"],
    ["a command without {command}", "docker run image", "{command}"],
    ["a quote that is never closed", "box 'x {command}", "never closed"],
  ] as const
) {
  Deno.test(`sandbox: ${name} is refused with a hint`, async () => {
    using stage = await runStage(ONE_ITEM);
    const ran = await runPlan(stage, "job-tick", ["--sandbox", choice], { PATH: "/nonexistent" });
    assertEquals(ran.code, 2);
    assertStringIncludes(ran.stderr, said);
    assertStringIncludes(ran.stderr, "Hint");
    assertEquals(read(stage, "PLAN.md"), ONE_ITEM);
  });
}

/** All processes below a process. */
function listChildren(pid: number): number[] {
  const { stdout } = new Deno.Command("pgrep", { args: ["-P", String(pid)] }).outputSync();
  const children = new TextDecoder().decode(stdout).split("\n").filter(Boolean).map(Number);
  return children.flatMap((child) => [child, ...listChildren(child)]);
}
