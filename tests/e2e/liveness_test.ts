/** A loop whose session's process is gone can be resumed and stopped. */
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { begin, makeStage, SESSION, type Stage, STRANGER } from "./_stage.ts";

const IS_LINUX = Deno.build.os === "linux";

/** A stage whose loop was started in a session with a process, and that process. */
async function makeDriven(): Promise<
  { stage: Stage; client: Disposable & { end: () => Promise<void> } }
> {
  const stage = await makeStage({ start: null });
  // It lives until its standard input closes.
  const child = new Deno.Command("cat", { stdin: "piped", stdout: "null" }).spawn();
  let ended: Promise<void> | null = null;
  const end = () => ended ??= child.stdin.close().then(() => child.status).then(() => {});
  const env = { CLAUDE_CODE_SESSION_ID: SESSION, CLAUDE_PID: String(child.pid) };
  await stage.ok(["start", "-f", "PLAN.md"], { env });
  return { stage, client: { end, [Symbol.dispose]: () => void end() } };
}

Deno.test({
  name: "liveness: status shows when the session's process is gone",
  ignore: !IS_LINUX,
  fn: async () => {
    const { stage, client } = await makeDriven();
    using _stage = stage;
    assertEquals((await stage.status())["loop"].session_process, "alive");
    await client.end();
    const { state, way_on } = await stage.status();
    assertEquals(state, "orphaned");
    assertStringIncludes(way_on, "claude --resume ");
  },
});

Deno.test({
  name: "liveness: a loop is resumed from a session only after its process is gone",
  ignore: !IS_LINUX,
  fn: async () => {
    const { stage, client } = await makeDriven();
    using _stage = stage;
    const env = { CLAUDE_CODE_SESSION_ID: STRANGER };
    const begun = stage.event("SessionStart", { source: "startup", session_id: STRANGER });
    const busy = (await stage.hook("session", begun))["systemMessage"];
    assertMatch(busy, /runs in the window with pid \d+.*close that window first/);
    const refused = await stage.ralph(["start", "--resume"], { env });
    const owner = stage.record()["owner_session"];
    await client.end();
    assertEquals([refused.code, owner], [6, SESSION]);
    assertStringIncludes(refused.stderr, "Close that session first");
    assertMatch(refused.stderr, /pid \d+, session 0a1b2c3d, since \d\d:\d\d/);
    const free = (await stage.hook("session", begun))["systemMessage"];
    assertStringIncludes(free, "hands it, with its counters, to this session");
    await begin(stage, ["--resume"], STRANGER);
    assertEquals(stage.record()["owner_session"], STRANGER);
  },
});

Deno.test({
  name: "liveness: ralph stop waits for a running turn, but not for one whose process is gone",
  ignore: !IS_LINUX,
  fn: async () => {
    const { stage, client } = await makeDriven();
    using _stage = stage;
    await client.end();
    await stage.ok(["stop"]);
    assertEquals(stage.hasLoop(), false);
  },
});

for (const reason of ["other", "prompt_input_exit", "clear", "resume"]) {
  Deno.test(`liveness: start --resume in a terminal frees a loop whose session ended (${reason})`, async () => {
    using stage = await makeStage();
    await stage.turn();
    await stage.hook("session", stage.event("SessionEnd", { reason }));
    const said = await stage.ok(["start", "--resume"]);
    assertStringIncludes(said, "Session: the next Claude Code session that begins here");
    assertStringIncludes(said, `\`claude --resume ${SESSION}\` goes back to the old conversation`);
    assertEquals(stage.record()["owner_session"], null);
    const { state, way_on } = await stage.status();
    assertEquals([state, way_on.includes("run claude here")], ["waiting", true]);
    const begun = stage.event("SessionStart", { source: "startup", session_id: STRANGER });
    assertStringIncludes((await stage.hook("session", begun))["systemMessage"], "now owns");
    assertEquals(stage.record()["owner_session"], STRANGER);
  });
}
