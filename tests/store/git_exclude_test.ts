import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { StateError } from "../../src/error.ts";
import { join } from "@std/path";
import { excludeFromGit, findGitFolders } from "../../src/store/git_exclude.ts";
import { HARD_NAME, type Stage, withStage } from "./_stage.ts";

const git = async (cwd: string, ...args: string[]): Promise<string> => {
  const identity = ["-c", "user.name=t", "-c", "user.email=t@example.invalid"];
  const { success, stdout, stderr } = await new Deno.Command("git", {
    args: [...identity, ...args],
    cwd,
    env: { GIT_CONFIG_NOSYSTEM: "1", HOME: cwd },
  }).output();
  assert(success, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
};

const ours = ({ write }: Stage, at: string) => {
  for (
    const name of ["loop-enabled", "ralph-state.json", "ralph-state.json.broken-1", "STOP_LOOP"]
  ) {
    write(`${at}/.claude/${name}`, "x");
  }
};

Deno.test("git exclude: git sees none of our files, in the top level and in folders below", () =>
  withStage(async (stage) => {
    const { project } = stage;
    await git(project, "init", "-q");
    ours(stage, "project");
    ours(stage, `project/${HARD_NAME}/sub`);
    stage.write("project/.claude/settings.json", "{}");
    stage.write("project/.ralph-result", "{}");
    assertEquals(excludeFromGit(join(project, HARD_NAME, "sub")), true);
    const status = await git(project, "status", "--porcelain", "-z", "--untracked-files=all");
    assertEquals(status, "?? .claude/settings.json\0");
  }));

Deno.test("git exclude: is written once, keeps other lines and replaces an older list", () =>
  withStage(async ({ project, write }) => {
    await git(project, "init", "-q");
    const path = write("project/.git/info/exclude", "mine");
    assertEquals(excludeFromGit(project), true);
    assertEquals(excludeFromGit(project), false);
    const text = Deno.readTextFileSync(path);
    assert(text.startsWith("mine\n"));
    Deno.writeTextFileSync(path, `${text.replace("**/.claude/STOP_LOOP", "old")}theirs\n`);
    assertEquals(excludeFromGit(project), true);
    assertEquals(Deno.readTextFileSync(path), `${text}theirs\n`);
  }));

Deno.test("git exclude: works from a worktree, for all worktrees", () =>
  withStage(async (stage) => {
    const main = join(stage.root, HARD_NAME, "main");
    Deno.mkdirSync(main, { recursive: true });
    await git(main, "init", "-q");
    await git(main, "commit", "-q", "--allow-empty", "-m", "x");
    const tree = join(stage.root, `${HARD_NAME} tree`);
    await git(main, "worktree", "add", "-q", "-b", "tree", tree);
    assertEquals(await Deno.realPath(findGitFolders(tree)?.common ?? ""), join(main, ".git"));
    assertEquals(excludeFromGit(tree), true);
    ours(stage, `${HARD_NAME} tree`);
    assertEquals(await git(tree, "status", "--porcelain"), "");
    assertStringIncludes(Deno.readTextFileSync(join(main, ".git/info/exclude")), "loop-enabled");
  }));

Deno.test("git exclude: without git, or with a .git that leads nowhere, nothing is written", () =>
  withStage(({ project, root, write }) => {
    assertEquals(excludeFromGit(project), false);
    write("project/.git", `gitdir: ${root}/victim\n`);
    Deno.mkdirSync(join(root, "victim"));
    assertEquals(excludeFromGit(project), false);
    write("project/.git", "garbage\n");
    assertEquals(excludeFromGit(project), false);
    assertEquals([...Deno.readDirSync(join(root, "victim"))], []);
  }));

Deno.test("git exclude: a list that is a link out of the repository is not written, and reported", () =>
  withStage(async ({ project, root, write }) => {
    await git(project, "init", "-q");
    const profile = write("profile", "mine\n");
    const list = join(project, ".git/info/exclude");
    Deno.removeSync(list);
    Deno.symlinkSync(profile, list);
    assertThrows(
      () => excludeFromGit(project),
      StateError,
      `leads out of the repository, to "${profile}"`,
    );
    Deno.removeSync(join(project, ".git/info"), { recursive: true });
    Deno.mkdirSync(join(root, "elsewhere"));
    Deno.symlinkSync(join(root, "elsewhere"), join(project, ".git/info"));
    assertThrows(() => excludeFromGit(project), StateError);
    assertEquals(Deno.readTextFileSync(profile), "mine\n");
    assertEquals([...Deno.readDirSync(join(root, "elsewhere"))], []);
  }));

Deno.test("git exclude: another repository, named by a file, a link or a commondir, is not written, and reported", () =>
  withStage(async ({ project, root, write }) => {
    const other = join(root, "other");
    Deno.mkdirSync(other);
    await git(other, "init", "-q");
    const list = join(other, ".git/info/exclude");
    const untouched = Deno.readTextFileSync(list);
    const refused = (): void => {
      assertThrows(() => excludeFromGit(project), StateError);
      assertEquals(Deno.readTextFileSync(list), untouched);
    };
    write("project/.git", `gitdir: ${other}/.git\n`);
    refused();
    write("project/.git", "gitdir: ../other/.git\n");
    refused();
    Deno.removeSync(join(project, ".git"));
    Deno.symlinkSync(join(other, ".git"), join(project, ".git"));
    refused();
    Deno.removeSync(join(project, ".git"));
    await git(project, "init", "-q");
    write("project/.git/commondir", `${other}/.git\n`);
    refused();
  }));

Deno.test("git exclude: a submodule's own list is written", () =>
  withStage(async ({ project, root }) => {
    const inner = join(root, "inner");
    Deno.mkdirSync(inner);
    await git(inner, "init", "-q");
    await git(inner, "commit", "-q", "--allow-empty", "-m", "x");
    await git(project, "init", "-q");
    await git(project, "-c", "protocol.file.allow=always", "submodule", "add", "-q", inner, "mod");
    assertEquals(excludeFromGit(join(project, "mod")), true);
    const list = join(project, ".git/modules/mod/info/exclude");
    assertStringIncludes(Deno.readTextFileSync(list), "loop-enabled");
  }));

Deno.test("git exclude: the list names no command, and covers backups and temporary files of ours", () =>
  withStage(async (stage) => {
    const { project } = stage;
    await git(project, "init", "-q");
    excludeFromGit(project);
    assert(!Deno.readTextFileSync(join(project, ".git/info/exclude")).includes("'ralph "));
    stage.write("project/.claude/settings.json.before-ralph-20260101T000000Z", "{}");
    stage.write("project/.ralph-.ralph-result-1-2.tmp", "x");
    stage.write("project/docs/.ralph-PLAN.md-1-2.tmp", "x");
    assertEquals(await git(project, "status", "--porcelain"), "");
  }));
