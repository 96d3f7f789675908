/** A loop and a session in different folders of one repository. */
import { assert, assertEquals } from "@std/assert";
import { join } from "@std/path";
import { continuationOf, exits, makeStage, SESSION, type Stage, STRANGER } from "./_stage.ts";

/** A repository with packages and without a loop. */
async function makePackages(): Promise<Stage> {
  const stage = await makeStage({ start: null });
  Deno.mkdirSync(join(stage.project, ".git"));
  for (const name of ["a", "b"]) {
    Deno.mkdirSync(join(stage.project, "pkg", name, "src"), { recursive: true });
  }
  return stage;
}

/** An event of a session in a folder of the repository. */
function call(stage: Stage, folder: string, name: string, session: string, fields = {}) {
  const env = { CLAUDE_PROJECT_DIR: join(stage.project, folder), CLAUDE_CODE_SESSION_ID: session };
  const event = stage.event(name, { session_id: session, ...fields });
  return stage.hook(name === "Stop" ? "stop" : "session", event, { env });
}

function startIn(stage: Stage, folder: string, ...args: string[]) {
  const cwd = join(stage.project, folder);
  return stage.ok(["start", "-f", stage.plan, "--json", ...args], { cwd }).then(JSON.parse);
}

const FOLDERS = [["pkg/a", "pkg/a"], [".", "pkg/a"], ["pkg/a/src", "pkg/a"], [
  "pkg/a",
  ".",
]] as const;

for (const [start, session] of FOLDERS) {
  Deno.test(`subfolder: a loop started in ${start} continues a session in ${session}`, async () => {
    using stage = await makePackages();
    assertEquals((await startIn(stage, start)).project, stage.project);
    await call(stage, session, "UserPromptSubmit", SESSION, { prompt: "Work" });
    const answer = await call(stage, session, "Stop", SESSION, {
      last_assistant_message: "Begun.",
    });
    assert(continuationOf(answer) !== null, JSON.stringify(answer));
  });
}

Deno.test("subfolder: a session of another package does not claim the loop and is shown no message", async () => {
  using stage = await makePackages();
  await startIn(stage, "pkg/a");
  assertEquals(await call(stage, "pkg/b", "SessionStart", STRANGER, { source: "startup" }), {});
  assertEquals(await call(stage, "pkg/b", "UserPromptSubmit", STRANGER, { prompt: "Work" }), {});
  assertEquals(stage.record()["owner_session"], null);
});

Deno.test("subfolder: a session named by --session owns the loop, wherever it is in the repository", async () => {
  using stage = await makePackages();
  await startIn(stage, "pkg/a", "--session", STRANGER);
  const answer = await call(stage, "pkg/b", "Stop", STRANGER, { last_assistant_message: "Begun." });
  assert(continuationOf(answer) !== null);
});

Deno.test("subfolder: two packages have their own loops and sessions", async () => {
  using stage = await makePackages();
  const first = await startIn(stage, "pkg/a");
  const second = await startIn(stage, "pkg/b/src");
  assertEquals([first.project, second.project], [stage.project, join(stage.project, "pkg/b")]);
  await call(stage, "pkg/a", "UserPromptSubmit", SESSION, { prompt: "Work" });
  await call(stage, "pkg/b", "UserPromptSubmit", STRANGER, { prompt: "Work" });
  const record = (folder: string) =>
    JSON.parse(Deno.readTextFileSync(join(stage.project, folder, ".claude/ralph-state.json")));
  assertEquals([record(".").owner_session, record("pkg/b").owner_session], [SESSION, STRANGER]);
});

Deno.test("subfolder: a kill switch in the session's folder ends the loop above it", async () => {
  using stage = await makePackages();
  await startIn(stage, "pkg/a");
  await call(stage, "pkg/a", "UserPromptSubmit", SESSION, { prompt: "Work" });
  const killSwitch = join(stage.project, "pkg/a/.claude/STOP_LOOP");
  Deno.mkdirSync(join(killSwitch, ".."), { recursive: true });
  Deno.writeTextFileSync(killSwitch, "");
  const answer = await call(stage, "pkg/a", "Stop", SESSION, { last_assistant_message: "x" });
  assertEquals([answer["continue"], stage.hasLoop()], [false, false]);
});

Deno.test("subfolder: a command in the session finds the loop above", async () => {
  using stage = await makePackages();
  await startIn(stage, "pkg/a");
  await call(stage, "pkg/a", "UserPromptSubmit", SESSION, { prompt: "Work" });
  const cwd = join(stage.project, "pkg/a");
  await stage.ok(["stop"], { cwd, env: { CLAUDE_CODE_SESSION_ID: SESSION } });
  await exits(
    5,
    stage.ralph(["stop"], {
      cwd: join(stage.project, "pkg/b"),
      env: { CLAUDE_CODE_SESSION_ID: STRANGER },
    }),
  );
});
