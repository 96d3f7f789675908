import {
  findGitTop,
  foldersOfHook,
  foreignClaudeFolder,
  resolveCommandProject,
  separateProject,
} from "../../src/store/project.ts";
import { assert, assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { basename, dirname, join } from "@std/path";
import fc from "fast-check";
import { environmentOf, readEnvironment } from "../../src/store/environment.ts";
import { fileNameOf } from "../../src/store/files/file_name.ts";
import { loopPlaces, placesOf, projectHash, sessionFile } from "../../src/store/places.ts";
import { readText } from "../../src/store/files/text_file.ts";
import { HARD_NAME, withStage } from "./_stage.ts";

const envOf = (variables: Record<string, string>, cwd = "/") =>
  environmentOf((name) => variables[name], cwd);

Deno.test("places: CLAUDE_CONFIG_DIR moves ~/.claude, and RALPH_HOME moves ~/.claude/ralph", () => {
  const plain = placesOf(envOf({ HOME: "/home/dev" }));
  assertEquals(plain.stopRecord, "/home/dev/.claude/ralph-stop-reason.json");
  assertEquals(plain.historyFile, "/home/dev/.claude/ralph/history.jsonl");
  assertEquals(
    plain.seedsGlobalConfig,
    "/home/dev/.claude/automation/loop-orchestrator/config/loop_config.json",
  );
  const moved = placesOf(envOf({ HOME: "/home/dev", CLAUDE_CONFIG_DIR: "/c", RALPH_HOME: "/r" }));
  assertEquals([moved.stopRecord, moved.trustFile], ["/c/ralph-stop-reason.json", "/r/trust.json"]);
  assertEquals(placesOf(envOf({ CLAUDE_CONFIG_DIR: "/c" })).ralphHome, "/c/ralph");
});

Deno.test("places: without a home nothing is found and nothing throws", () => {
  for (const variables of [{}, { HOME: "" }, { HOME: "relative" }] as Record<string, string>[]) {
    const env = envOf(variables);
    assertEquals(env.home, null);
    assertEquals(readText(placesOf(env).globalConfig), { kind: "absent" });
  }
});

Deno.test("environment: a relative folder is not used, and reported without its value", () => {
  const env = envOf({ HOME: "/h", RALPH_HOME: "secret/place" });
  assertEquals(env.ralphHome, null);
  assertEquals(env.problems, ["RALPH_HOME is not an absolute path and is not used"]);
});

Deno.test("environment: invalid numbers count as unset", () => {
  const env = envOf({ CLAUDE_PID: "12x", CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: "0" });
  assertEquals([env.claudePid, env.blockCap, env.isAttended], [null, 0, true]);
  assertEquals(envOf({ CLAUDE_CODE_SESSION_ATTENDED: "0" }).isAttended, false);
  assert(readEnvironment().cwd !== "");
});

Deno.test("sessionFile: no id of a session leads out of the folder", () => {
  const places = placesOf(envOf({ HOME: "/h" }));
  fc.assert(fc.property(fc.string({ unit: "binary" }), (id) => {
    const path = sessionFile(places, id, "/p");
    assertEquals(dirname(path), places.sessionsDir);
    assert(basename(path).length <= 160 && !basename(path).startsWith("."));
    assertEquals(dirname(loopPlaces(places, id).dir), places.loopsDir);
  }));
  for (const id of ["..", ".", "", "/", "../../etc/passwd", "a\0b", "C:\\x", "x".repeat(5_000)]) {
    assertEquals(dirname(sessionFile(places, id, "/p")), places.sessionsDir);
  }
});

Deno.test("sessionFile: the client's ids stay readable, and different ids have different files", () => {
  const id = "cbe3a408-25a9-45b7-880d-70c26f19a1f6";
  const places = placesOf(envOf({ HOME: "/h" }));
  assertMatch(basename(sessionFile(places, id, "/p")), /^cbe3a408-[-0-9a-f]+@[0-9a-f]{8}\.json$/);
  fc.assert(fc.property(fc.string(), fc.string(), (first, second) => {
    fc.pre(first !== second);
    assertNotEquals(fileNameOf(first), fileNameOf(second));
  }));
  assertNotEquals(fileNameOf("x".repeat(500)), fileNameOf("x".repeat(501)));
  assertNotEquals(projectHash("/p"), projectHash("/q"));
});

Deno.test("project of a hook: CLAUDE_PROJECT_DIR with links resolved, and nothing without it", () =>
  withStage(({ root, project }) => {
    Deno.symlinkSync(project, join(root, "link"));
    assertEquals(foldersOfHook(envOf({ CLAUDE_PROJECT_DIR: join(root, "link") })), [project]);
    assertEquals(foldersOfHook(envOf({}, project)), []);
    assertEquals(foldersOfHook(envOf({ CLAUDE_PROJECT_DIR: "/gone/../x" })), ["/x"]);
  }));

Deno.test("project of a command: in a session the nearest loop of the repository, else its folder", () =>
  withStage(({ root, project }) => {
    const below = join(project, "src");
    Deno.mkdirSync(below);
    const env = envOf({ CLAUDE_CODE_SESSION_ID: "s" }, below);
    assertEquals(resolveCommandProject(env, (folder) => folder === project), below, "no git");
    Deno.mkdirSync(join(project, ".git"));
    assertEquals(resolveCommandProject(env, () => false), below);
    assertEquals(resolveCommandProject(env, (folder) => folder === project), project);
    assertEquals(resolveCommandProject(env, (folder) => folder === root), below, "above the top");
  }));

Deno.test("project of a new loop: a loop of another package is not in the way", () => {
  const at = (here: string, startedIn: string | null) => separateProject("/r", here, startedIn);
  assertEquals(at("/r/pkg/b/src", null), "/r");
  assertEquals(at("/r/pkg/b/src", "/r"), "/r");
  assertEquals(at("/r/pkg/a/src", "/r/pkg/a"), "/r");
  assertEquals(at("/r/pkg", "/r/pkg/a"), "/r");
  assertEquals(at("/r/pkg/b/src", "/r/pkg/a"), "/r/pkg/b");
  assertEquals(at("/r/docs", "/r/pkg/a"), "/r/docs");
});

Deno.test("project of a command: in a terminal the nearest loop, else the git top, else here", () =>
  withStage(({ root, project }) => {
    const below = join(project, HARD_NAME, "deep");
    Deno.mkdirSync(below, { recursive: true });
    const env = envOf({}, below);
    assertEquals(resolveCommandProject(env, () => false), below);
    Deno.mkdirSync(join(project, ".git"));
    assertEquals(resolveCommandProject(env, () => false), project);
    assertEquals(resolveCommandProject(env, (folder) => folder === root), root);
    const middle = join(project, HARD_NAME);
    assertEquals(resolveCommandProject(env, (at) => at === root || at === middle), middle);
  }));

Deno.test("project of a command: a worktree is a project of its own", () =>
  withStage(({ project, write }) => {
    Deno.mkdirSync(join(project, ".git"));
    const marker = write("project/trees/one/.git", "gitdir: elsewhere\n");
    assertEquals(findGitTop(join(dirname(marker), "src")), dirname(marker));
  }));

Deno.test("project: a .claude that leads out of the project is noticed", () =>
  withStage(({ root, project }) => {
    assertEquals(foreignClaudeFolder(project), null);
    const other = join(root, "other");
    Deno.mkdirSync(other);
    Deno.symlinkSync(root, join(other, ".claude"));
    assertEquals(foreignClaudeFolder(other), root);
    assertEquals(foreignClaudeFolder(join(root, "none")), null);
  }));
