/** A loop whose session's process is gone can be resumed and stopped. */
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { begin, makeStage, SESSION, type Stage, STRANGER } from "./_stage.ts";
import { needsLinux } from "../_tools.ts";

/** A process that stands for a client: it lives until its standard input closes. */
class Client implements Disposable {
  readonly #child = new Deno.Command("cat", { stdin: "piped", stdout: "null" }).spawn();
  #ended: Promise<void> | null = null;
  readonly env = { CLAUDE_PID: String(this.#child.pid) };

  end(): Promise<void> {
    return this.#ended ??= this.#child.stdin.close().then(() => this.#child.status).then(() => {});
  }

  [Symbol.dispose](): void {
    void this.end();
  }
}

/** A stage whose loop was started in a session with a process, and that process. */
async function makeDriven(): Promise<{ stage: Stage; client: Client }> {
  const stage = await makeStage({ start: null });
  const client = new Client();
  const env = { CLAUDE_CODE_SESSION_ID: SESSION, ...client.env };
  await stage.ok(["start", "-f", "PLAN.md"], { env });
  return { stage, client };
}

needsLinux().test("liveness: status shows when the session's process is gone", async () => {
  const { stage, client } = await makeDriven();
  using _stage = stage;
  assertEquals((await stage.status())["loop"].session_process, "alive");
  await client.end();
  const { state, how_to_continue } = await stage.status();
  assertEquals(state, "orphaned");
  assertStringIncludes(how_to_continue, "claude --resume ");
});

needsLinux().test(
  "liveness: a loop is resumed from a session only after its process is gone",
  async () => {
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
);

needsLinux().test(
  "liveness: ralph stop waits for a running turn, but not for one whose process is gone",
  async () => {
    const { stage, client } = await makeDriven();
    using _stage = stage;
    await client.end();
    await stage.ok(["stop"]);
    assertEquals(stage.hasLoop(), false);
  },
);

for (const reason of ["other", "clear"]) {
  Deno.test(`liveness: start --resume in a terminal frees a loop whose session ended (${reason})`, async () => {
    using stage = await makeStage();
    await stage.turn();
    await stage.raise("SessionEnd", { reason });
    const said = await stage.ok(["start", "--resume"]);
    assertStringIncludes(said, `'claude --resume ${SESSION}' goes back to the old conversation`);
    assertStringIncludes(said, "→ run claude here and type anything");
    assertEquals(stage.record()["owner_session"], null);
    const { state, how_to_continue } = await stage.status();
    assertEquals([state, how_to_continue.includes("run claude here")], ["waiting", true]);
    const begun = stage.event("SessionStart", { source: "startup", session_id: STRANGER });
    assertStringIncludes(
      (await stage.hook("session", begun))["systemMessage"],
      "runs in this session",
    );
    assertEquals(stage.record()["owner_session"], STRANGER);
  });
}

Deno.test("liveness: a session that start names is not called open before it begins", async () => {
  using stage = await makeStage({ start: null });
  const begin = `claude -p --session-id ${STRANGER} "go on"`;
  await stage.ok(["start", "-f", "PLAN.md", "--session", STRANGER]);
  const { state, what, how_to_continue } = await stage.status();
  assertEquals([state, what], ["waiting", `for session ${STRANGER} to begin`]);
  assertStringIncludes(how_to_continue, begin);
  const { stderr } = await stage.ralph(["start", "-f", "PLAN.md"]);
  assertStringIncludes(stderr, "\n→ ralph status\n");
  const said = await stage.ok(["start", "--resume", "--session", STRANGER]);
  assertStringIncludes(said, `→ run ${begin}`);
});

Deno.test("liveness: a session that start names is found open by what the client lists", async () => {
  using stage = await makeStage({ start: null });
  stage.openWindow();
  await stage.ok(["start", "-f", "PLAN.md", "--session", SESSION]);
  const { state, what, how_to_continue } = await stage.status();
  assertEquals(state, "waiting_for_you");
  assertStringIncludes(what, "nothing is running");
  assertEquals(how_to_continue, `type anything in its window (process ${Deno.pid})`);
});

needsLinux().test(
  "liveness: after start --resume in a session, status knows its process",
  async () => {
    const { stage, client } = await makeDriven();
    using _stage = stage;
    await client.end();
    using successor = new Client();
    await begin(stage, ["--resume"], STRANGER, successor.env);
    assertEquals((await stage.status())["loop"].session_process, "alive");
    await successor.end();
  },
);
