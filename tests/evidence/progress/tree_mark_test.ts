import { assert, assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { SECOND_MS } from "../../../src/text/time.ts";
import { dirname, join } from "@std/path";
import { takeTreeMark } from "../../../src/evidence/progress/tree_mark.ts";
import { hasMovedSince } from "../../../src/evidence/progress/tree_times.ts";
import { gitIn } from "../../_project.ts";
import { makeProject } from "./_project.ts";
import { needsBuild } from "../../_tools.ts";

function put(project: string, name: string, text: string): void {
  Deno.mkdirSync(dirname(join(project, name)), { recursive: true });
  Deno.writeTextFileSync(join(project, name), text);
}

type Step = (project: string) => void;
const NOTHING: Step = () => {};
/** More than a busy machine needs. */
const LONG_MS = 60_000;

/** What is done to a project before and between two marks, and whether the second differs. */
const STEPS: readonly (readonly [string, Step, Step, boolean])[] = [
  ["nothing", NOTHING, NOTHING, false],
  ["a change", NOTHING, (at) => put(at, "a.txt", "b"), true],
  ["a change of the same length in a changed file", (at) => put(at, "a.txt", "b"), (at) => {
    const { atime, mtime } = Deno.statSync(join(at, "a.txt"));
    put(at, "a.txt", "c");
    Deno.utimeSync(join(at, "a.txt"), atime!, mtime!);
  }, true],
  ["a touch", NOTHING, (at) => Deno.utimeSync(join(at, "a.txt"), 1_000, 1_000), false],
  ["a touch of a new file", (at) => put(at, "b.txt", "b"), (at) => {
    Deno.utimeSync(join(at, "b.txt"), 1_000, 1_000);
  }, false],
  ["the same text again", NOTHING, (at) => put(at, "a.txt", "a"), false],
  [
    "the same text again in a new file",
    (at) => put(at, "b c", "b"),
    (at) => put(at, "b c", "b"),
    false,
  ],
  ["a new file", NOTHING, (at) => put(at, "deep/er/b.txt", "b"), true],
  ["a new file with spaces", NOTHING, (at) => put(at, "My Secret.txt", "b"), true],
  [
    "a change in one",
    (at) => put(at, "My Secret.txt", "b"),
    (at) => put(at, "My Secret.txt", "c"),
    true,
  ],
  ["a new file with a line feed", NOTHING, (at) => put(at, "b\nc", "b"), true],
  [
    "a change in one with signs",
    (at) => put(at, 'ä 👍\t"', "b"),
    (at) => put(at, 'ä 👍\t"', "c"),
    true,
  ],
  ["a removed file", NOTHING, (at) => Deno.removeSync(join(at, "a.txt")), true],
  ["a renamed file", NOTHING, (at) => Deno.renameSync(join(at, "a.txt"), join(at, "b.txt")), true],
  ["a file made executable", NOTHING, (at) => Deno.chmodSync(join(at, "a.txt"), 0o755), true],
  ["changed and changed back", NOTHING, (at) => {
    put(at, "a.txt", "b");
    put(at, "a.txt", "a");
  }, false],
  ["a link to itself", NOTHING, (at) => Deno.symlinkSync("loop", join(at, "loop")), true],
  ["a link that leads elsewhere", (at) => Deno.symlinkSync("x", join(at, "l")), (at) => {
    Deno.removeSync(join(at, "l"));
    Deno.symlinkSync("y", join(at, "l"));
  }, true],
  [
    "a change behind a link to a folder above",
    (at) => Deno.symlinkSync("..", join(at, "up")),
    NOTHING,
    false,
  ],
  ["ralph's own files", NOTHING, (at) => {
    put(at, ".claude/loop-enabled", "1");
    put(at, ".claude/ralph-state.json", "{}");
    put(at, ".claude/ralph-state.json.lock", "");
    put(at, ".claude/.ralph-x.tmp", "");
    put(at, "packages/a/.claude/STOP_LOOP", "");
    put(at, ".ralph-result", "{}");
  }, false],
  ["files named like ralph's own", NOTHING, (at) => put(at, "docs/STOP_LOOP", "x"), true],
  ["a plan in our folder", NOTHING, (at) => put(at, ".claude/plans/x.md", "x"), true],
  ["the plan that is left out", NOTHING, (at) => put(at, "PLAN.md", "- [x] a"), false],
  ["what tools generate", NOTHING, (at) => put(at, "node_modules/x/index.js", "x"), false],
];

for (const isGit of [true, false]) {
  for (const [name, before, between, differs] of STEPS) {
    if (!isGit && name.includes("link")) continue;
    Deno.test(`tree: ${name} ${differs ? "shows" : "does not show"} (${isGit ? "git" : "no git"})`, async () => {
      using project = makeProject(isGit);
      const mark = () => takeTreeMark(project.path, [join(project.path, "PLAN.md")], LONG_MS);
      before(project.path);
      const first = await mark();
      assertMatch(first ?? "", /^[0-9a-f]{64}$/);
      between(project.path);
      assertEquals(await mark() !== first, differs);
    });
  }
}

Deno.test("tree: ignored files never count, staging makes no difference, a commit does", async () => {
  using project = makeProject(true);
  const mark = () => takeTreeMark(project.path, [], LONG_MS);
  put(project.path, ".gitignore", "*.log\nbuild/\n");
  put(project.path, "a.txt", "changed");
  const first = await mark();
  put(project.path, "x.log", "x");
  put(project.path, "build/out", "x");
  assertEquals(await mark(), first);
  gitIn(project.path, "add", "-A");
  assertEquals(await mark(), first);
  gitIn(project.path, "commit", "-qm", "Two");
  const second = await mark();
  assertNotEquals(second, first);
  gitIn(project.path, "rm", "-q", "--cached", "a.txt");
  const third = await mark();
  put(project.path, "a.txt", "other");
  assertNotEquals(await mark(), third, "in a file that is out of the index");
  const fourth = await mark();
  gitIn(project.path, "commit", "-q", "--allow-empty", "-m", "Three");
  assertNotEquals(await mark(), fourth);
});

Deno.test("tree: before the first commit, in a worktree and in a folder of a repository", async () => {
  using unborn = makeProject(false);
  gitIn(unborn.path, "init", "-q");
  await showsChange(unborn.path, "a.txt");
  using project = makeProject(true);
  const sub = join(project.path, "sub folder");
  put(sub, "b.txt", "b");
  gitIn(project.path, "add", "-A");
  gitIn(project.path, "commit", "-qm", "Two");
  await showsChange(sub, "b.txt");
  await showsChange(sub, "new.txt");
  await showsChange(sub, "../a.txt");
  using place = makeProject(false);
  const tree = join(place.path, "tree");
  gitIn(project.path, "worktree", "add", "-q", "--detach", tree);
  await showsChange(tree, "a.txt");
});

async function showsChange(project: string, name: string): Promise<void> {
  const first = await takeTreeMark(project, [], LONG_MS);
  assert(first !== null);
  put(project, name, `changed ${Math.random()}`);
  const second = await takeTreeMark(project, [], LONG_MS);
  assert(second !== null && second !== first, name);
  assertEquals(await takeTreeMark(project, [], LONG_MS), second);
}

Deno.test("tree: a change in a nested repository or a submodule shows", async () => {
  using project = makeProject(true);
  using other = makeProject(true);
  const inner = join(project.path, "inner");
  Deno.mkdirSync(inner);
  gitIn(inner, "init", "-q");
  put(inner, "x.txt", "x");
  await showsChange(project.path, "inner/x.txt");
  gitIn(
    project.path,
    "-c",
    "protocol.file.allow=always",
    "submodule",
    "add",
    "-q",
    other.path,
    "mod",
  );
  gitIn(project.path, "commit", "-qam", "Module");
  await showsChange(project.path, "mod/a.txt");
  await showsChange(project.path, "mod/a.txt");
});

Deno.test("tree: a merge in conflict shows its changes", async () => {
  using project = makeProject(true);
  gitIn(project.path, "checkout", "-q", "-b", "side");
  put(project.path, "a.txt", "side");
  gitIn(project.path, "commit", "-qam", "Side");
  gitIn(project.path, "checkout", "-q", "main");
  put(project.path, "a.txt", "main");
  gitIn(project.path, "commit", "-qam", "Main");
  try {
    gitIn(project.path, "merge", "side");
  } catch {
    // In conflict, as wanted.
  }
  await showsChange(project.path, "a.txt");
});

Deno.test("tree: where git refuses, the files themselves are looked at", async () => {
  using project = makeProject(true);
  Deno.writeTextFileSync(join(project.path, ".git/HEAD"), "garbage");
  await showsChange(project.path, "a.txt");
});

needsBuild().test("tree: too many files and too little time are unknown, never equal", async () => {
  using project = makeProject(false);
  assertEquals(await takeTreeMark(project.path, [], 0), null);
  for (let index = 0; index < 20_001; index++) {
    Deno.writeTextFileSync(join(project.path, `${index}`), "");
  }
  assertEquals(await takeTreeMark(project.path, []), null);
  gitIn(project.path, "init", "-q");
  assertEquals(await takeTreeMark(project.path, []), null);
});

Deno.test("tree: nothing waits on a pipe, and big files count by their size and time", async () => {
  using project = makeProject(true);
  new Deno.Command("mkfifo", { args: [join(project.path, "pipe")] }).outputSync();
  const huge = join(project.path, "huge");
  Deno.writeTextFileSync(huge, "");
  Deno.truncateSync(huge, 1024 ** 3);
  const first = await takeTreeMark(project.path, [], LONG_MS);
  assertEquals(await takeTreeMark(project.path, [], LONG_MS), first);
  Deno.truncateSync(huge, 1024 ** 3 + 1);
  const second = await takeTreeMark(project.path, [], LONG_MS);
  assertNotEquals(second, first);
  Deno.utimeSync(huge, 1_000, 1_000);
  const third = await takeTreeMark(project.path, [], LONG_MS);
  assertNotEquals(third, second);
  Deno.removeSync(join(project.path, "a.txt"));
  new Deno.Command("mkfifo", { args: [join(project.path, "a.txt")] }).outputSync();
  assertNotEquals(await takeTreeMark(project.path, [], LONG_MS), third);
});

Deno.test("tree: a repository's configuration starts no program", async () => {
  using project = makeProject(true);
  const trace = join(project.path, ".git/started");
  const script = join(project.path, ".git/monitor.sh");
  Deno.writeTextFileSync(script, `#!/bin/sh\ntouch '${trace}'\n`, { mode: 0o755 });
  gitIn(project.path, "config", "core.fsmonitor", script);
  await takeTreeMark(project.path, []);
  await hasMovedSince(project.path, [], 0);
  assert(![...Deno.readDirSync(join(project.path, ".git"))].some(({ name }) => name === "started"));
});

Deno.test("tree: the times of files show what changed, those of folders what was removed", async () => {
  for (const isGit of [true, false]) {
    using project = makeProject(isGit);
    // The files' times are coarse: some milliseconds behind the clock's.
    const before = Date.now() - 50;
    put(project.path, "deep/b.txt", "b");
    put(project.path, "PLAN.md", "x");
    const plan = join(project.path, "PLAN.md");
    const moved = (since: number) => hasMovedSince(project.path, [plan], since);
    const pause = () => new Promise((resolve) => setTimeout(resolve, 15));
    await pause();
    let now = Date.now();
    assertEquals(await moved(now), false);
    assertEquals(await moved(before), true);
    await pause();
    put(project.path, "PLAN.md", "y");
    assertEquals(await moved(now), false, "what is left out");
    for (
      const step of [
        () => put(project.path, "deep/b.txt", "c"),
        () => put(project.path, "deep/new.txt", "c"),
        () => Deno.removeSync(join(project.path, "deep/b.txt")),
        () => Deno.removeSync(join(project.path, "deep"), { recursive: true }),
      ]
    ) {
      await pause();
      now = Date.now();
      assertEquals(await moved(now), false);
      await pause();
      step();
      assertEquals(await moved(now), true, `${step}, git ${isGit}`);
    }
  }
});

Deno.test("tree: a new file with an old time shows", async () => {
  using project = makeProject(true);
  // Whole seconds are all that is known of it.
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  const since = Math.floor(Date.now() / SECOND_MS) * SECOND_MS - 1;
  assertEquals(await hasMovedSince(project.path, [], since), false);
  put(project.path, "a.txt", "b");
  Deno.utimeSync(join(project.path, "a.txt"), 1_000, 1_000);
  assertEquals(await hasMovedSince(project.path, [], since), true);
});

Deno.test("tree: a repository inside that the outer one ignores shows", async () => {
  using project = makeProject(true);
  Deno.writeTextFileSync(join(project.path, ".gitignore"), "inner/\n");
  const inner = join(project.path, "inner/deep");
  Deno.mkdirSync(inner, { recursive: true });
  gitIn(inner, "init", "-q");
  gitIn(inner, "commit", "-q", "--allow-empty", "-m", "One");
  const mark = () => takeTreeMark(project.path, [], LONG_MS);
  const first = await mark();
  assertEquals(await mark(), first);
  Deno.writeTextFileSync(join(inner, "a.txt"), "new");
  const second = await mark();
  assertNotEquals(second, first);
  gitIn(inner, "add", "-A");
  gitIn(inner, "commit", "-q", "-m", "Two");
  assertNotEquals(await mark(), second);
  const since = Date.now() + 1_000;
  assertEquals(await hasMovedSince(project.path, [], since), false);
  const past = new Date(since + 60_000);
  Deno.utimeSync(join(inner, ".git/logs/HEAD"), past, past);
  assertEquals(await hasMovedSince(project.path, [], since), true);
});
