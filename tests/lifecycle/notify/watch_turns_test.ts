/** The process that looks after a loop's turns: what it calls the user for, and when it ends. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { SILENCE_MS } from "../../../src/evidence/turn_state.ts";
import type { HookContext } from "../../../src/lifecycle/context.ts";
import { watchTurns } from "../../../src/lifecycle/notify/watch_turns.ts";
import { environmentOf } from "../../../src/store/environment.ts";
import { loopPlaces, placesOf } from "../../../src/store/places.ts";
import { HOUR_MS, MINUTE_MS } from "../../../src/text/time.ts";
import { readIfThere } from "../../e2e/_clock.ts";
import { makeStage, RALPH, SESSION, type Stage } from "../../e2e/_stage.ts";
import { waitUntil } from "../../_wait.ts";

/** Stands for the client: a process of its own, since this one has busy children. */
const client = new Deno.Command("sleep", { args: ["600"], stdin: "null" }).spawn();
client.unref();
globalThis.addEventListener("unload", () => client.kill());

/** The variables of hooks whose client it is. */
const CLIENT = { CLAUDE_PID: String(client.pid) };

/** A loop in which a turn runs. */
async function working(): Promise<Stage> {
  const stage = await makeStage();
  await prompt(stage);
  return stage;
}

async function prompt(stage: Stage): Promise<void> {
  const options = { env: CLIENT };
  await stage.raise("SessionStart", { source: "resume" }, options);
  await stage.raise("UserPromptSubmit", { prompt: "begin" }, options);
}

/** Watches by a clock that only moves while the watch sleeps; returns what it told. */
async function watch(
  stage: Stage,
  { until, happen = () => {} }: { until: number; happen?: (passedMs: number) => void },
): Promise<string[]> {
  const variables = stage.env({ CLAUDE_PROJECT_DIR: stage.project });
  const env = environmentOf((name) => variables[name], stage.project);
  const beganMs = Date.now();
  let nowMs = beganMs;
  const context: HookContext = {
    env,
    places: placesOf(env),
    nowMs: () => nowMs,
    sleep: (milliseconds) => {
      nowMs += milliseconds;
      happen(nowMs - beganMs);
      if (nowMs - beganMs >= until) stage.kill();
      return Promise.resolve();
    },
  };
  const told: string[] = [];
  const watched = { id: stage.record()["id"], project: stage.project };
  await watchTurns(watched, context, (_loop, { sentence }) => told.push(sentence));
  assertEquals(readIfThere(loopPlaces(context.places, watched.id).watcher), null, "it tidies up");
  return told;
}

Deno.test("watch: a turn without a sign calls the user once, however long it lasts", async () => {
  using stage = await working();
  assertEquals(await watch(stage, { until: SILENCE_MS - MINUTE_MS }), []);
  Deno.removeSync(stage.mark("STOP_LOOP"));
  const told = await watch(stage, { until: 15 * MINUTE_MS });
  assertEquals(told.length, 1);
  assertMatch(told[0]!, /The loop may wait for you: no sign for 10 min \(first prompt\)/);
  assertEquals(stage.journal().at(-1)?.["code"], "silent");
});

Deno.test("watch: a sign ends the silence, and the next one calls again", async () => {
  using stage = await working();
  const beganMs = Date.now();
  let hasSpoken = false;
  const told = await watch(stage, {
    until: 30 * MINUTE_MS,
    happen: (passedMs) => {
      if (hasSpoken || passedMs < 15 * MINUTE_MS) return;
      hasSpoken = true;
      stage.say("Still here.", { at: (beganMs + passedMs) / 1000 });
    },
  });
  assertEquals(told.length, 2);
});

Deno.test("watch: a dialog that no hook reported calls the user, by the client's own file", async () => {
  using stage = await working();
  const waiting = { sessionId: SESSION, status: "waiting", waitingFor: "dialog open" };
  Deno.mkdirSync(stage.inHome("sessions"), { recursive: true });
  Deno.writeTextFileSync(
    stage.inHome("sessions", `${client.pid}.json`),
    JSON.stringify({ ...waiting, statusUpdatedAt: Date.now() + 1_000 }),
  );
  const told = await watch(stage, { until: 5 * MINUTE_MS });
  assertEquals(told, ["Claude Code waits for you: dialog open"]);
});

Deno.test("watch: a session that rests or is paused is left alone", async () => {
  using stage = await working();
  const turn = { state: "resting", since: new Date().toISOString() };
  stage.patchRecord({ turn });
  assertEquals(await watch(stage, { until: HOUR_MS }), []);
});

/** What ends the watch before its time. */
const ENDS: Readonly<Record<string, (stage: Stage) => unknown>> = {
  "the loop's end": (stage) => stage.ok(["stop"]),
  "the session's end": (stage) => stage.raise("SessionEnd", { reason: "other" }, { env: CLIENT }),
  "the marker's removal": (stage) => Deno.removeSync(stage.mark("loop-enabled")),
  "a client that is gone": (stage) => {
    const { session_process: process } = stage.record();
    stage.patchRecord({ session_process: { ...process, started: "1" } });
  },
};

for (const [what, happen] of Object.entries(ENDS)) {
  Deno.test(`watch: ${what} ends it`, async () => {
    using stage = await working();
    await happen(stage);
    assertEquals(await watch(stage, { until: HOUR_MS }), []);
    assertEquals(readIfThere(stage.mark("STOP_LOOP")), null, "it ended by itself");
  });
}

Deno.test("watch: one process is started where the user is notified, and ends at the kill switch", async () => {
  using stage = await makeStage({ program: RALPH });
  const file = () => readIfThere(`${stage.loopDir()}/watcher.json`);
  await prompt(stage);
  Deno.mkdirSync(stage.inHome("ralph"), { recursive: true });
  Deno.writeTextFileSync(stage.inHome("ralph", "config.json"), '{"notify":["true"]}');
  assertEquals(file(), null, "nobody is to be notified");
  await prompt(stage);
  await waitUntil(() => file() !== null, () => "no process was started");
  const first = file();
  await prompt(stage);
  await prompt(stage);
  assertEquals(file(), first, "it runs already");
  const { pid } = JSON.parse(first ?? "{}");
  assert(readIfThere(`/proc/${pid}/cmdline`)?.includes("deliver") === true);
  stage.kill();
  await waitUntil(() => readIfThere(`/proc/${pid}/cmdline`) === null, () => "it goes on");
});

Deno.test("watch: a loop that begins in a session is watched from its start", async () => {
  using stage = await makeStage({ start: null });
  Deno.mkdirSync(stage.inHome("ralph"), { recursive: true });
  Deno.writeTextFileSync(stage.inHome("ralph", "config.json"), '{"notify":["true"]}');
  const env = { CLAUDE_CODE_SESSION_ID: SESSION, ...CLIENT };
  // The program starts itself as the watcher, which a test cannot.
  await stage.ok(["start", "-f", "PLAN.md", "--yes"], { env, isOwn: true });
  const file = () => readIfThere(`${stage.loopDir()}/watcher.json`);
  await waitUntil(() => file() !== null, () => "no process was started");
  await stage.ok(["stop"]);
  await stage.turn();
  await waitUntil(() => file() === null, () => "it goes on");
});
