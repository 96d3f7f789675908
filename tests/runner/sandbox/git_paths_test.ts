import { assertEquals } from "@std/assert";
import { existsSync } from "@std/fs/exists";
import { join } from "@std/path";
import {
  listGitConfigs,
  listGitFolders,
  removeNewPointers,
} from "../../../src/runner/sandbox/git_paths.ts";
import { gitIn, TestProject } from "../../_project.ts";

function repository(): TestProject {
  const ground = new TestProject({ prefix: "ralph-git-paths-", folder: "project" });
  gitIn(ground.project, "init", "-q", "-b", "main");
  gitIn(ground.project, "commit", "-q", "--allow-empty", "-m", "first");
  return ground;
}

Deno.test("git paths: a .git that is a file, and included files, lead git to its configuration", () => {
  using ground = repository();
  const { project, root } = ground;
  gitIn(project, "config", "include.path", "../.gitconfig");
  gitIn(project, "config", "includeIf.gitdir:/x.path", join(root, "other"));
  const included = [join(project, ".gitconfig"), join(root, "other")];
  const folders = listGitFolders(project);
  assertEquals(folders, [join(project, ".git")]);
  assertEquals(listGitConfigs(project, folders), included);
  const worktree = join(root, "linked");
  gitIn(project, "worktree", "add", "-q", worktree);
  const linked = listGitConfigs(worktree, listGitFolders(worktree));
  assertEquals(linked, [join(worktree, ".git"), ...included]);
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

Deno.test("git paths: only what was not there before is removed", () => {
  using ground = repository();
  const { project, root } = ground;
  const worktree = join(root, "linked");
  gitIn(project, "worktree", "add", "-q", worktree);
  const folders = listGitFolders(worktree);
  const restore = removeNewPointers(folders);
  assertEquals([folders.length, restore()], [2, false]);
  ground.write(".git/commondir", "../evil\n");
  assertEquals([restore(), restore()], [true, false]);
  assertEquals(gitIn(worktree, "rev-parse", "HEAD"), gitIn(project, "rev-parse", "HEAD"));
});
