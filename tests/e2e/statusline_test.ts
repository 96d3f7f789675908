/** `ralph statusline`, called as the client calls it. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { readIfThere } from "./_clock.ts";
import { RALPH, type Ran, run } from "./_run.ts";
import { makeStage, SESSION, type Stage, STRANGER } from "./_stage.ts";

interface Call {
  readonly session?: string;
  readonly args?: readonly string[];
  /** What is on standard input instead of the client's JSON. */
  readonly input?: string | Uint8Array;
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Calls the status line; it must succeed and print no error. */
async function call(stage: Stage, options: Call = {}): Promise<string> {
  const { session = SESSION, args = [], fields = {}, env } = options;
  const input = options.input ?? JSON.stringify({
    session_id: session,
    cwd: stage.project,
    workspace: { current_dir: stage.project, project_dir: stage.project },
    ...fields,
  });
  const ran: Ran = await run(RALPH, ["statusline", ...args], {
    cwd: stage.project,
    env: stage.env({ CLAUDE_PROJECT_DIR: stage.project, CLAUDE_CODE_SESSION_ID: session, ...env }),
    input,
  });
  assertEquals([ran.code, ran.stderr], [0, ""]);
  return ran.stdout;
}

Deno.test("statusline: without a loop it prints nothing and writes nothing", async () => {
  using stage = await makeStage({ start: null, isInstalled: false });
  assertEquals(await call(stage), "");
  assertEquals(readIfThere(stage.inHome("ralph")), null);
});

Deno.test("statusline: it shows turns, time and items, and follows the plan within a turn", async () => {
  using stage = await makeStage();
  await stage.turn();
  assertEquals(await call(stage), "ralph turn 1/99 · 0 of 9 h · 0/3 items\n");
  stage.put("PLAN.md", "# Plan\n\n- [x] one\n- [x] two\n- [ ] three\n");
  assertEquals(await call(stage), "ralph turn 1/99 · 0 of 9 h · 2/3 items\n");
  stage.wait(60);
  assertEquals(await call(stage), "ralph turn 1/99 · 0 of 9 h · 2/3 items\n");
});

Deno.test("statusline: its state is the state of `ralph status`", async () => {
  using stage = await makeStage({ session: null });
  const states: [string, string][] = [];
  const look = async () => {
    const { state } = await stage.status();
    states.push([state, (await call(stage)).split(" · ")[1]!.trim()]);
  };
  await look();
  stage.openWindow();
  await stage.raise("SessionStart", { source: "startup" });
  await look();
  await stage.turn();
  await stage.raise("PermissionRequest", { tool_name: "Bash" });
  await look();
  stage.patchRecord({
    state: "paused",
    user_wait: null,
    pause: {
      why: "rate-limited",
      since: new Date().toISOString(),
      until: new Date(Date.now() + 3_600_000).toISOString(),
      detail: "",
      wakes_by_itself: true,
    },
  });
  await look();
  stage.patchRecord({ state: "running", pause: null });
  await stage.ok(["stop"]);
  await look();
  assertEquals(states.map(([code, line]) => [code, line.replace(/\d.*/, "")]), [
    ["waiting", "waiting for a session"],
    ["waiting_for_you", "waiting for you"],
    ["waiting_for_you", "waiting for you"],
    ["paused", "paused until "],
    ["stopping", "stopping"],
  ]);
});

Deno.test("statusline: the session that drove a loop is shown why it ended, no other session", async () => {
  using stage = await makeStage();
  await stage.turn();
  stage.put("PLAN.md", "# Plan\n\n- [x] one\n- [x] two\n- [x] three\n");
  assertEquals(await stage.lastTurn(), "complete");
  const line = await call(stage);
  assertEquals(line.replace(/\d\d:\d\d/, "TIME"), "ralph · ended TIME: done · 3/3 items\n");
  assertEquals(await call(stage, { session: STRANGER }), "");
});

Deno.test("statusline: another session of the project reads that it does not drive the loop", async () => {
  using stage = await makeStage();
  await stage.turn();
  assertEquals(
    await call(stage, { session: STRANGER }),
    "ralph turn 1/99 · (another window) · 0 of 9 h · 0/3 items\n",
  );
});

Deno.test("statusline: a record that cannot be read is named", async () => {
  using stage = await makeStage();
  Deno.writeTextFileSync(stage.mark("ralph-state.json"), "{");
  assertEquals(await call(stage), "ralph · record damaged, see ralph status\n");
});

Deno.test("statusline: bad input prints a line or nothing, never an error", async () => {
  using stage = await makeStage();
  await stage.turn();
  const line = "ralph turn 1/99 · 0 of 9 h · 0/3 items\n";
  const inputs = ["", "null", "[1]", "not json", '{"session_id":5,"rate_limits":"x"}'];
  for (const input of [...inputs, new Uint8Array([255, 0, 254])]) {
    assertEquals(await call(stage, { input }), line);
  }
  const large = JSON.stringify({ session_id: SESSION, text: "x".repeat(1_000_000) });
  assertEquals(await call(stage, { input: large }), line);
  assertEquals(await call(stage, { args: ["--unknown", "word"] }), line);
  assertEquals(await call(stage, { args: ["--wrap"] }), line);
});

for (const redirect of ["</dev/null", "<&-", ">&-", "</dev/null >&- 2>&-"]) {
  Deno.test(`statusline: with ${redirect} it exits with 0 and prints no error`, async () => {
    using stage = await makeStage();
    const ran = await run("sh", ["-c", `'${RALPH}' statusline ${redirect}`], {
      cwd: stage.project,
      env: stage.env({ CLAUDE_PROJECT_DIR: stage.project }),
    });
    assertEquals([ran.code, ran.stderr], [0, ""]);
  });
}

Deno.test("statusline: it fits the columns that the client names, and obeys NO_COLOR", async () => {
  using stage = await makeStage();
  await stage.turn();
  assertEquals(await call(stage, { env: { COLUMNS: "30" } }), "ralph turn 1/99 · 0 of 9 h\n");
  const coloured = await call(stage, { env: { NO_COLOR: undefined, TERM: "xterm" } });
  assert(coloured.includes("\x1b[32m"), coloured);
  assert(!(await call(stage, { env: { NO_COLOR: undefined, TERM: "dumb" } })).includes("\x1b"));
});

Deno.test("statusline: --wrap prints the other line first, with the same input", async () => {
  using stage = await makeStage();
  await stage.turn();
  const ours = "ralph turn 1/99 · 0 of 9 h · 0/3 items\n";
  const wrap = (command: string) => call(stage, { args: ["--wrap", command] });
  assertEquals(await wrap("printf 'a b\\nc'"), `a b\nc\n${ours}`);
  assertEquals(await wrap(`grep -o '"session_id":"[^"]*"'`), `"session_id":"${SESSION}"\n${ours}`);
  assertEquals(await wrap("printf '\\033[31mred'"), `\x1b[31mred\n\x1b[0m${ours}`);
});

Deno.test("statusline: what it tells the C library does not reach the wrapped line", async () => {
  using stage = await makeStage({ start: null });
  const settings = stage.inHome("settings.json");
  const mine = { type: "command", command: "printenv GLIBC_TUNABLES || echo unset" };
  Deno.writeTextFileSync(settings, JSON.stringify({ statusLine: mine }));
  await stage.ok(["hooks", "install", "--statusline"]);
  const { command } = JSON.parse(Deno.readTextFileSync(settings)).statusLine;
  assertStringIncludes(command, "GLIBC_TUNABLES");
  const seenWith = async (env: Record<string, string> = {}) => {
    const { stdout } = await run("sh", ["-c", command], {
      cwd: stage.project,
      env: stage.env(env),
      input: "{}",
    });
    return stdout;
  };
  assertEquals(await seenWith(), "unset\n");
  const own = "glibc.malloc.check=0";
  assertEquals(await seenWith({ GLIBC_TUNABLES: own }), `${own}\n`);
});

Deno.test("statusline: a wrapped line that fails, hangs or floods does not hide ours", async () => {
  using stage = await makeStage();
  await stage.turn();
  const ours = "ralph turn 1/99 · 0 of 9 h · 0/3 items\n";
  const wrap = (command: string) => call(stage, { args: [`--wrap=${command}`] });
  assertEquals(await wrap("exit 3"), ours);
  assertEquals(await wrap("/no/such/program; echo mine >&2"), ours);
  assertEquals(await wrap("trap '' TERM; sleep 600"), ours);
  assertEquals(await wrap("yes"), ours);
});

Deno.test("statusline: without a loop the wrapped line is printed as it is", async () => {
  using stage = await makeStage({ start: null });
  assertEquals(await call(stage, { args: ["--wrap", "printf 'only mine'"] }), "only mine\n");
});

Deno.test("statusline: a broken loop does not hide the wrapped line", async () => {
  using stage = await makeStage();
  Deno.writeTextFileSync(stage.mark("ralph-state.json"), "\0");
  const line = await call(stage, { args: ["--wrap", "echo mine"] });
  assertStringIncludes(line, "mine\n");
});

Deno.test("statusline: a limit that names no time pauses until the reset that was reported", async () => {
  using stage = await makeStage();
  await stage.turn();
  const resetsAt = Math.round(Date.now() / 1000) + 7200;
  await call(stage, {
    fields: { rate_limits: { five_hour: { used_percentage: 100, resets_at: resetsAt } } },
  });
  const event = stage.event("StopFailure", {
    error: "rate_limit",
    last_assistant_message: "API Error: Rate limit reached",
  });
  await stage.raw("session", JSON.stringify(event), { env: { CLAUDE_CODE_SESSION_ATTENDED: "0" } });
  const { pause } = stage.record();
  assertEquals(pause.why, "rate-limited");
  assertEquals(Math.round(Date.parse(pause.until) / 1000) - resetsAt, 20);
});

Deno.test("statusline: a rate-limit file that cannot be read or written is not an error", async () => {
  using stage = await makeStage();
  await stage.turn();
  Deno.mkdirSync(stage.inHome("ralph", "rate-limits.json"));
  const fields = { rate_limits: { five_hour: { used_percentage: 1, resets_at: 1_900_000_000 } } };
  assertEquals(await call(stage, { fields }), "ralph turn 1/99 · 0 of 9 h · 0/3 items\n");
  assert(Deno.statSync(join(stage.home, ".claude", "ralph", "rate-limits.json")).isDirectory);
});
