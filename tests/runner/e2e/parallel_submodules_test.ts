/**
 * `ralph run --parallel` in a repository with submodules, or with Git LFS: what a branch cannot have
 * stays in its worktree, which is named.
 *
 * @module
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { gitIn } from "../../_project.ts";
import { read, type Stage, startRun, waitFor } from "./_run_stage.ts";
import { gitLines, isKept, oddAgent, repositoryStage, runOdd } from "./_parallel_stage.ts";

const CHECKOUT = "git -c protocol.file.allow=always submodule update -q --init";

/** A repository with a submodule in `lib`, which has a filter that leaves a mark. */
async function submoduleStage(format = "sha1"): Promise<Stage> {
  const stage = await repositoryStage(undefined, {}, format);
  const { root, project } = stage;
  const lib = join(root, "lib");
  Deno.mkdirSync(lib);
  Deno.writeTextFileSync(join(lib, "l.txt"), "1\n");
  Deno.writeTextFileSync(join(lib, ".gitattributes"), "* filter=mark\n");
  gitIn(lib, "init", "-q", "-b", "main", `--object-format=${format}`);
  gitIn(lib, "add", "-A");
  gitIn(lib, "commit", "-q", "-m", "lib");
  gitIn(project, "-c", "protocol.file.allow=always", "submodule", "add", "-q", lib, "lib");
  gitIn(project, "commit", "-q", "-m", "submodule");
  return stage;
}

/** The worktree that stays. */
function keptWorktree(stage: Stage): string {
  const listed = gitLines(stage, "worktree", "list", "--porcelain");
  return listed.filter((line) => line.startsWith("worktree "))[1]!.slice("worktree ".length);
}

/** What the agent does, where its work is below the worktree, and the repository's hash. */
const CHANGES: readonly (readonly [string, string, string, string?])[] = [
  ["writes into the empty folder of a submodule", "echo w >lib/w.txt", "lib/w.txt"],
  ["does so in a repository with SHA-256", "echo w >lib/w.txt", "lib/w.txt", "sha256"],
  [
    "does so with an index in two files",
    "git update-index --split-index; echo w >lib/w.txt",
    "lib/w.txt",
  ],
  ["adds a file to a submodule", `${CHECKOUT}; echo w >lib/w.txt`, "lib/w.txt"],
  [
    "commits in a submodule and links the commit",
    `${CHECKOUT}; cd lib; echo w >l.txt; commit -am w; cd ..; git add lib; commit -m link`,
    "lib/l.txt",
  ],
];

for (const [name, script, path, format] of CHANGES) {
  Deno.test(`parallel: where an agent ${name}, the worktree stays and is named`, async () => {
    using stage = await submoduleStage(format);
    const link = gitIn(stage.project, "rev-parse", "HEAD:lib");
    const ran = await runOdd(stage, `${script}; tick`);
    assertEquals(ran.code, 1, ran.stdout + ran.stderr);
    assertStringIncludes(ran.stderr, "submodules are empty in worktrees");
    const worktree = keptWorktree(stage);
    assertStringIncludes(read(stage, ".ralph-result"), `its worktree stays: ${worktree}`);
    assertEquals(Deno.readTextFileSync(join(worktree, path)), "w\n");
    assertEquals(gitIn(stage.project, "rev-parse", "HEAD:lib"), link);
    assertStringIncludes(read(stage, "PLAN.md"), "- [ ] odd");
    assertStringIncludes(read(stage, "PLAN.md"), "- [x] write b.txt");
    assertStringIncludes(await stage.ok(["run", "--clean"]), `Kept ${worktree}: `);
    assertEquals(Deno.readTextFileSync(join(worktree, path)), "w\n");
  });
}

Deno.test("parallel: a submodule that an agent only checks out is in no one's way", async () => {
  using stage = await submoduleStage();
  const mark = join(stage.root, "mark");
  // A filter that an agent configures must not run outside of its sandbox.
  const script = `${CHECKOUT}; git -C lib config filter.mark.clean "echo >'${mark}'; cat"
touch -d 2001-01-01 lib/l.txt; cat lib/l.txt >w.txt; tick`;
  const ran = await runOdd(stage, script);
  assertEquals(ran.code, 0, ran.stdout + ran.stderr);
  assertEquals(read(stage, "w.txt"), "1\n");
  assertEquals(gitLines(stage, "worktree", "list").length, 1);
  assertEquals(gitLines(stage, "status", "--porcelain", "--untracked-files=no"), []);
  assert(!exists(mark));
});

Deno.test("parallel: the empty folder of a submodule may be removed by an agent", async () => {
  using stage = await submoduleStage();
  const ran = await runOdd(stage, "rm -r lib; echo w >w.txt; tick");
  assertEquals(ran.code, 0, ran.stdout + ran.stderr);
  assert(gitLines(stage, "ls-files").includes("lib"), "nobody asked git to remove it");
});

Deno.test("parallel: --clean keeps a killed agent's commits in other repositories", async () => {
  using stage = await submoduleStage();
  const script = `${CHECKOUT}; cd lib; echo w >l.txt; commit -am w; cd ..; git add lib
commit -m link; echo began >"$HOME/began"; exec sleep 86412`;
  const args = ["PLAN.md", "--agent", oddAgent(stage, script), "--parallel", "2"];
  const { child, done } = startRun(stage, args);
  await waitFor(() => exists(join(stage.home, "began")), "the agent");
  child.kill("SIGKILL");
  await done;
  assertStringIncludes(await stage.ok(["run", "--clean"]), '"lib" is a repository of its own');
  assertEquals(Deno.readTextFileSync(join(keptWorktree(stage), "lib/l.txt")), "w\n");
});

Deno.test("parallel: the filter of Git LFS works in worktrees, and hooks do not run", async () => {
  using stage = await repositoryStage();
  const { project, root } = stage;
  const mark = join(root, "mark");
  gitIn(project, "config", "filter.lfs.clean", "sed 's/^/pointer /'");
  gitIn(project, "config", "filter.lfs.smudge", "sed 's/^pointer //'");
  gitIn(project, "config", "filter.lfs.required", "true");
  Deno.writeTextFileSync(join(project, ".gitattributes"), "*.bin filter=lfs\n");
  Deno.writeTextFileSync(join(project, "big.bin"), "large\n");
  gitIn(project, "add", "-A");
  gitIn(project, "commit", "-q", "-m", "large files");
  for (const hook of ["post-checkout", "post-commit", "post-merge"]) {
    const text = `#!/bin/sh\necho ${hook} >>'${mark}'\n`;
    Deno.writeTextFileSync(join(project, ".git/hooks", hook), text, { mode: 0o755 });
  }
  const ran = await runOdd(stage, "cp big.bin w.txt; echo larger >>big.bin; tick", [
    "--trust",
  ]);
  assertEquals(ran.code, 0, ran.stdout + ran.stderr);
  assertStringIncludes(ran.stderr, "Git LFS files are checked out by its filter");
  assertEquals(read(stage, "w.txt"), "large\n", "the agent sees the file, not its pointer");
  assertEquals(read(stage, "big.bin"), "large\nlarger\n");
  assertEquals(gitIn(project, "show", "HEAD:big.bin"), "pointer large\npointer larger");
  assert(!exists(mark));
  assert(isKept(stage, "w.txt", "large"));
});

function exists(path: string): boolean {
  try {
    return Deno.lstatSync(path) !== null;
  } catch {
    return false;
  }
}
