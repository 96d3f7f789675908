/** StopFailure: the session is woken after a turn that ended with an API error. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { renderInstant } from "../../src/text/instant.ts";
import {
  continuationOf,
  type Fields,
  makeSleeper,
  makeStage,
  type Ran,
  type Stage,
} from "./_stage.ts";
import { SleepersClock } from "./_here.ts";
import { waitUntil } from "../_wait.ts";
import { needsLinux } from "../_tools.ts";

function failure(stage: Stage, fields: Fields = {}): Fields {
  return stage.event("StopFailure", {
    error: "rate_limit",
    last_assistant_message: "API Error: Rate limit reached",
    permission_mode: undefined,
    ...fields,
  });
}

/** A turn that fails, with the hook that sleeps after it; by default until something ends the sleep. */
function fail(
  stage: Stage,
  fields: Fields = {},
  env: Record<string, string> = {},
  clock = new SleepersClock(),
): Promise<Ran> {
  return stage.call("session", failure(stage, fields), { env, clock });
}

async function waitForPause(stage: Stage): Promise<void> {
  await waitUntil(() => stage.record()["state"] === "paused", () => "the loop did not pause");
}

Deno.test("stop failure: it sleeps, then wakes the session by exit 2 with the next prompt", async () => {
  using stage = await makeSleeper(1);
  const ran = await stage.raw("session", JSON.stringify(failure(stage)));
  assertEquals([ran.code, ran.stdout], [2, ""]);
  assertStringIncludes(ran.stderr, "PLAN.md");
  assertStringIncludes(ran.stderr, "API error");
  const record = stage.record();
  assertEquals([record["state"], record["wakes"], record["turn"].state], ["running", 1, "running"]);
  assert(continuationOf(await stage.turn()) !== null);
  assertEquals(stage.record()["wakes"], 0, "a turn without an error resets the count");
});

Deno.test("stop failure: status shows that a sleeping loop wakes by itself", async () => {
  using stage = await makeSleeper(3600);
  const sleeping = fail(stage);
  await waitForPause(stage);
  const pause = stage.record()["pause"];
  assertEquals([pause.why, pause.wakes_by_itself], ["rate-limited", true]);
  assertEquals((await stage.status())["resume_at"], renderInstant(Date.parse(pause.until)));
  await stage.ok(["stop"]);
  assertEquals((await sleeping).code, 0);
});

Deno.test("stop failure: in -p it ends at once, and status shows how to resume", async () => {
  using stage = await makeSleeper(3600);
  const ran = await fail(stage, {}, { CLAUDE_CODE_SESSION_ATTENDED: "0" });
  assertEquals([ran.code, JSON.parse(ran.stdout)], [0, {}]);
  assertEquals(stage.record()["state"], "paused");
  assertEquals(stage.record()["pause"].wakes_by_itself, false);
  assertStringIncludes((await stage.status())["how_to_continue"], "claude -p --resume");
  await stage.raise("UserPromptSubmit", { prompt: "go on" });
  assertEquals(stage.record()["state"], "running");
  assert(continuationOf(await stage.turn()) !== null);
});

for (const error of ["unknown", "invalid_request"]) {
  Deno.test(`stop failure: a wrong request (${error}) is not waited for, and needs a person`, async () => {
    using stage = await makeSleeper(1);
    const message = "API Error: 400 " + JSON.stringify({
      type: "error",
      error: { type: "invalid_request_error", message: "messages.1: unexpected field" },
    });
    const ran = await fail(stage, { error, last_assistant_message: message });
    assertEquals([ran.code, JSON.parse(ran.stdout)], [0, {}]);
    const { pause, state } = stage.record();
    assertEquals([state, pause.until, pause.wakes_by_itself], ["paused", null, false]);
    assertStringIncludes(pause.detail, "messages.1: unexpected field");
  });
}

/** What ends the sleep, and whether the loop is active afterwards. */
const ENDINGS: Readonly<
  Record<string, { end: (stage: Stage) => Promise<unknown> | void; hasLoop: boolean }>
> = {
  "a person who types": {
    end: (stage) => stage.raise("UserPromptSubmit", { prompt: "I am here" }),
    hasLoop: true,
  },
  "ralph stop": { end: (stage) => stage.ok(["stop"]), hasLoop: false },
  "the kill switch": { end: (stage) => stage.kill(), hasLoop: false },
  "a deleted marker": {
    end: (stage) => Deno.removeSync(stage.mark("loop-enabled")),
    hasLoop: false,
  },
  "the session's end": {
    end: (stage) => stage.raise("SessionEnd", { reason: "other" }),
    hasLoop: true,
  },
};

for (const [what, { end, hasLoop }] of Object.entries(ENDINGS)) {
  Deno.test(`stop failure: ${what} ends the sleep, with exit 0`, async () => {
    using stage = await makeSleeper(3600);
    const sleeping = fail(stage);
    await waitForPause(stage);
    await end(stage);
    const ran = await sleeping;
    assertEquals([ran.code, JSON.parse(ran.stdout)], [0, {}]);
    assertEquals(stage.hasLoop(), hasLoop);
    if (!hasLoop) assert(stage.stopRecord() !== null, "the ending is recorded");
  });
}

Deno.test("stop failure: another pause in the same second ends the sleep too", async () => {
  using stage = await makeSleeper(3600);
  const sleeping = fail(stage);
  await waitForPause(stage);
  const { since } = stage.record()["pause"];
  const closed = {
    why: "session-closed",
    since,
    until: null,
    detail: "other",
    wakes_by_itself: false,
  };
  stage.patchRecord({ pause: closed });
  assertEquals((await sleeping).code, 0, "it would wake a closed session");
});

Deno.test("stop failure: a task notification does not end the sleep", async () => {
  using stage = await makeSleeper(2);
  const clock = new SleepersClock();
  const sleeping = fail(stage, {}, {}, clock);
  await waitForPause(stage);
  await stage.raise("UserPromptSubmit", { prompt: "<task-notification>x</task-notification>" });
  clock.isSkipping = true;
  assertEquals((await sleeping).code, 2);
});

needsLinux().test("stop failure: after the client was killed no session is woken", async () => {
  using stage = await makeSleeper(3);
  const client = new Deno.Command("sleep", { args: ["600"] }).spawn();
  const clock = new SleepersClock();
  const sleeping = fail(stage, {}, { CLAUDE_PID: String(client.pid) }, clock);
  await waitForPause(stage);
  client.kill("SIGKILL");
  await client.status;
  clock.isSkipping = true;
  assertEquals((await sleeping).code, 0);
  assertEquals([stage.record()["state"], stage.record()["wakes"]], ["paused", 0]);
});

Deno.test("stop failure: after max_wakes the loop stays paused", async () => {
  using stage = await makeSleeper(1);
  stage.patchRecord({ wakes: 12 });
  const ran = await fail(stage);
  assertEquals(ran.code, 0);
  assertEquals([stage.record()["state"], stage.record()["pause"].until], ["paused", null]);
  assertEquals((await stage.status())["resume_at"], null);
});

Deno.test("stop failure: it sleeps until the end of the limit that the message names", async () => {
  using stage = await makeSleeper(1);
  const end = Math.floor(Date.now() / 1000) + 7200;
  const message = `Claude AI usage limit reached|${end}`;
  const sleeping = fail(stage, { last_assistant_message: message });
  await waitForPause(stage);
  assertEquals(Date.parse(stage.record()["pause"].until) / 1000 - end, 20);
  Deno.removeSync(stage.mark("loop-enabled"));
  await sleeping;
});

Deno.test("stop failure: after SIGTERM while it sleeps the next prompt resumes the loop", async () => {
  using stage = await makeSleeper(3600);
  let child: Deno.ChildProcess | null = null;
  const sleeping = stage.raw("session", JSON.stringify(failure(stage)), {
    onStart: (started) => child = started,
  });
  await waitForPause(stage);
  (child as Deno.ChildProcess | null)?.kill("SIGTERM");
  await sleeping;
  await stage.raise("UserPromptSubmit", { prompt: "go on" });
  assert(continuationOf(await stage.turn()) !== null);
});

/** The status of a loop whose turn failed with an error. */
async function statusAfter(
  stage: Stage,
  error: string,
  words: string,
): Promise<{ shown: string; wakesAt: number | null }> {
  const sleeping = fail(stage, { error, last_assistant_message: words });
  await waitForPause(stage);
  const { what, how_to_continue: howToContinue } = await stage.status();
  const { until } = stage.record()["pause"];
  Deno.removeSync(stage.mark("loop-enabled"));
  await sleeping;
  return {
    shown: `${what} → ${howToContinue}`,
    wakesAt: until === null ? null : Date.parse(until),
  };
}

const NEEDS_PERSON: readonly [error: string, words: string, RegExp][] = [
  ["billing_error", "Credit balance is too low", /no credit left.*add credit, .*type anything/],
  [
    "authentication_failed",
    "OAuth token has expired · Please run /login",
    /not logged in: OAuth token has expired.*type \/login, then type anything/,
  ],
  ["oauth_org_not_allowed", "This organization has been disabled", /no access.*has been disabled/],
  ["invalid_request", "Prompt is too long", /context is full.*type \/compact, then type anything/],
];

for (const [error, words, expected] of NEEDS_PERSON) {
  Deno.test(`stop failure: what only a person can fix is named and not retried: ${error}`, async () => {
    using stage = await makeSleeper(1);
    const { shown, wakesAt } = await statusAfter(stage, error, words);
    assertMatch(shown, expected);
    assert(shown.includes(words.split(" ·")[0]!), shown);
    assert(!/usage limit|API error/i.test(shown), shown);
    assertEquals(wakesAt, null);
  });
}

Deno.test("stop failure: a limit that is not the account's is an API error, with its time", async () => {
  using stage = await makeSleeper(1);
  const words = "API Error: Server is temporarily limiting requests (not your usage limit). " +
    "Retry in 156s.";
  const beforeMs = Date.now();
  const { shown, wakesAt } = await statusAfter(stage, "rate_limit", words);
  assertMatch(shown, /^API error: Server is temporarily limiting requests/);
  assert(Math.abs(wakesAt! - beforeMs - 176_000) < 30_000, `${wakesAt! - beforeMs} ms`);
});

Deno.test("stop failure: the client's own retries before the error are not active time", async () => {
  using stage = await makeStage();
  await stage.turn();
  stage.wait(60);
  stage.callTool("toolu_of_this_turn");
  stage.wait(170);
  stage.write({
    ...{ type: "assistant", isApiErrorMessage: true },
    message: { role: "assistant", content: [{ type: "text", text: "API Error: Rate limited" }] },
  });
  await fail(stage, {}, { CLAUDE_CODE_SESSION_ATTENDED: "0" });
  const counted = stage.record()["accumulated_runtime_seconds"];
  assert(Math.abs(counted - 60) < 30, `${counted} s`);
});
