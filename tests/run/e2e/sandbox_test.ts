/** `ralph run --sandbox bwrap` against an agent that tries to get out. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { existsSync } from "@std/fs/exists";
import { join } from "@std/path";
import { ignoredIf, needs } from "../../_tools.ts";
import { exits, RALPH, run } from "../../e2e/_run.ts";
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
import { oddAgent, repositoryStage } from "./_parallel_stage.ts";
import { isAlive, listRunning, uniqueSleep } from "../../_processes.ts";

/** What agents and checks leave behind. */
const DAEMON = uniqueSleep();
const ONE_ITEM = "# Plan\n\n- [ ] one\n";

/** Where people keep what is nobody else's; the last two are invented. */
const SECRETS: readonly string[] = (
  ".ssh/id .netrc .git-credentials .config/git/credentials .config/gh/hosts.yml .aws/credentials " +
  ".config/containers/auth.json .config/sops/age/keys.txt .npmrc .m2/settings.xml .pypirc " +
  ".gradle/gradle.properties .cargo/credentials.toml .config/op/session .fly/config.yml .bitcoin/wallet " +
  ".config/Code/tokens .config/Signal/db .local/share/keyrings/login .cache/huggingface/token .histfile " +
  ".codex/auth.json .gemini/oauth_creds.json .claude/history.jsonl .claude/projects/-other/x.jsonl " +
  ".claude/ralph/trust.json .claude/ralph/loops/other/journal.jsonl code/other/notes.txt Documents/tax.txt " +
  ".bashrc .config/never-heard-of/token .seldom-used-tool.secret"
).split(" ");

/** What each of these files holds, and nothing else on the machine. */
const SECRET = `secret-${crypto.randomUUID()}`;

/** A home with secrets and settings, and a repository as the project. */
async function secretStage(): Promise<Stage> {
  const stage = await runStage(ONE_ITEM);
  const write = (path: string, text: string) => {
    const file = join(stage.home, path);
    Deno.mkdirSync(join(file, ".."), { recursive: true });
    Deno.writeTextFileSync(file, text);
  };
  for (const path of SECRETS) write(path, SECRET);
  write(".claude/settings.json", "{}");
  write(".gitconfig", `[commit]\n\tgpgsign = true\n[credential]\n\thelper = ${SECRET}\n`);
  write(".config/git/ignore", "ignored-by-me\n");
  write("wanted/there", "");
  write("shown/there", "shown");
  Deno.mkdirSync(join(stage.project, ".claude/ralph-templates"), { recursive: true });
  stage.git("init", "-q", "-b", "main");
  stage.git("commit", "-q", "--allow-empty", "-m", "first");
  Deno.writeTextFileSync(join(stage.project, "runner.pid"), String(Deno.pid));
  Deno.writeTextFileSync(join(stage.project, "daemon.txt"), DAEMON);
  Deno.writeTextFileSync(join(stage.project, "secret.txt"), SECRET);
  return stage;
}

/** Everything in the home and its content, except for what ralph itself writes and the user gives. */
function snapshot(stage: Stage): string[] {
  const own = /^(?:wanted|\.x\.sock|\.claude\/ralph[^/]*|\.cache\/ralph|\.local\/state)(?:\/|$)/;
  const list = (folder: string): string[] =>
    [...Deno.readDirSync(join(stage.home, folder))].flatMap(({ name, isDirectory }) => {
      const path = join(folder, name);
      if (own.test(path)) return [];
      return isDirectory
        ? [path, ...list(path)]
        : [`${path}: ${Deno.readTextFileSync(join(stage.home, path))}`];
    });
  return list("").sort();
}

function linesOf(stage: Stage, name: string): string[] {
  return read(stage, name).split("\n").filter((line) => line !== "");
}

/** What the agent manages without a sandbox: else the test would prove nothing. */
const ESCAPES_WITHOUT = ["find-secrets", "find-variable", "write-git-hook", "see-runner"];

for (const terminal of ["pty", "pipe"]) {
  needs("bwrap").test(
    `sandbox: what is not given is not there, and no attempt gets out, on ${terminal}`,
    async () => {
      using stage = await secretStage();
      using _listener = Deno.listen({ transport: "unix", path: join(stage.home, ".x.sock") });
      const before = snapshot(stage);
      const configBefore = stage.git("config", "--list", "--local");
      const args = ["--sandbox", "bwrap", "--terminal", terminal];
      const added = ["--sandbox-write", join(stage.home, "wanted"), "--sandbox-env", "NAMED_*"];
      const env = {
        SECRET_TOKEN: SECRET,
        NAMED_TOKEN: "named",
        SSH_AUTH_SOCK: join(stage.home, ".x.sock"),
        RALPH_SANDBOX_READ: "~/shown",
      };
      await exits(0, runPlan(stage, "job-escapes", [...args, ...added], env));
      // In the agent's own repository, which is not the user's.
      assertEquals(linesOf(stage, "escapes.txt"), ["write-git-hook", "write-git-config"]);
      assertEquals(stage.git("config", "--list", "--local"), configBefore);
      assertEquals(existsSync(join(stage.project, ".git/hooks/pre-commit")), false);
      assertEquals(linesOf(stage, "works.txt"), [
        "write-project",
        "write-tmp",
        "write-home",
        "commit",
        "git-settings",
        "write-wanted",
        "read-shown",
        "named-variable",
        "name-resolution",
      ]);
      assertEquals(snapshot(stage), before, "nothing that an agent writes in its home arrives");
      assertEquals(existsSync(join(stage.home, ".claude/ralph/written")), false);
      assertEquals(existsSync(join(stage.home, "wanted/made")), true);
      // Beside the project is the sandbox's own /tmp.
      assertEquals(existsSync(join(stage.root, "written")), false);
      assertEquals(stage.git("log", "-1", "--format=%s"), "agent");
      await waitFor(() => listRunning(DAEMON).length === 0, "the daemons to end");
    },
  );
}

needs("bwrap").test(
  "sandbox: without it the same agent gets out, so the attempts are real",
  async () => {
    using stage = await secretStage();
    stage.put("runner.pid", "1");
    await runPlan(stage, "job-escapes", ["--sandbox", "none"], { SECRET_TOKEN: SECRET });
    const escapes = linesOf(stage, "escapes.txt");
    for (const name of ESCAPES_WITHOUT) assert(escapes.includes(name), name);
  },
);

/** Looks for the secret's text everywhere that another project's or the home's files could be. */
const LEAKS = `cat notes/* .git/modules/*/* .claude/x/* .claude/*.md 2>/dev/null >found.txt
    (: >notes/planted; : >.claude/x/planted; mkdir .git/modules/a/hooks) 2>/dev/null; tick`;

needs("bwrap").test(
  "sandbox: no link that an agent or a clone leaves decides what the next sandbox has",
  async () => {
    using stage = await repositoryStage(["odd one", "odd two"]);
    const vault = join(stage.home, ".ssh");
    Deno.mkdirSync(vault);
    for (const name of ["config", "id"]) Deno.writeTextFileSync(join(vault, name), SECRET);
    Deno.symlinkSync("../home/.ssh", join(stage.project, "notes"));
    Deno.mkdirSync(join(stage.project, ".claude"), { recursive: true });
    Deno.symlinkSync(vault, join(stage.project, ".claude/x"));
    const script = `mkdir -p .git/modules; ln -s '${vault}' .git/modules/a
    ln -s '${stage.home}' .git/modules/b; ${LEAKS}`;
    const path = oddAgent(stage, script);
    await exits(0, stage.ralph(["run", "PLAN.md", "--agent", path, "--sandbox", "bwrap"]));
    assertEquals(read(stage, "found.txt"), "");
    assertEquals([...Deno.readDirSync(vault)].map(({ name }) => name).sort(), ["config", "id"]);
  },
);

/** Puts a key into the keyrings of the session and the user, and becomes a program. */
const WITH_KEYS = `import ctypes, os, sys
add = lambda ring: ctypes.CDLL(None).syscall(248, b"user", b"ralph-test", b"the payload", 11, ring)
sys.exit(9) if add(-3) < 0 or add(-4) < 0 else os.execvp(sys.argv[1], sys.argv[1:])`;

/** Prints what each key that can be found holds. */
const READ_KEYS = `import ctypes
text = ctypes.create_string_buffer(64)
for line in open("/proc/keys"):
  if " user " in line and ctypes.CDLL(None).syscall(250, 11, int(line.split()[0], 16), text, 64) > 0: print(text.value)`;

ignoredIf(needs("bwrap").ignore || needs("python3").ignore || Deno.build.arch !== "x86_64").test(
  "sandbox: no key of the kernel's keyrings can be read",
  async () => {
    using stage = await repositoryStage(["odd"]);
    const path = oddAgent(stage, `python3 -c '${READ_KEYS}' >keys.txt; tick`);
    const args = [RALPH, "run", "PLAN.md", "--agent", path, "--sandbox", "bwrap"];
    const options = { cwd: stage.project, env: stage.env({}) };
    await exits(0, run("python3", ["-c", WITH_KEYS, ...args], options));
    assertEquals(read(stage, "keys.txt"), "");
    const outside = await run("python3", ["-c", WITH_KEYS, "python3", "-c", READ_KEYS], options);
    assertStringIncludes(outside.stdout, "the payload", "without a sandbox it can");
  },
);

needs("bwrap").test(
  "sandbox: a file of settings that is replaced meanwhile does not become writable",
  async () => {
    using stage = await repositoryStage(["odd"]);
    const settings = join(stage.home, ".claude/settings.json");
    Deno.mkdirSync(join(settings, ".."), { recursive: true });
    Deno.writeTextFileSync(settings, "{}");
    const path = oddAgent(
      stage,
      `: >ready; while [ ! -e go ]; do sleep 0.1; done
    (echo evil >"$HOME/.claude/settings.json"; mv go "$HOME/.claude/settings.json") 2>/dev/null; tick`,
    );
    const args = ["PLAN.md", "--agent", path, "--sandbox", "bwrap"];
    const { done } = startRun(stage, args);
    await waitFor(() => existsSync(join(stage.project, "ready")), "the agent");
    Deno.writeTextFileSync(`${settings}.new`, '{"new": 1}');
    Deno.renameSync(`${settings}.new`, settings);
    stage.put("go", "");
    const ran = await done;
    assertEquals(ran.code, 0, ran.stdout + ran.stderr);
    assertEquals(Deno.readTextFileSync(settings), '{"new": 1}');
  },
);

/** What an agent could write as a test or a build script. */
const HOSTILE_CHECK = `#!/bin/sh
cat "$HOME/.ssh/id" >read.txt
echo x >>"$HOME/.bashrc"
echo x >"$HOME/.claude/ralph/x.txt"
(setsid ${DAEMON} >/dev/null 2>&1 &)
echo built >built.txt
test -w .git/HEAD
`;

needs("bwrap").test(
  "sandbox: checks that run what an agent wrote cannot get out either",
  async () => {
    using stage = await secretStage();
    Deno.writeTextFileSync(join(stage.project, "check.sh"), HOSTILE_CHECK, { mode: 0o755 });
    const args = ["--sandbox", "bwrap", "--verify", "./check.sh"];
    await exits(0, runPlan(stage, "job-tick", args));
    assertEquals(read(stage, "built.txt"), "built\n", "a check writes in the project");
    assertEquals(read(stage, "read.txt"), "");
    assertEquals(Deno.readTextFileSync(join(stage.home, ".bashrc")), SECRET);
    assertEquals(existsSync(join(stage.home, ".claude/ralph/x.txt")), false);
    await waitFor(() => listRunning(DAEMON).length === 0, "the daemons to end");
  },
);

needs("bwrap").test(
  "sandbox: a check that needs the home folder fails there with a note, and runs outside on request",
  async () => {
    using stage = await secretStage();
    const verify = ["--verify", 'test -s "$HOME/.ssh/id"'];
    const args = ["--sandbox", "bwrap", "--max-iterations", "1", ...verify];
    const inside = await exits(3, runPlan(stage, "job-tick", args));
    assertStringIncludes(inside.stdout + inside.stderr, "with Docker: --checks-outside");
    await exits(0, runPlan(stage, "job-tick", [...args, "--checks-outside"]));
  },
);

needs("bwrap").test("sandbox: an agent is asked to end before it is killed", async () => {
  using stage = await runStage(ONE_ITEM);
  const args = ["--sandbox", "bwrap", "--kill-grace", "100", "--json"];
  const run = startRun(stage, ["PLAN.md", "--agent", agent("talks_when_killed"), ...args]);
  await run.until("thinking");
  run.child.kill("SIGINT");
  const ran = await run.done;
  assertEquals(ran.code, 130, ran.stdout);
  assert(!ran.stdout.includes('"killing"'), ran.stdout);
  const printed = eventsOf(ran).flatMap(({ text }) => String(text).split("\n"));
  assert(printed.includes("ended"), ran.stdout);
});

needs("bwrap").test(
  "sandbox: a reviewer reads the change and can write nothing of the project",
  async () => {
    using stage = await secretStage();
    const reviewer = agent("job-reviews");
    const wanted = join(stage.home, "wanted");
    const args = ["--sandbox", "bwrap", "--review", reviewer, "--sandbox-write", wanted];
    await exits(0, runPlan(stage, "job-reviews", args));
    const order = Deno.readTextFileSync(join(stage.home, "wanted/ran")).trim().split("\n");
    const whole = ["review", "review", "review"];
    assertEquals(order, ["work", "review", "work", "review", ...whole]);
    assertEquals(existsSync(join(stage.project, "review-was-here")), false);
    assertEquals(read(stage, "one.txt"), "one\none\n");
    const result = read(stage, ".ralph-result");
    assertStringIncludes(result, "reviewed, nothing left open");
    assertStringIncludes(result, "- one: 2 reviews, 0 open");
  },
);

needs("bwrap").test(
  "sandbox: a killed runner takes the agent along, without a cleanup",
  async () => {
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
);

Deno.test("sandbox: a command of the user's gets the project and the agent's command", async () => {
  using stage = await runStage(ONE_ITEM);
  const box = join(stage.root, "box.sh");
  Deno.writeTextFileSync(box, '#!/bin/sh\necho "in $1" >box.txt; shift; exec "$@"\n', {
    mode: 0o755,
  });
  const template = `'${box}' {project} {command}`;
  const ran = await exits(0, runPlan(stage, "job-tick", ["--sandbox", template, "--json"]));
  assertEquals(read(stage, "box.txt"), `in ${stage.project}\n`);
  assertEquals(eventsOf(ran)[0]?.["sandbox"], "command");
});

needs("unshare").test("sandbox: unshare as the user's command takes the network away", async () => {
  using stage = await runStage(ONE_ITEM);
  const template = "unshare --map-root-user --net {command}";
  await exits(0, runPlan(stage, "job-network", ["--sandbox", template]));
  assertEquals(read(stage, "network.txt"), "lo\n");
});

Deno.test("sandbox: auto isolates nothing where bubblewrap is missing, and the first lines say so", async () => {
  using stage = await runStage(ONE_ITEM);
  const ran = await runPlan(stage, "job-tick", ["--sandbox", "auto"], { PATH: "/nonexistent" });
  assertStringIncludes(ran.stderr, "sandbox         none, bubblewrap is not installed");
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
    assertEquals(ran.code, 2, ran.stdout + ran.stderr);
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
