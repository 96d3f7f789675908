/** ralph never runs a program that a repository's configuration names. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { walkSync } from "@std/fs";
import { fromFileUrl, join, relative } from "@std/path";
import { gitIn } from "../_project.ts";
import { takeTreeMark } from "../../src/evidence/progress/tree_mark.ts";
import { hasMovedSince } from "../../src/evidence/progress/tree_times.ts";
import { makeStage } from "../e2e/_stage.ts";
import { makeTrap, PAYLOADS, provoke } from "./_payloads.ts";

/** More than a busy machine needs. */
const LONG_MS = 60_000;

for (const { name, plant, proof } of PAYLOADS) {
  Deno.test(`hostile git: ${name} does not run when ralph reads the tree`, async () => {
    const root = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "ralph-git-" }));
    try {
      const trap = makeTrap(root);
      const project = join(root, "project");
      plant(project, trap.command);
      trap.hasRun();
      await takeTreeMark(project, [], LONG_MS);
      assertEquals(trap.hasRun(), false, "the tree's mark");
      await hasMovedSince(project, [], 0);
      await hasMovedSince(project, [], 4e9);
      assertEquals(trap.hasRun(), false, "the files' times");
      provoke(project, proof);
      assert(trap.hasRun(), "plain git runs it");
    } finally {
      Deno.removeSync(root, { recursive: true });
    }
  });
}

Deno.test("hostile git: with a filter in the configuration a change is seen, a touch is not", async () => {
  const root = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "ralph-git-" }));
  try {
    PAYLOADS[0]?.plant(root, "/bin/false");
    const file = join(root, "b.txt");
    const first = await takeTreeMark(root, [], LONG_MS);
    Deno.utimeSync(file, 2_000, 2_000);
    assertEquals(await takeTreeMark(root, [], LONG_MS), first);
    Deno.writeTextFileSync(file, "three\n");
    assert(await takeTreeMark(root, [], LONG_MS) !== first);
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
});

Deno.test("hostile git: no command and no hook runs such a program", async () => {
  using stage = await makeStage({ start: null });
  const trap = makeTrap(stage.root);
  for (const { name, plant } of PAYLOADS) {
    // One repository cannot have all: each has a folder of the project.
    const folder = join(stage.project, name.replaceAll(/[^a-z]+/g, "-"));
    plant(folder, trap.command);
  }
  PAYLOADS[0]?.plant(stage.project, trap.command);
  trap.hasRun();
  const commands = [
    ["status"],
    ["start", "--dry-run", "-f", "PLAN.md"],
    ["run", "PLAN.md", "--dry-run", "--agent", "true"],
    ["start", "-f", "PLAN.md"],
    ["constraints"],
    ["knowledge", "scan"],
    ["adapters"],
    ["hooks", "status"],
  ];
  for (const command of commands) {
    await stage.ralph(command);
    assertEquals(trap.hasRun(), false, command.join(" "));
  }
  // After two similar answers ralph reads the tree.
  for (let turn = 0; turn < 4; turn++) {
    await stage.turn({ message: "I am waiting for your answer." });
    assertEquals(trap.hasRun(), false, `stop ${turn}`);
  }
  await stage.ralph(["stop"]);
  assertEquals(trap.hasRun(), false, "stop");
});

/** The options of runs that work in the repository itself. */
const SHARES: readonly (readonly string[])[] = [["--parallel", "2"], ["--shard", "1/2"], [
  "--merge",
]];

for (const [at, share] of SHARES.entries()) {
  // All have one door to git: each program is met by one of them, in a rehearsal and without.
  const payloads = PAYLOADS.filter((_, index) => index % SHARES.length === at);
  const words = ["run", "PLAN.md", ...share, "--agent", "true", "--max-iterations", "1"];
  Deno.test(`hostile git: before the user trusts it, no program runs: ${words.join(" ")}`, async () => {
    for (const { name, plant } of payloads) {
      using stage = await makeStage({ isInstalled: false, start: null });
      const trap = makeTrap(stage.root);
      plant(stage.project, trap.command);
      plantRemote(stage, trap.command);
      trap.hasRun();
      for (const more of [["--dry-run"], []]) {
        const { code, stdout, stderr } = await stage.ralph([...words, ...more]);
        assertEquals(trap.hasRun(), false, `${name}: ${stdout}${stderr}`);
        assert(code !== 0 || more.length > 0, `${name} needs trust: ${stdout}${stderr}`);
      }
    }
  });
}

Deno.test("hostile git: a run asks to trust the filter, and then uses it", async () => {
  using stage = await makeStage({ start: null });
  const trap = makeTrap(stage.root);
  PAYLOADS[0]?.plant(stage.project, trap.command);
  trap.hasRun();
  const words = ["run", "PLAN.md", "--parallel", "2", "--agent", "true", "--allow-dirty"];
  const dry = await stage.ralph([...words, "--dry-run"]);
  assertStringIncludes(
    dry.stdout,
    `Would ask you to trust: setting or hook of the git repository: filter.x.clean = ${trap.command}`,
  );
  assertStringIncludes((await stage.ralph(words)).stderr, "commands are not trusted");
  assertEquals(trap.hasRun(), false);
  await stage.ralph([...words, "--trust", "--max-iterations", "1"]);
  assert(trap.hasRun());
});

Deno.test("hostile git: a hook of the project is asked for where git pushes", async () => {
  using stage = await makeStage({ start: null });
  const trap = makeTrap(stage.root);
  gitIn(stage.project, "init", "-q", "-b", "main");
  gitIn(stage.project, "commit", "-q", "--allow-empty", "-m", "One");
  plantRemote(stage, trap.command);
  const words = ["run", "PLAN.md", "--dry-run", "--agent", "true"];
  const pushed = await stage.ralph([...words, "--shard", "1/2"]);
  assertStringIncludes(
    pushed.stdout,
    "Would ask you to trust: setting or hook of the git repository: ",
  );
  assertStringIncludes(pushed.stdout, ".git/hooks/pre-push");
  const local = await stage.ralph([...words, "--parallel", "2"]);
  assertEquals(local.stdout.includes("hooks/"), false);
});

Deno.test("hostile git: a hook of the project is asked for however core.hooksPath names it", async () => {
  using stage = await makeStage({ start: null });
  const { project, home } = stage;
  gitIn(project, "init", "-q", "-b", "main");
  gitIn(project, "commit", "-q", "--allow-empty", "-m", "One");
  plantRemote(stage, "true");
  Deno.renameSync(join(project, ".git/hooks"), join(project, "hooks"));
  for (const path of ["hooks", join(project, "hooks"), `~/${relative(home, project)}/hooks`]) {
    gitIn(project, "config", "core.hooksPath", path);
    const run = ["run", "PLAN.md", "--dry-run", "--agent", "true", "--shard", "1/2"];
    const { stdout, stderr } = await stage.ralph(run);
    assertStringIncludes(stdout, join(project, "hooks/pre-push"), `${path}: ${stderr}`);
  }
});

const LOCAL_REMOTES: readonly (readonly [key: string, value: string])[] = [
  ["remote.origin.url", ".git/remote.git"],
  ["remote.origin.pushurl", "file://localhost/PROJECT/.git/remote.git"],
  ["url.PROJECT/.git/.insteadOf", "https://host.invalid/"],
  ["remote.origin.url", "ext::sh -c true"],
];

for (const [key, value] of LOCAL_REMOTES) {
  Deno.test(`hostile git: a remote that the project brings along needs trust: ${key}=${value}`, async () => {
    using stage = await makeStage({ start: null });
    gitIn(stage.project, "init", "-q", "-b", "main");
    gitIn(stage.project, "commit", "-q", "--allow-empty", "-m", "One");
    gitIn(stage.project, "config", "remote.origin.url", "user@host.invalid:x.git");
    const run = () => stage.ralph(["run", "PLAN.md", "--dry-run", "--agent", "true", "--merge"]);
    assertEquals((await run()).stdout.includes("Would ask to trust"), false, "a usual remote");
    const named = [key, value].map((text) => text.replace("PROJECT", stage.project));
    gitIn(stage.project, "config", ...named);
    assertStringIncludes(
      (await run()).stdout,
      "Would ask you to trust: setting or hook of the git repository: ",
    );
  });
}

Deno.test("hostile git: --clean needs trust in the filter too", async () => {
  using stage = await makeStage({ start: null });
  const trap = makeTrap(stage.root);
  PAYLOADS[0]?.plant(stage.project, trap.command);
  trap.hasRun();
  const { code, stderr } = await stage.ralph(["run", "--clean"]);
  assertEquals([code, trap.hasRun()], [1, false], stderr);
  assertStringIncludes(stderr, "filter.x.clean");
});

Deno.test("hostile git: a merge driver needs trust", async () => {
  using stage = await makeStage({ start: null });
  gitIn(stage.project, "init", "-q", "-b", "main");
  gitIn(stage.project, "commit", "-q", "--allow-empty", "-m", "One");
  gitIn(stage.project, "config", "merge.x.driver", "evil %A");
  const words = ["run", "PLAN.md", "--parallel", "2", "--agent", "true"];
  assertStringIncludes(
    (await stage.ralph(words)).stderr,
    "of the git repository: merge.x.driver = evil %A",
  );
});

Deno.test("hostile git: a file that its filter may not compare yet is no uncommitted change", async () => {
  using stage = await makeStage({ start: null });
  const { project } = stage;
  gitIn(project, "init", "-q", "-b", "main");
  gitIn(project, "config", "filter.big.clean", "tr a-z A-Z");
  Deno.writeTextFileSync(join(project, ".gitattributes"), "*.bin filter=big\n");
  Deno.writeTextFileSync(join(project, "x.bin"), "large\n");
  gitIn(project, "add", "-A");
  gitIn(project, "commit", "-q", "-m", "One");
  // As after a fresh checkout: git has to read the file.
  Deno.utimeSync(join(project, "x.bin"), 1_000, 1_000);
  const words = ["run", "PLAN.md", "--parallel", "2", "--agent", "true"];
  const clean = await stage.ralph([...words, "--dry-run"]);
  assertEquals(clean.code, 0, clean.stderr);
  Deno.writeTextFileSync(join(project, "x.bin"), "larger\n");
  const changed = await stage.ralph([...words, "--trust"]);
  assertStringIncludes(changed.stderr, "a file has uncommitted changes: x.bin");
});

Deno.test("hostile git: a git of the project's own does not run, wherever it is on the PATH", async () => {
  using stage = await makeStage({ start: null });
  const trap = makeTrap(stage.root);
  PAYLOADS[0]?.plant(stage.project, trap.command);
  const bin = join(stage.project, "node_modules/.bin");
  Deno.mkdirSync(bin, { recursive: true });
  Deno.copyFileSync(trap.command, join(bin, "git"));
  const env = { PATH: `${bin}:node_modules/.bin:${Deno.env.get("PATH")}` };
  await new Deno.Command("git", { cwd: stage.project, env }).output();
  assert(trap.hasRun(), "a shell finds it first");
  const commands = [["start", "-f", "PLAN.md"], ["status"], ["report"], ["knowledge", "scan"]];
  for (const command of commands) {
    await stage.ralph(command, { env, isOwn: true });
    assertEquals(trap.hasRun(), false, command.join(" "));
  }
  // After two similar answers ralph reads the tree.
  for (let turn = 0; turn < 4; turn++) {
    const event = stage.stopEvent({ message: "I am waiting for your answer." });
    await stage.raw("stop", JSON.stringify(event), { env });
    assertEquals(trap.hasRun(), false, `stop ${turn}`);
  }
});

Deno.test("hostile git: nothing but the door starts git", () => {
  // A command that is only shown starts nothing; the door has its words in a list.
  const start =
    /(?:(?:Program|(?<!\bshow)Command|spawn)\(\s*\[?|: \[)\s*["'`](?:[^"'`]*\/)?git["'`]/;
  const starting = sources().filter(([, text]) => start.test(text)).map(([path]) => path);
  assertEquals(starting.map((path) => path.replace(/.*\//, "")), ["run_git.ts"]);
});

Deno.test("hostile git: only trust makes a git whose filters run", () => {
  const makers = sources().filter(([, text]) => /new Git\([^)]*"trusted"/.test(text));
  assertEquals(makers.map(([path]) => path.replace(/.*\//, "")), ["git_programs.ts"]);
});

/** The project's sources, by path from `src`. */
function sources(): (readonly [path: string, text: string])[] {
  const root = fromFileUrl(new URL("../../src", import.meta.url));
  return [...walkSync(root, { includeDirs: false, exts: [".ts"] })]
    .map(({ path }) => [relative(root, path), Deno.readTextFileSync(path)] as const);
}

/** Adds a remote, and hooks that run when something is pushed to it. */
function plantRemote(stage: { readonly project: string; readonly root: string }, command: string) {
  const remote = join(stage.root, "remote.git");
  gitIn(stage.root, "init", "-q", "--bare", remote);
  if (!gitIn(stage.project, "remote").includes("origin")) {
    gitIn(stage.project, "remote", "add", "origin", remote);
  }
  for (const name of ["pre-push", "reference-transaction"]) {
    const hook = join(stage.project, ".git/hooks", name);
    Deno.writeTextFileSync(hook, `#!/bin/sh\n${command}\n`, { mode: 0o755 });
  }
}

Deno.test("run --clean: with --dry-run it does not show a run that would not happen", async () => {
  using stage = await makeStage({ start: null });
  const { code, stdout, stderr } = await stage.ralph(["run", "--clean", "--dry-run"]);
  assertEquals([code, stdout], [2, ""]);
  assertStringIncludes(stderr, "--clean and --dry-run exclude each other");
});
