import { assertEquals } from "@std/assert";
import { existsSync } from "@std/fs/exists";
import { join } from "@std/path";
import {
  listGitFolders,
  listGitReadOnly,
  removePointers,
} from "../../../src/runner/sandbox/git_paths.ts";
import { gitIn, TestProject } from "../../_project.ts";

function repository(): TestProject {
  const ground = new TestProject({ prefix: "ralph-git-paths-", folder: "project" });
  gitIn(ground.project, "init", "-q", "-b", "main");
  gitIn(ground.project, "commit", "-q", "--allow-empty", "-m", "first");
  return ground;
}

Deno.test("git paths: a .git that is a file, and included files of the repository, are only read", () => {
  using ground = repository();
  const { project, root } = ground;
  gitIn(project, "config", "include.path", "../.gitconfig");
  gitIn(project, "config", "includeIf.gitdir:/x.path", join(root, "key"));
  const worktree = join(root, "linked");
  gitIn(project, "worktree", "add", "-q", worktree);
  const listed = listGitReadOnly(worktree, listGitFolders(worktree));
  assertEquals(listed.includes(join(worktree, ".git")), true);
  const own = listGitReadOnly(project, listGitFolders(project));
  const folder = join(project, ".git");
  const programs = ["hooks", "config", "config.worktree", "commondir", "gitdir", "worktrees"].map((
    name,
  ) => join(folder, name));
  assertEquals(own, [...programs, join(project, ".gitconfig")]);
});

Deno.test("git paths: a configuration that git would read exists, so that it can be mounted", () => {
  using ground = repository();
  const file = join(ground.project, ".git/config.worktree");
  listGitFolders(ground.project);
  assertEquals(existsSync(file), false, "git does not read it");
  gitIn(ground.project, "config", "extensions.worktreeConfig", "true");
  listGitFolders(ground.project);
  assertEquals(Deno.readTextFileSync(file), "");
});

Deno.test("git paths: what leads a repository to another one is removed, that of a worktree stays", () => {
  using ground = repository();
  const { project, root } = ground;
  const worktree = join(root, "linked");
  gitIn(project, "worktree", "add", "-q", worktree);
  const folders = listGitFolders(worktree);
  const restore = removePointers({ workFolder: worktree });
  assertEquals([folders.length, restore()], [2, false]);
  ground.write(".git/commondir", "../evil\n");
  assertEquals([restore(), restore()], [true, false]);
  assertEquals(gitIn(worktree, "rev-parse", "HEAD"), gitIn(project, "rev-parse", "HEAD"));
});
