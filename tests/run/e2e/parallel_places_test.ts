/**
 * `ralph run --parallel` in unusual places: repositories that cannot be used are refused before any
 * agent starts, and in all others the work is merged.
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { gitIn } from "../../_project.ts";
import { agent, exits, type Stage } from "./_run_stage.ts";
import { gitLines, pathWithGit, planOf, repositoryStage } from "./_parallel_stage.ts";

const ITEMS = ["write a.txt [parallel]", "write b.txt [parallel]"];
const ARGS = ["--agent", agent("job-part"), "--parallel", "2"];

/** Runs the plan in a folder. */
function runIn(stage: Stage, cwd: string, args: readonly string[] = [], plan = "PLAN.md") {
  return stage.ralph(["run", plan, ...ARGS, ...args], { cwd });
}

/** What is wrong with the place, what is said, and where the run begins. */
const REFUSED: readonly (readonly [string, (stage: Stage) => string, string, string])[] = [
  [
    "a project without git",
    ({ project }) => {
      Deno.removeSync(join(project, ".git"), { recursive: true });
      return project;
    },
    "does not use git",
    "Leave --parallel out",
  ],
  [
    "a detached HEAD",
    ({ project }) => {
      gitIn(project, "checkout", "-q", "--detach");
      return project;
    },
    "detached HEAD",
    "Switch to a branch",
  ],
  [
    "a repository without a commit",
    ({ project }) => {
      Deno.removeSync(join(project, ".git"), { recursive: true });
      gitIn(project, "init", "-q");
      return project;
    },
    "no commit yet",
    "Commit your files",
  ],
  [
    "a bare repository",
    ({ root, project }) => {
      const folder = join(root, "bare.git");
      gitIn(root, "clone", "-q", "--bare", project, folder);
      Deno.copyFileSync(join(project, "PLAN.md"), join(folder, "PLAN.md"));
      return folder;
    },
    "is bare",
    "git worktree add",
  ],
  [
    "a project whose repository is set to bare",
    ({ project }) => {
      gitIn(project, "config", "core.bare", "true");
      return project;
    },
    "is bare",
    "git worktree add",
  ],
  [
    "a repository that git does not read",
    ({ project }) => {
      const config = join(project, ".git/config");
      Deno.writeTextFileSync(config, "[core]\n  repositoryFormatVersion = 99\n");
      return project;
    },
    "git cannot read the repository: fatal: ",
    "Leave --parallel out",
  ],
  [
    "a lock that a killed git left",
    ({ project }) => {
      Deno.writeTextFileSync(join(project, ".git/index.lock"), "");
      return project;
    },
    "git cannot merge here: ",
    "git status",
  ],
  [
    "an unfinished rebase",
    ({ project }) => {
      gitIn(project, "commit", "-q", "--allow-empty", "-m", "mine");
      gitIn(
        project,
        "-c",
        "sequence.editor=sed -i.bak s/pick/edit/",
        "rebase",
        "-q",
        "-i",
        "HEAD~1",
      );
      return project;
    },
    "rebase",
    "git status",
  ],
  [
    "an unfinished merge",
    ({ project }) => {
      gitIn(project, "checkout", "-q", "-b", "other");
      gitIn(project, "commit", "-q", "--allow-empty", "-m", "theirs");
      gitIn(project, "checkout", "-q", "main");
      gitIn(project, "merge", "-q", "--no-commit", "-s", "ours", "--no-ff", "other");
      return project;
    },
    "git cannot merge here: ",
    "git status",
  ],
  [
    "a sparse checkout",
    ({ project }) => {
      gitIn(project, "sparse-checkout", "set", "--no-cone", "/PLAN.md");
      return project;
    },
    "sparse checkout",
    "Leave --parallel out",
  ],
  [
    "a repository with submodules",
    ({ project }) => {
      Deno.writeTextFileSync(join(project, ".gitmodules"), "");
      return project;
    },
    "has submodules",
    "Leave --parallel out",
  ],
  [
    "a repository with files in Git LFS",
    ({ project }) => {
      Deno.writeTextFileSync(join(project, ".gitattributes"), "*.bin filter=lfs -text\n");
      return project;
    },
    "Git LFS",
    "Leave --parallel out",
  ],
];

for (const [name, prepare, why, hint] of REFUSED) {
  Deno.test(`parallel: ${name} is refused`, async () => {
    using stage = await repositoryStage(ITEMS);
    const ran = await exits(2, runIn(stage, prepare(stage)));
    assertStringIncludes(ran.stderr, why);
    assertStringIncludes(ran.stderr, hint);
  });
}

/** Both items are done on the branch of a work tree, and nothing else is left. */
function assertDone(cwd: string, worktrees: number): void {
  const lines = (...args: string[]) => gitIn(cwd, ...args).split("\n").filter(Boolean);
  assertEquals(lines("log", "--format=%s").slice(0, 2).toSorted(), ["write a.txt", "write b.txt"]);
  assertEquals(lines("status", "--porcelain", "--untracked-files=no"), []);
  assertEquals(lines("worktree", "list").length, worktrees);
  assertEquals(lines("branch", "--list", "ralph/*"), []);
}

Deno.test("parallel: in a linked worktree, also of a bare repository, its branch gets the work", async () => {
  using stage = await repositoryStage(ITEMS);
  const { root, project } = stage;
  const bare = join(root, "bare.git");
  gitIn(root, "clone", "-q", "--bare", project, bare);
  for (const [repository, count] of [[project, 2], [bare, 2]] as const) {
    const folder = `${repository}-linked`;
    gitIn(repository, "worktree", "add", "-q", "-b", "feature", folder, "main");
    await exits(0, runIn(stage, folder));
    assertDone(folder, count);
    assertEquals(gitIn(repository, "log", "--format=%s", "main"), "first");
  }
});

Deno.test("parallel: a branch that another run makes at the same moment is left to it", async () => {
  using stage = await repositoryStage(ITEMS);
  const taken = "ralph/plan/1-write-a-txt";
  const PATH = pathWithGit(stage, "worktree add", "before", `git branch ${taken}`);
  await exits(0, stage.ralph(["run", "PLAN.md", ...ARGS], { env: { PATH } }));
  assertEquals(gitLines(stage, "branch", "--list", "ralph/*", "--format=%(refname:short)"), [
    taken,
  ]);
  stage.git("branch", "-D", taken);
  assertDone(stage.project, 1);
});

Deno.test("parallel: a merge waits for the git of an editor", async () => {
  using stage = await repositoryStage(ITEMS);
  const lock = join(stage.project, ".git/index.lock");
  const script = `: >'${lock}'; git "$@"; code=$?; rm '${lock}'; exit $code`;
  const PATH = pathWithGit(stage, "--no-squash", "before", script);
  await exits(0, stage.ralph(["run", "PLAN.md", ...ARGS], { env: { PATH } }));
  assertDone(stage.project, 1);
});

Deno.test("parallel: where git cannot move the branch, the project's files stay as they were", async () => {
  using stage = await repositoryStage(ITEMS);
  const { project } = stage;
  const lock = join(project, ".git/HEAD.lock");
  const script = `: >'${lock}'; git "$@"; code=$?; rm '${lock}'; exit $code`;
  const PATH = pathWithGit(stage, "--no-squash", "before", script);
  await exits(1, stage.ralph(["run", "PLAN.md", ...ARGS], { env: { PATH } }));
  assertEquals(gitLines(stage, "log", "--format=%s").length, 2, "the other item is merged");
  assertEquals(gitLines(stage, "status", "--porcelain", "--untracked-files=no"), []);
  assertEquals(gitLines(stage, "branch", "--list", "ralph/*").length, 1);
  const plan = Deno.readTextFileSync(join(project, "PLAN.md"));
  assertEquals(plan.split("[x]").length, 2, "only what is merged is ticked");
});

Deno.test("parallel: a project in a subfolder of its repository gets the work there", async () => {
  const inside = "packages/one";
  using stage = await repositoryStage([], { [`${inside}/PLAN.md`]: planOf(ITEMS) });
  const project = join(stage.project, inside);
  await exits(
    0,
    stage.ralph(["run", "PLAN.md", ...ARGS], {
      cwd: project,
      env: { CLAUDE_PROJECT_DIR: project },
    }),
  );
  assertDone(stage.project, 1);
  const files = gitLines(stage, "ls-files", inside).map((path) => path.slice(inside.length + 1));
  assertEquals(files, ["PLAN.md", "a.txt", "b.txt"]);
});

Deno.test("parallel: worktrees on another disk, behind a link in the home folder, work", async () => {
  using stage = await repositoryStage(ITEMS);
  const disk = join(stage.root, "other disk");
  Deno.mkdirSync(disk);
  Deno.symlinkSync(disk, join(stage.home, ".local"));
  await exits(0, runIn(stage, stage.project));
  assertDone(stage.project, 1);
});

Deno.test("parallel: odd texts of items and names of plans are only texts and names", async () => {
  const texts = [
    "\u{1f389}\u754c",
    "..",
    "@{u}",
    "x.lock",
    "--force",
    "same",
    "same",
    "x".repeat(300),
  ];
  const items = texts.map((text) => `${text} [parallel]`);
  const plan = ":p [x]*.md";
  using stage = await repositoryStage([], { [plan]: planOf(items) });
  const byLine = join(stage.root, "agent.sh");
  const text = `#!/bin/sh
line=$(printf '%s\\n' "$1" | sed -n 's/.*(line \\([0-9]*\\)).*/\\1/p' | head -n 1)
git symbolic-ref --short HEAD >>"$HOME/branches"
sed -i "\${line}s/\\[ \\]/[x]/" '${plan}'; echo "$line" >"$line.txt"
`;
  Deno.writeTextFileSync(byLine, text, { mode: 0o755 });
  const args = ["run", "--agent", byLine, "--parallel", "4", "--", plan];
  await exits(0, stage.ralph(args));
  const done = planOf(items).replaceAll("[ ]", "[x]");
  assertEquals(Deno.readTextFileSync(join(stage.project, plan)), done);
  const branches = Deno.readTextFileSync(join(stage.home, "branches")).trim().split("\n");
  assertEquals(new Set(branches).size, items.length);
  assertEquals(gitLines(stage, "log", "--format=%H").length, items.length + 1);
});

/** Where the plan is: where it is really, what the user names, and what is prepared. */
const PLANS: readonly (readonly [string, string, string, (stage: Stage) => void])[] = [
  ["outside of the repository", "../PLAN.md", "../PLAN.md", () => {}],
  ["in an ignored folder", "notes/PLAN.md", "notes/PLAN.md", ({ project }) => {
    Deno.writeTextFileSync(join(project, ".git/info/exclude"), "/notes/\n");
  }],
  ["behind a link to a tracked file", "notes/PLAN.md", "LINK.md", ({ project }) => {
    Deno.symlinkSync("notes/PLAN.md", join(project, "LINK.md"));
    gitIn(project, "add", "-A");
    gitIn(project, "commit", "-q", "-m", "plan");
  }],
];

for (const [name, place, named, prepare] of PLANS) {
  Deno.test(`parallel: a plan ${name} is ticked where it is`, async () => {
    using stage = await repositoryStage([], { [place]: planOf(ITEMS) });
    prepare(stage);
    const plan = join(stage.project, place);
    const isTracked = gitLines(stage, "ls-files", "--", "notes").length > 0;
    await exits(0, runIn(stage, stage.project, [], named));
    assertEquals(Deno.readTextFileSync(plan), planOf(ITEMS).replaceAll("[ ]", "[x]"));
    const notes = Deno.readTextFileSync(plan.replace(/md$/, "progress.md")).trim().split("\n");
    assertEquals(notes.length, 2);
    assertDone(stage.project, 1);
    const changed = new Set(gitLines(stage, "log", "-2", "--format=", "--name-only"));
    assertEquals([...changed].toSorted(), ["a.txt", "b.txt", ...isTracked ? [place] : []]);
    if (named === "LINK.md") assert(Deno.lstatSync(join(stage.project, named)).isSymlink);
  });
}
