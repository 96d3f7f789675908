/**
 * `ralph run --sandbox bwrap` in unusual places, and attempts to make ralph itself do what the
 * sandbox forbids.
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { existsSync } from "@std/fs/exists";
import { join } from "@std/path";
import { gitIn } from "../../_project.ts";
import { needs } from "../../_tools.ts";
import { exits, RALPH, run } from "../../e2e/_run.ts";
import {
  agent,
  APPROVAL,
  eventsOf,
  read,
  runPlan,
  runStage,
  type Stage,
  startRun,
} from "./_run_stage.ts";
import { ITEMS, oddAgent, planOf, repositoryStage, runOdd } from "./_parallel_stage.ts";

const BOX = ["--sandbox", "bwrap"];
/** What ends on TERM gets the time for it, on a busy machine too. */
const PATIENT = ["--kill-grace", "100"];

function sandboxTest(name: string, fn: () => Promise<void>): void {
  Deno.test({ name: `sandbox: ${name}`, ...needs("bwrap"), fn });
}

function writeHome(stage: Stage, path: string, text: string): string {
  const file = join(stage.home, path);
  Deno.mkdirSync(join(file, ".."), { recursive: true });
  Deno.writeTextFileSync(file, text);
  return file;
}

function runOne(stage: Stage, script: string, args: readonly string[] = []) {
  return stage.ralph(["run", "PLAN.md", "--agent", oddAgent(stage, script), ...BOX, ...args]);
}

sandboxTest("what the user's client runs in the project is not the agent's", async () => {
  using stage = await repositoryStage(["odd"], { ".claude/hooks/x.sh": "", ".mcp.json": "{}" });
  const script =
    `(echo evil >.claude/hooks/x.sh; : >.claude/hooks/y; echo '{}' >.claude/settings.json
    mv .claude gone; echo evil >.mcp.json; rm .mcp.json) 2>/dev/null; tick`;
  for (const more of [[], ["--parallel", "2", "--allow-dirty"]]) {
    stage.put("PLAN.md", planOf(["odd"]));
    await exits(0, runOne(stage, script, more));
    assertEquals(read(stage, ".claude/hooks/x.sh") + read(stage, ".mcp.json"), "{}");
    for (const path of ["hooks/y", "settings.json"]) {
      assertEquals(existsSync(join(stage.project, ".claude", path)), false);
    }
  }
  Deno.renameSync(join(stage.project, ".claude"), join(stage.project, "settings"));
  Deno.symlinkSync("settings", join(stage.project, ".claude"));
  const linked = await runOne(stage, script);
  assertEquals([linked.code, linked.stderr.includes("is a link, which agents")], [2, true]);
});

sandboxTest("git of a parallel run stays with the project's configuration", async () => {
  using stage = await repositoryStage(["odd", "odd two"], { ".gitattributes": "* filter=x\n" });
  const outside = join(stage.root, "outside");
  const common = join(stage.project, ".git");
  const evil = join(stage.root, "evil");
  // Without a sandbox it stays there, as that of another agent which still works.
  const script = `cp -r '${common}' '${evil}'; echo '${evil}' >'${common}/commondir'
    printf '[filter "x"]\\n\\tsmudge = touch %s; cat\\n\\tclean = touch %s; cat\\n' '${outside}' '${outside}' >>'${evil}/config'
    echo w >w.txt; tick`;
  const path = oddAgent(stage, script);
  const args = ["run", "PLAN.md", "--agent", path, "--parallel", "2", "--sandbox", "none"];
  const ran = await stage.ralph(args);
  assertEquals(existsSync(outside), false, ran.stdout + ran.stderr);
  assertStringIncludes(ran.stdout + ran.stderr, "✓ #1 odd");
});

sandboxTest("ralph's git does not enter a repository that an agent made", async () => {
  using stage = await repositoryStage();
  const outside = join(stage.root, "outside");
  const inner = join(stage.project, "inner");
  Deno.mkdirSync(inner);
  Deno.writeTextFileSync(join(inner, "a"), "1\n");
  gitIn(inner, "init", "-q", "-b", "main");
  gitIn(inner, "add", "-A");
  gitIn(inner, "commit", "-q", "-m", "first");
  stage.git("add", "inner");
  stage.git("commit", "-q", "-m", "inner");
  gitIn(inner, "config", "filter.x.clean", `touch '${outside}'; cat`);
  Deno.writeTextFileSync(join(inner, ".gitattributes"), "* filter=x\n");
  Deno.writeTextFileSync(join(inner, "a"), "2\n");
  await exits(0, runOdd(stage, "echo w >w.txt; tick", BOX));
  assertEquals(existsSync(outside), false);
});

sandboxTest("an agent cannot make ralph run a program that it put on the search path", async () => {
  using stage = await repositoryStage(["odd | `true`", "odd two"]);
  const outside = join(stage.root, "outside");
  const script = `mkdir -p bin; for name in git bwrap sh; do
    printf '#!/bin/sh\necho %s >>%s\nexec /usr/bin/%s "$@"\n' $name '${outside}' $name >bin/$name
    chmod +x bin/$name; done; tick`;
  const reviewer = join(stage.root, "reviewer.sh");
  Deno.writeTextFileSync(reviewer, `#!/bin/sh\necho ${APPROVAL}\n`, { mode: 0o755 });
  const path = oddAgent(stage, script);
  const args = ["run", "PLAN.md", "--agent", path, "--review", reviewer, "--trust", ...BOX];
  const env = { PATH: `${join(stage.project, "bin")}:./bin:${Deno.env.get("PATH")}` };
  await exits(0, stage.ralph(args, { env }));
  assertEquals(existsSync(outside), false);
});

sandboxTest(
  "ralph does not quote a secret that an agent linked to, in a prompt or a file",
  async () => {
    using stage = await repositoryStage(["odd one", "odd two"]);
    const secret = writeHome(stage, ".ssh/id_ed25519", "the key\n");
    const script = `printf '%s' "$1" >"prompts of $item"; tick
    ln -sf '${secret}' PLAN.progress.md; ln -sf '${secret}' PLAN.findings.md`;
    for (const start of [() => runOne(stage, script), () => runOdd(stage, script, BOX)]) {
      const ran = await start();
      assertEquals(ran.code, 0, ran.stdout + ran.stderr);
      for (const { name, isFile } of Deno.readDirSync(stage.project)) {
        if (isFile) assertEquals(read(stage, name).includes("the key"), false, name);
      }
      stage.put("PLAN.md", planOf(["odd one [parallel]", "odd two [parallel]"]));
    }
  },
);

sandboxTest("the gate of the registered hooks is given, read-only", async () => {
  using stage = await repositoryStage(["odd"]);
  const gate = writeHome(stage, ".claude/ralph/gate", "ralph=ralph\n");
  const script = `cat '${gate}' >seen.txt; (echo evil >>'${gate}') 2>/dev/null; tick`;
  await runOne(stage, script);
  assertEquals(read(stage, "seen.txt"), "ralph=ralph\n");
  assertEquals(Deno.readTextFileSync(gate), "ralph=ralph\n");
});

sandboxTest(
  "links and borrowed objects that a clone brings along give an agent nothing",
  async () => {
    using stage = await repositoryStage(["odd"]);
    const key = writeHome(stage, ".ssh/id", "the key");
    const git = join(stage.project, ".git");
    Deno.mkdirSync(join(git, "hooks"), { recursive: true });
    Deno.mkdirSync(join(stage.project, ".claude"), { recursive: true });
    Deno.symlinkSync("../.git/hooks", join(stage.project, ".claude/notes"));
    Deno.symlinkSync(key, join(git, "sharedindex.x"));
    Deno.writeTextFileSync(join(git, "objects/info/alternates"), `${join(stage.home, ".ssh")}\n`);
    const script = `cat '${key}' .git/sharedindex.x >found.txt 2>/dev/null
    echo '#!/bin/sh' >.claude/notes/pre-commit; tick`;
    await exits(0, runOne(stage, script));
    assertEquals(read(stage, "found.txt"), "");
    assertEquals(existsSync(join(git, "hooks/pre-commit")), false);
  },
);

sandboxTest("a home behind a link, with blanks and umlauts, is as empty", async () => {
  using stage = await repositoryStage(["odd"]);
  const home = join(stage.root, "the höme dir");
  const real = join(stage.root, "real");
  await Deno.rename(stage.home, real);
  await Deno.symlink(real, home);
  Deno.writeTextFileSync(join(real, "secret"), "key");
  Deno.mkdirSync(join(real, ".cargo/bin"), { recursive: true });
  Deno.symlinkSync("../../secret", join(real, ".cargo/bin/x"));
  const script = `ls -A "$HOME" '${real}' | grep -v ':\\|^$' | sort -u >found.txt; tick`;
  const path = oddAgent(stage, script);
  const args = ["run", "PLAN.md", "--agent", path, ...BOX];
  await exits(0, stage.ralph(args, { env: { HOME: home } }));
  assertEquals(read(stage, "found.txt"), ".cargo\n.claude\n.gitconfig\n");
  Deno.renameSync(real, stage.home);
});

sandboxTest("a home in the project is refused, since agents would get all of it", async () => {
  using stage = await runStage("# Plan\n\n- [ ] odd\n");
  Deno.copyFileSync(stage.plan, join(stage.home, "PLAN.md"));
  const ran = await exits(2, runPlan(stage, "job-tick", BOX, { HOME: stage.project }));
  assertStringIncludes(ran.stderr, "Your home folder is in the project");
});

sandboxTest(
  "a committed setting gives agents nothing, and neither does a link of the project's",
  async () => {
    using stage = await runStage("# Plan\n\n- [ ] odd\n");
    Deno.symlinkSync(stage.home, join(stage.project, "data"));
    const linked = await runPlan(stage, "job-tick", [...BOX, "--sandbox-read", "data"]);
    assertEquals([linked.code, linked.stderr.includes("is a link out of the project")], [2, true]);
    Deno.mkdirSync(join(stage.project, ".claude"), { recursive: true });
    const config = join(stage.project, ".claude/ralph-config.json");
    Deno.writeTextFileSync(config, JSON.stringify({ sandbox_read: ["~"] }));
    const ran = await exits(2, runPlan(stage, "job-tick", BOX));
    assertStringIncludes(ran.stderr, "in your own configuration");
  },
);

sandboxTest(
  "a ralph that is linked into a new prefix works, and knows in the sandbox that its run lives",
  async () => {
    using stage = await repositoryStage(["odd"]);
    const prefix = join(stage.root, "new prefix");
    const program = join(prefix, "lib/ralph/ralph");
    Deno.mkdirSync(join(prefix, "bin"), { recursive: true });
    Deno.mkdirSync(join(program, ".."), { recursive: true });
    Deno.copyFileSync(RALPH, program);
    Deno.symlinkSync("../lib/ralph/ralph", join(prefix, "bin/ralph"));
    const env = { PATH: `${prefix}/bin:/usr/bin:/bin` };
    await exits(
      0,
      run(join(prefix, "bin/ralph"), [
        ...["run", "PLAN.md", "--agent", oddAgent(stage, "ralph status --json >status.json; tick")],
        ...BOX,
      ], { cwd: stage.project, env: stage.env(env) }),
    );
    assertEquals(JSON.parse(read(stage, "status.json")).state, "working");
  },
);

sandboxTest(
  "without HOME a run needs RALPH_HOME, and then works",
  async () => {
    using stage = await repositoryStage(["odd"]);
    const agentPath = oddAgent(stage, "tick");
    const args = ["run", "PLAN.md", "--agent", agentPath, ...BOX];
    const refused = await stage.ralph(args, { env: { HOME: undefined } });
    assertStringIncludes(refused.stderr, "HOME is not set");
    const env = { HOME: undefined, RALPH_HOME: stage.inHome("ralph") };
    await exits(0, stage.ralph(args, { env }));
  },
);

/** Programs of the name bwrap that do not work, and what is said of each. */
const BROKEN: Readonly<Record<string, readonly [script: string, why: string]>> = {
  "never answers": ["exec sleep 86403", "no answer for 5 s"],
  "fails": ["echo 'no namespaces' >&2; exit 1", "no namespaces"],
  "fails without a word": ["exit 3", "exit code 3"],
  "starts no command": ["exit 0", "it did not run the command"],
};

/** Writes a program of the name bwrap. @returns A search path where it comes first. */
function writeBwrap(stage: Stage, name: string, script: string, mode = 0o755): string {
  const folder = join(stage.root, name);
  Deno.mkdirSync(folder);
  Deno.writeTextFileSync(join(folder, "bwrap"), `#!/bin/sh\n${script}\n`, { mode });
  return `${folder}:${Deno.env.get("PATH")}`;
}

sandboxTest("a bwrap that does not work is not used, and the first lines say why", async () => {
  using stage = await runStage("# Plan\n\n- [ ] one\n");
  const broken = Object.entries(BROKEN).map(([name, [script, why]]) =>
    ({ why, path: writeBwrap(stage, name, script) }) as const
  );
  await Promise.all(broken.map(async ({ why, path }) => {
    const refused = await runPlan(stage, "job-tick", [...BOX, "--dry-run"], { PATH: path });
    assertEquals(refused.code, 2, refused.stdout + refused.stderr);
    assertStringIncludes(refused.stderr, `does not start here (${why})`);
    assertStringIncludes(refused.stderr, "Hint: Allow user namespaces");
  }));
  const path = broken.at(-1)?.path ?? "";
  const auto = await exits(0, runPlan(stage, "job-tick", ["--sandbox", "auto"], { PATH: path }));
  assertStringIncludes(auto.stderr, "sandbox         none, bubblewrap does not start here");
});

sandboxTest("a bwrap that is not executable is named", async () => {
  using stage = await runStage("# Plan\n\n- [ ] one\n");
  const path = writeBwrap(stage, "bin", "exit 0", 0o644).split(":")[0] ?? "";
  const refused = await exits(2, runPlan(stage, "job-tick", BOX, { PATH: path }));
  assertStringIncludes(refused.stderr, `"${path}/bwrap" is not executable`);
});

/** Works when it is tried, and never answers with an agent. */
const HANGS_LATER = `case "$*" in *" echo started") echo started; exit ;; esac; exec sleep 86403`;

sandboxTest("a bwrap that hangs before its agent starts is ended by the watchdog", async () => {
  using stage = await runStage("# Plan\n\n- [ ] one\n");
  const args = [...BOX, ...PATIENT, "--idle-timeout", "1", "--max-iterations", "1", "--json"];
  const ran = await runPlan(stage, "job-tick", args, {
    PATH: writeBwrap(stage, "bin", HANGS_LATER),
  });
  assertEquals(ran.code, 1, ran.stdout + ran.stderr);
  const ended = eventsOf(ran).find(({ event }) => event === "iteration-ended");
  assertEquals([ended?.["ended_by"], ended?.["signal"]], ["idle-timeout", "SIGTERM"]);
});

sandboxTest("Ctrl-C ends a bwrap that hangs before its agent starts, without KILL", async () => {
  using stage = await runStage("# Plan\n\n- [ ] one\n");
  const args = ["PLAN.md", "--agent", agent("job-tick"), ...BOX, ...PATIENT, "--json"];
  const { child, done, until } = startRun(stage, args, {
    PATH: writeBwrap(stage, "bin", HANGS_LATER),
  });
  await until('"agent-started"');
  child.kill("SIGINT");
  const ran = await done;
  assertEquals(ran.code, 130, ran.stdout);
  assert(!ran.stdout.includes('"killing"'), ran.stdout);
});

sandboxTest(
  "what builds leave in caches is the project's own, and outlasts the agent",
  async () => {
    using stage = await repositoryStage(["odd", "odd two"]);
    const cache = writeHome(stage, ".cargo/registry/there", "");
    const script = `: >"$HOME/.cargo/registry/x"; : >"$HOME/.cargo/config.toml"; tick`;
    await exits(0, runOne(stage, script));
    const left = [...Deno.readDirSync(join(stage.home, ".cargo"))].map(({ name }) => name);
    assertEquals(left, ["registry"]);
    assertEquals(existsSync(join(cache, "../x")), false);
  },
);

sandboxTest("what worktree_setup links is there, unless it leads out of the project", async () => {
  using stage = await repositoryStage(ITEMS, { ".gitignore": "modules\nout\n" });
  Deno.mkdirSync(join(stage.project, "modules"));
  stage.put("modules/x", "module");
  const secret = writeHome(stage, ".ssh/id", "the key");
  Deno.symlinkSync(join(secret, ".."), join(stage.project, "out"));
  writeHome(stage, ".claude/ralph/config.json", '{"worktree_setup":["link:modules","link:out"]}');
  await exits(0, runOdd(stage, "cat modules/x out/id >w.txt 2>/dev/null; tick", BOX));
  assertEquals(read(stage, "w.txt"), "module");
});
