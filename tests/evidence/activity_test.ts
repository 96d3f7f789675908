import { assertEquals } from "@std/assert";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../../src/text/time.ts";
import { buildActivity, dropCounted, lastToolCallAtMs } from "../../src/evidence/activity.ts";
import type { ToolCall } from "../../src/evidence/transcript/transcript.ts";
import { advanceClock } from "../../src/loop/time/clock.ts";
import type { Beat } from "../../src/store/records/beats.ts";

const START = 1_760_000_000_000;
const TEN_HOURS = 10 * HOUR_MS;

function bash(
  startedAtMs: number,
  endedAtMs: number | null,
  rest: Partial<ToolCall> = {},
): ToolCall {
  return {
    id: "toolu_1",
    label: "Bash",
    startedAtMs,
    endedAtMs,
    timeoutMs: 120_000,
    reportedMs: null,
    waitedForPerson: false,
    ...rest,
  };
}

/** Seconds that an event at `nowMs` counts since `START`. */
function countAt(
  nowMs: number,
  given: {
    calls?: ToolCall[];
    beats?: Beat[];
    mode?: string;
    closedAtMs?: number;
    pointsMs?: number[];
    interruptedAtMs?: number;
  },
): number {
  const calls = given.calls ?? [];
  const times = calls.flatMap((
    { startedAtMs, endedAtMs },
  ) => [startedAtMs, endedAtMs ?? startedAtMs]);
  const activity = buildActivity({
    beats: given.beats ?? [],
    reading: {
      pointsMs: [...times, ...(given.pointsMs ?? [])],
      toolCalls: calls,
      permissionMode: given.mode ?? "default",
      interruptedAtMs: given.interruptedAtMs ?? null,
      lastAnswerAtMs: null,
      humanPromptsMs: [],
    },
    eventAtMs: nowMs,
    closedAtMs: given.closedAtMs ?? null,
  });
  const clock = { accumulatedRuntimeMs: 0, lastHookAtMs: START };
  return advanceClock(clock, activity, nowMs, 5 * MINUTE_MS).countedMs / SECOND_MS;
}

Deno.test("activity: a 30-minute tool call is counted in full by its reported duration", () => {
  const end = START + 30 * MINUTE_MS + 5_000;
  const beats = [{
    atMs: end,
    event: "tool-end",
    toolUseId: "toolu_1",
    durationMs: 30 * MINUTE_MS,
  }];
  assertEquals(countAt(end + 10_000, { calls: [bash(START + 5_000, end)], beats }), 30 * 60 + 15);
});

Deno.test("activity: the transcript's own report of a duration counts where no hook saw one", () => {
  const end = START + 30 * MINUTE_MS + 5_000;
  const calls = [bash(START + 5_000, end, { reportedMs: 30 * MINUTE_MS })];
  assertEquals(countAt(end, { calls }), 30 * 60 + 5);
});

Deno.test("activity: without any report a call counts at most its own timeout", () => {
  const calls = [bash(START, START + TEN_HOURS)];
  assertEquals(countAt(START + TEN_HOURS, { calls }), 120);
  const patient = [bash(START, START + 2_400_000, { timeoutMs: 30 * MINUTE_MS })];
  assertEquals(countAt(START + 2_400_000, { calls: patient }), 1800);
});

Deno.test("activity: a permission prompt left overnight is not counted at all", () => {
  const asked = START + 10_000;
  const answered = asked + TEN_HOURS;
  const beats = [{ atMs: asked, event: "tool-start", toolUseId: "toolu_1" }];
  const allowed = [bash(asked, answered + 2_000, { waitedForPerson: true })];
  assertEquals(countAt(answered + 2_000, { calls: allowed, beats }), 10);
  // With its duration: the two seconds of work count, the hours of waiting do not.
  const measured = [...beats, {
    atMs: answered + 2_000,
    event: "tool-end",
    toolUseId: "toolu_1",
    durationMs: 2000,
  }];
  assertEquals(countAt(answered + 2_000, { calls: allowed, beats: measured }), 12);
});

Deno.test("activity: a closed lid is not counted, however the call before it ended", () => {
  const closed = START + 60_000;
  assertEquals(countAt(closed + TEN_HOURS, { pointsMs: [closed] }), 60);
  // In flight while the lid was closed, in flight still: nothing beyond the points.
  assertEquals(countAt(closed + TEN_HOURS, { calls: [bash(closed, null)] }), 60);
});

Deno.test("activity: a call in flight as the session ends counts at most its timeout, and nothing where it may have waited for a person", () => {
  const call = bash(START + 10_000, null, { timeoutMs: 10 * MINUTE_MS });
  const end = START + TEN_HOURS;
  const given = { calls: [call], closedAtMs: end };
  assertEquals(countAt(end, { ...given, mode: "bypassPermissions" }), 610);
  assertEquals(countAt(end, { ...given, mode: "default" }), 10);
  const soon = { ...given, closedAtMs: START + 400_000 };
  assertEquals(countAt(START + 400_000, { ...soon, mode: "bypassPermissions" }), 400);
});

Deno.test("activity: a call in flight at a Stop counts nothing by itself", () => {
  const calls = [bash(START + 10_000, null, { timeoutMs: 10 * MINUTE_MS })];
  assertEquals(countAt(START + 500_000, { calls, mode: "bypassPermissions" }), 10);
});

Deno.test("activity: the measured call wins over the transcript's pair", () => {
  // The pair says two minutes, the hook says one second: the rest was waiting.
  const calls = [bash(START + 400_000, START + 1_000_000)];
  const beats = [{
    atMs: START + 1_000_000,
    event: "tool-end",
    toolUseId: "toolu_1",
    durationMs: 1000,
  }];
  assertEquals(countAt(START + 1_000_000, { calls, beats }), 1);
});

Deno.test("tool use: a tool call takes the continuations before it out of the count", () => {
  const at = (lastToolCallAtMs: number | null) =>
    dropCounted([10, 20, 30], { lastToolCallAtMs, stopHookActive: true });
  assertEquals(at(null), [10, 20, 30]);
  assertEquals(at(5), [10, 20, 30]);
  assertEquals(at(20), [30]);
  assertEquals(at(31), []);
});

Deno.test("tool use: the count begins again with a prompt, as the client's does", () =>
  assertEquals(dropCounted([10, 20], { lastToolCallAtMs: null, stopHookActive: false }), []));

Deno.test("tool use: the last call is read from the hooks' records where the transcript lags", () => {
  const beats = [
    { atMs: 12, event: "PreToolUse", toolUseId: "a" },
    { atMs: 40, event: "UserPromptSubmit" },
  ];
  assertEquals(lastToolCallAtMs({ lastToolCallAtMs: null }, beats), 12);
  assertEquals(lastToolCallAtMs({ lastToolCallAtMs: 15 }, beats), 15);
  assertEquals(lastToolCallAtMs({ lastToolCallAtMs: null }, []), null);
});

Deno.test("tool use: a subagent's calls do not belong to the main conversation", () => {
  const beats = ["subagent-tool-start", "subagent-tool-end"].map((event) => (
    { atMs: 12, event, toolUseId: "a", durationMs: 5 }
  ));
  assertEquals(lastToolCallAtMs({ lastToolCallAtMs: null }, beats), null);
});

Deno.test("tool use: a late result does not hide the continuation after its call", () => {
  const beats = [{ atMs: 101_000, event: "PostToolUse", toolUseId: "a", durationMs: 5000 }];
  assertEquals(lastToolCallAtMs({ lastToolCallAtMs: null }, beats), 96_000);
});

Deno.test("activity: a prompt that a person answers after 82 s is not active, the call is", () => {
  const asked = START + 10_000;
  const answered = asked + 82_000;
  const beats = [
    { atMs: asked, event: "wait" },
    { atMs: answered + 5_000, event: "tool-end", durationMs: 5_000, toolUseId: "toolu_1" },
  ];
  // The client writes a line of its own for the hook that saw the prompt.
  assertEquals(countAt(answered + 5_000, { beats, pointsMs: [asked + 400] }), 15);
});

Deno.test("activity: a wait that nobody has answered counts nothing from its begin on", () => {
  const beats = [{ atMs: START + 10_000, event: "wait" }];
  assertEquals(countAt(START + 200_000, { beats }), 10);
});

Deno.test("activity: a call that works beside a prompt counts in full", () => {
  const beats = [
    { atMs: START + 10_000, event: "wait" },
    { atMs: START + 60_000, event: "tool-end", durationMs: 60_000, toolUseId: "toolu_1" },
  ];
  assertEquals(countAt(START + 60_000, { beats }), 60);
});

Deno.test("activity: nothing between Esc and the next prompt is active", () => {
  const interruptedAtMs = START + 20_000;
  const beats = [{ atMs: START + 80_000, event: "prompt" }];
  const pointsMs = [interruptedAtMs];
  assertEquals(countAt(START + 90_000, { beats, interruptedAtMs, pointsMs }), 30);
});
