/** The hooks and commands without root's rights, for test runs as root. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import {
  answerOf,
  continuationOf,
  makeStage,
  RALPH,
  type Ran,
  SESSION,
  type Stage,
} from "../e2e/_stage.ts";
import { ignoredIf } from "../_tools.ts";
import { run } from "../e2e/_run.ts";

const NOBODY = 65_534;
const DROP = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"];

/** Why the rights cannot be dropped here; null if they can. */
function findHindrance(): string | null {
  if (Deno.build.os !== "linux") return "this system has no setpriv";
  if (Deno.uid() !== 0) return "the tests run as a plain user already";
  const { success } = new Deno.Command("sh", {
    args: ["-c", `setpriv ${DROP.join(" ")} test -x "$0"`, RALPH],
    stdout: "null",
    stderr: "null",
  }).outputSync();
  return success ? null : "there is no setpriv, or nobody may start the binary";
}

const hindrance = findHindrance();
// deno-lint-ignore no-console -- a silent skip would look like success
if (hindrance !== null) console.log(`SKIPPED: as a plain user: ${hindrance}`);

/** Runs ralph as nobody; everything on the stage belongs to nobody. */
function asNobody(stage: Stage, args: readonly string[], input = "", isHook = false): Promise<Ran> {
  new Deno.Command("chown", { args: ["-R", `${NOBODY}`, stage.root] }).outputSync();
  const hook = { CLAUDE_PROJECT_DIR: stage.project, CLAUDE_CODE_SESSION_ID: SESSION };
  const env = stage.env(isHook ? hook : {});
  return run("setpriv", [...DROP, RALPH, ...args], { cwd: stage.project, env, input });
}

function test(name: string, body: () => Promise<void>): void {
  ignoredIf(hindrance !== null).test(`plain user: ${name}`, body);
}

test("a loop starts, continues, and is stopped", async () => {
  using stage = await makeStage({ start: null });
  const started = await asNobody(stage, ["start", "-f", "PLAN.md", "--session", SESSION]);
  assertEquals(started.code, 0, started.stderr);
  const stop = () => asNobody(stage, ["hook", "stop"], JSON.stringify(stage.stopEvent()), true);
  assert(continuationOf(answerOf(await stop())) !== null);
  assertEquals((await asNobody(stage, ["status"])).code, 0);
  stage.kill();
  assertEquals(answerOf(await stop())["continue"], false);
  assertEquals(stage.hasLoop(), false);
});

test("a stop is answered although files and folders may not be read", async () => {
  for (const name of [".git", ".gitignore", ".claude/settings.json", ".claude/ralph-config.json"]) {
    using stage = await makeStage();
    stage.git("init", "-q");
    const path = join(stage.project, name);
    if (name !== ".git") Deno.writeTextFileSync(path, "{}");
    new Deno.Command("chown", { args: ["-R", `${NOBODY}`, stage.root] }).outputSync();
    Deno.chmodSync(path, 0);
    const event = JSON.stringify(stage.stopEvent());
    answerOf(await asNobody(stage, ["hook", "stop"], event, true));
    const { stderr } = await asNobody(stage, ["status"]);
    assert(!/^\s+at .*\.ts/m.test(stderr), stderr);
    Deno.chmodSync(path, 0o700);
  }
});

test("a stop is answered in another user's repository", async () => {
  using stage = await makeStage({ start: null });
  stage.git("init", "-q");
  const started = await asNobody(stage, ["start", "-f", "PLAN.md", "--session", SESSION]);
  assertEquals(started.code, 0, started.stderr);
  new Deno.Command("chown", { args: ["-R", "0", join(stage.project, ".git")] }).outputSync();
  const event = JSON.stringify(stage.stopEvent({ message: "I am waiting for your answer." }));
  for (let turn = 0; turn < 2; turn++) {
    answerOf(await asNobody(stage, ["hook", "stop"], event, true));
  }
});

test("a read-only project is refused in one sentence", async () => {
  using stage = await makeStage({ start: null });
  new Deno.Command("chown", { args: ["-R", `${NOBODY}`, stage.root] }).outputSync();
  Deno.chmodSync(stage.mark(""), 0o500);
  const { code, stderr } = await asNobody(stage, ["start", "-f", "PLAN.md"]);
  assertEquals(code, 1);
  assertMatch(stderr, /^Error: Cannot write /m);
  assertStringIncludes(stderr, "ermission denied");
  Deno.chmodSync(stage.mark(""), 0o700);
});
