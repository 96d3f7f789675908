/** Notifications of a loop in a session: what is sent, once each, and that nothing waits for it. */
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { waitUntil } from "../_wait.ts";
import { readIfThere } from "./_clock.ts";
import { makeStage, RALPH, SESSION, type Stage, type StageOptions } from "./_stage.ts";

/** A command that adds a line for each notification. */
const logTo = (path: string) =>
  `printf '%s|%s|%s|%s\\n' "$RALPH_EVENT" "$RALPH_CODE" "$RALPH_MESSAGE" "$RALPH_UNTIL" >> '${path}'`;

/** A stage whose user is notified by a command that logs. */
async function makeNotified(
  options: StageOptions & { events?: string[]; channels?: string[] } = {},
): Promise<{ stage: Stage; log: string }> {
  const stage = await makeStage({ program: RALPH, ...options });
  const log = join(stage.root, "log");
  configure(stage, {
    notify: [logTo(log), ...options.channels ?? []],
    ...options.events === undefined ? {} : { notify_events: options.events },
  });
  return { stage, log };
}

/** Writes the user's own settings, which need no trust. */
function configure(stage: Stage, settings: Record<string, unknown>): void {
  Deno.mkdirSync(stage.inHome("ralph"), { recursive: true });
  Deno.writeTextFileSync(stage.inHome("ralph", "config.json"), JSON.stringify(settings));
}

function linesIn(log: string): string[] {
  return (readIfThere(log) ?? "").split("\n").filter((line) => line !== "");
}

async function waitForLines(log: string, count: number): Promise<string[]> {
  await waitUntil(() => linesIn(log).length >= count, () => `only ${linesIn(log).length} lines`);
  return linesIn(log);
}

const eventsOf = (lines: readonly string[]) => lines.map((line) => line.split("|")[0]);

/** What the journal says of notifications. */
const notedIn = (stage: Stage) => stage.journal().filter(({ code }) => code === "notified");

Deno.test("notify: nothing is sent by default", async () => {
  using stage = await makeStage({ program: RALPH, plan: "- [x] one\n" });
  assertEquals(await stage.lastTurn(), "complete");
  assertEquals(notedIn(stage), []);
});

Deno.test("notify: the end of a loop is sent once, with its reason, and journalled", async () => {
  const { stage, log } = await makeNotified({ plan: "- [x] one\n" });
  using _stage = stage;
  assertEquals(await stage.lastTurn(), "complete");
  const [line] = await waitForLines(log, 1);
  assertMatch(line!, /^complete\|complete\|project: done\. The only item of PLAN\.md is ticked\./);
  await waitUntil(() => notedIn(stage).length > 0, () => "it was not journalled");
  assertMatch(notedIn(stage)[0]!.sentence, /^Notified of "complete": ".*": worked$/);
  assertEquals(linesIn(log).length, 1);
});

Deno.test("notify: what the process that watches a loop has to say is sent, not watched once more", async () => {
  const { stage, log } = await makeNotified({ plan: "- [x] one\n" });
  using _stage = stage;
  const watched = { id: stage.record()["id"], project: stage.project };
  const env = { RALPH_WATCH: JSON.stringify(watched) };
  assertEquals(await stage.lastTurn({}, { env }), "complete");
  assertEquals(eventsOf(await waitForLines(log, 1)), ["complete"]);
  await waitUntil(() => notedIn(stage).length > 0, () => "it was not journalled");
});

Deno.test("notify: stuck, blocked and a limit have an event each, what the user ended has none", async () => {
  const cases: [string, (stage: Stage) => Promise<unknown>, readonly string[]][] = [
    ["blocked", (stage) => stage.lastTurn({ message: "<blocked>a key</blocked>" }), []],
    ["limit", async (stage) => {
      await stage.turn();
      await stage.lastTurn();
    }, ["--max-iterations", "1"]],
  ];
  for (const [event, act, args] of cases) {
    const { stage, log } = await makeNotified({
      start: ["-f", "PLAN.md", "--until-done", ...args],
      events: ["blocked", "limit", "complete"],
    });
    using _stage = stage;
    await act(stage);
    assertEquals(eventsOf(await waitForLines(log, 1)), [event]);
  }
  const { stage, log } = await makeNotified();
  using _stage = stage;
  await stage.turn();
  stage.kill();
  assertEquals(await stage.lastTurn(), "kill-switch");
  assertEquals(linesIn(log), []);
});

Deno.test("notify: a limit that is near is sent once, not at every Stop", async () => {
  const { stage, log } = await makeNotified({
    start: ["-f", "PLAN.md", "--until-done", "--max-iterations", "6"],
  });
  using _stage = stage;
  await stage.turn();
  assertEquals(linesIn(log), []);
  for (let turn = 0; turn < 4; turn++) await stage.turn();
  const [line] = await waitForLines(log, 1);
  assertMatch(line!, /^limit-near\|\|project: 4 turns left\|$/);
  await stage.turn();
  await stage.lastTurn();
  assertEquals(eventsOf(await waitForLines(log, 2)), ["limit-near", "limit"]);
});

/** A turn that a usage limit ends, with nobody there to be woken. */
function fail(stage: Stage): Promise<unknown> {
  const event = stage.event("StopFailure", {
    error: "rate_limit",
    last_assistant_message: "Limit reached · resets in 2 hours",
  });
  return stage.raw("session", JSON.stringify(event), {
    env: { CLAUDE_CODE_SESSION_ATTENDED: "0" },
  });
}

Deno.test("notify: a pause is sent once until the loop has worked again, and then that it does", async () => {
  const { stage, log } = await makeNotified();
  using _stage = stage;
  await stage.turn();
  await fail(stage);
  const [paused] = await waitForLines(log, 1);
  assertMatch(paused!, /^paused\|rate-limited\|.*usage limit.*\|\d{4}-.*Z$/);
  // It wakes, and fails again before it has worked.
  stage.patchRecord({ state: "running", pause: null, wakes: 1 });
  await fail(stage);
  stage.patchRecord({ state: "running", pause: null, wakes: 2 });
  stage.newPrompt();
  await stage.turn({ tool: false });
  await stage.turn();
  assertEquals(eventsOf(await waitForLines(log, 2)), ["paused", "resumed"]);
  await stage.turn();
  await fail(stage);
  assertEquals(eventsOf(await waitForLines(log, 3)), ["paused", "resumed", "paused"]);
});

Deno.test("notify: a session that waits for a person is sent, unless it is answered at once", async () => {
  const { stage, log } = await makeNotified();
  using _stage = stage;
  await stage.turn();
  const ask = (command: string) =>
    stage.raise("PermissionRequest", { tool_name: "Bash", tool_input: { command } });
  await ask("npm i");
  stage.patchRecord({ user_wait: null });
  await ask("npm test");
  // The notice of the first request comes due first, and finds that it was answered.
  const [line] = await waitForLines(log, 1);
  assertMatch(
    line!,
    /^waiting\|permission\|project: Claude Code asks for permission: Bash npm test\|$/,
  );
  // The sender writes this last; before it the project's folder cannot be removed.
  await waitUntil(() => notedIn(stage).length > 0, () => "the notice is not in the journal");
});

Deno.test("notify: only what notify_events names is sent", async () => {
  const { stage, log } = await makeNotified({ plan: "- [x] one\n", events: ["stuck"] });
  using _stage = stage;
  assertEquals(await stage.lastTurn(), "complete");
  assertEquals([linesIn(log), notedIn(stage)], [[], []]);
});

Deno.test("notify: a hook answers while a channel hangs, and a failed channel is only in the journal", async () => {
  const stage = await makeStage({ program: RALPH, plan: "- [x] one\n" });
  using _stage = stage;
  const pidFile = join(stage.root, "pid");
  const log = join(stage.root, "log");
  configure(stage, {
    notify: [`echo $$ > '${pidFile}'; exec sleep 600`, "echo why >&2; exit 7", logTo(log)],
  });
  assertEquals(await stage.lastTurn(), "complete");
  await waitForLines(log, 1);
  await waitForLines(pidFile, 1);
  assertEquals(notedIn(stage), [], "the slow channel has not ended");
  const pid = Number(readIfThere(pidFile));
  const group = new TextDecoder().decode(
    new Deno.Command("ps", { args: ["-o", "pgid=,sid=", "-p", String(pid)] }).outputSync().stdout,
  ).trim().split(/\s+/);
  assertEquals(group, [String(pid), String(pid)], "a process group and session of its own");
  Deno.kill(-pid, "SIGKILL");
  await waitUntil(() => notedIn(stage).length > 0, () => "it was not journalled");
  assertStringIncludes(notedIn(stage)[0]!.sentence, `"echo why >&2; exit 7": exit code 7: why`);
});

Deno.test("notify: commands of the project's files are run only once they are trusted", async () => {
  const log = (stage: Stage) => join(stage.root, "log");
  for (const isTrusted of [false, true]) {
    using stage = await makeStage({ program: RALPH, start: null, plan: "- [x] one\n" });
    const command = logTo(log(stage));
    stage.put(".claude/ralph-config.json", JSON.stringify({ notify: [command] }));
    const trust = isTrusted ? ["--trust"] : [];
    const env = { CLAUDE_CODE_SESSION_ID: SESSION };
    await stage.ralph(["start", "-f", "PLAN.md", "--until-done", "--yes", ...trust], { env });
    assertEquals(await stage.lastTurn(), "complete");
    await waitUntil(() => notedIn(stage).length > 0, () => "it was not journalled");
    const { sentence } = notedIn(stage)[0]!;
    assertStringIncludes(sentence, isTrusted ? ": worked" : ": it is not trusted");
    assertEquals(linesIn(log(stage)).length, isTrusted ? 1 : 0);
  }
});

Deno.test("notify: a hostile text is data for a command that quotes it", async () => {
  const { stage, log } = await makeNotified({ folder: "a & <b>'\"$(touch x) \\n`id`" });
  using _stage = stage;
  const need = `$(touch y) \`id\` "; rm -rf ~ & <i>\\t</i> '`;
  assertEquals(await stage.lastTurn({ message: `<blocked>${need}</blocked>` }), "blocked");
  const [line] = await waitForLines(log, 1);
  assertStringIncludes(line!, need);
  for (const name of ["x", "y"]) {
    assertEquals([...Deno.readDirSync(stage.project)].some((entry) => entry.name === name), false);
  }
});

Deno.test("notify: a notice that is not ours, or none, sends nothing and is not an error", async () => {
  using stage = await makeStage({ program: RALPH });
  for (const notice of [undefined, "", "x", "{}", '{"event":"complete"}']) {
    const ran = await stage.ralph(["notify", "deliver"], { env: { RALPH_NOTICE: notice } });
    assertEquals([ran.code, ran.stdout, ran.stderr], [0, "", ""]);
  }
});
