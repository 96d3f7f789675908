/** What `ralph start` refuses, without changing a file. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { hashTree } from "./_tree.ts";
import {
  begin,
  type CallOptions,
  continuationOf,
  exits,
  makeStage,
  SESSION,
  type Stage,
} from "./_stage.ts";
import { needsLinux } from "../_tools.ts";

/** Asserts that `start` refuses with a code and message, and changes no file. */
async function assertRefused(
  stage: Stage,
  args: readonly string[],
  code: number,
  said: RegExp,
  options: CallOptions = {},
): Promise<void> {
  const before = await hashTree(stage.root);
  const ran = await stage.ralph(["start", ...args], options);
  assertEquals(ran.code, code, ran.stdout + ran.stderr);
  assertMatch(ran.stderr, said);
  assertEquals(ran.stdout, "");
  assertEquals(await hashTree(stage.root), before, "a refusal changes no file");
}

Deno.test("start: with disabled hooks it is refused", async () => {
  using stage = await makeStage({ start: null });
  Deno.writeTextFileSync(stage.mark("settings.json"), '{"disableAllHooks": true}');
  await assertRefused(stage, ["-f", "PLAN.md"], 1, /disableAllHooks/);
});

Deno.test({
  name: "start: hooks in a settings file are taken by a session that began before them",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    using stage = await makeStage({ start: null });
    const env = { CLAUDE_PID: String(Deno.pid), CLAUDE_CODE_SESSION_ID: SESSION };
    const path = stage.inHome("ralph", "hooks-installed.json");
    const installed = Deno.readTextFileSync(path);
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
    Deno.writeTextFileSync(path, installed.replace(/"\d{4}-[^"]*Z"/, `"${inAnHour}"`));
    const { stdout } = await exits(0, stage.ralph(["start", "-f", "PLAN.md"], { env }));
    assertMatch(stdout, /^warning +this session began before the hooks were registered/m);
  },
});

needsLinux().test(
  "start: a session that began right after the registration has the hooks",
  async () => {
    using stage = await makeStage({ start: null, isInstalled: false });
    await stage.ok(["hooks", "install"]);
    const client = new Deno.Command("cat", { stdin: "piped", stdout: "null" }).spawn();
    const env = { CLAUDE_PID: String(client.pid), CLAUDE_CODE_SESSION_ID: SESSION };
    const ran = await stage.ralph(["start", "-f", "PLAN.md"], { env });
    await client.stdin.close();
    await client.status;
    assertEquals([ran.code, ran.stderr], [0, ""]);
  },
);

Deno.test("start: a second loop is refused with exit 6, running or paused", async () => {
  using stage = await makeStage();
  await assertRefused(
    stage,
    ["-f", "PLAN.md"],
    6,
    /A loop is running here already[\s\S]*ralph stop/,
  );
  await stage.raise("SessionEnd");
  await assertRefused(stage, ["-f", "PLAN.md"], 6, /A loop is paused here already[\s\S]*--resume/);
});

Deno.test("start: the line with the kill switch can be pasted, whatever the folder is called", async () => {
  using stage = await makeStage({ start: null, folder: "it's a 'project'" });
  const text = await begin(stage, ["-f", "PLAN.md"]);
  const line = / or: (touch .*)$/m.exec(text)?.[1] ?? "";
  const { success } = await new Deno.Command("sh", { args: ["-c", line], cwd: stage.project })
    .output();
  assert(success, line);
  assert(Deno.statSync(stage.mark("STOP_LOOP")).isFile);
});

Deno.test("start: inside an agent of ralph run it is refused with exit 2", async () => {
  using stage = await makeStage({ start: null });
  await assertRefused(stage, ["-f", "PLAN.md"], 2, /inside an agent of `ralph run`/, {
    env: { RALPH_INSIDE_RUN: "1" },
  });
});

Deno.test("start: a failed start does not block the next one", async () => {
  using stage = await makeStage({ start: null });
  const inTheWay = stage.inHome("ralph", "loops");
  Deno.writeTextFileSync(inTheWay, "");
  const failed = await stage.ralph(["start", "-f", "PLAN.md", "--session", SESSION]);
  assertEquals([failed.code, stage.hasLoop()], [1, false], failed.stderr);
  assertEquals(await stage.turn(), {});
  Deno.removeSync(inTheWay);
  await begin(stage, ["-f", "PLAN.md"]);
  assert(continuationOf(await stage.turn()) !== null);
});

Deno.test("start: a folder in the place of the marker is set aside", async () => {
  using stage = await makeStage({ start: null });
  stage.put(".claude/loop-enabled/in-the-way", "");
  await begin(stage, ["-f", "PLAN.md"]);
  assert(continuationOf(await stage.turn()) !== null);
});
