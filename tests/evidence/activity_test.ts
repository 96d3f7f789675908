import { assertEquals } from "@std/assert";
import { buildActivity, dropCounted, lastToolCallAt } from "../../src/evidence/activity.ts";
import type { ToolCall } from "../../src/evidence/transcript/transcript.ts";
import { advanceClock } from "../../src/loop/time/clock.ts";
import type { Beat } from "../../src/store/records/beats.ts";

const START = 1_760_000_000;
const MINUTE = 60;
const TEN_HOURS = 10 * 3600;

function bash(startedAt: number, endedAt: number | null, rest: Partial<ToolCall> = {}): ToolCall {
  return {
    id: "toolu_1",
    name: "Bash",
    label: "Bash",
    startedAt,
    endedAt,
    timeoutSeconds: 120,
    reportedSeconds: null,
    waitedForPerson: false,
    ...rest,
  };
}

/** Runtime that an event at `now` counts since `START`. */
function countAt(
  now: number,
  given: {
    calls?: ToolCall[];
    beats?: Beat[];
    mode?: string;
    closedAt?: number;
    points?: number[];
  },
): number {
  const calls = given.calls ?? [];
  const times = calls.flatMap(({ startedAt, endedAt }) => [startedAt, endedAt ?? startedAt]);
  const activity = buildActivity({
    beats: given.beats ?? [],
    reading: {
      points: [...times, ...(given.points ?? [])],
      toolCalls: calls,
      permissionMode: given.mode ?? "default",
    },
    eventAt: now,
    closedAt: given.closedAt ?? null,
  });
  const clock = { accumulatedRuntimeSeconds: 0, lastHookTimestamp: START };
  return advanceClock(clock, activity, now, 300).countedSeconds;
}

Deno.test("activity: a 30-minute tool call is counted in full by its reported duration", () => {
  const end = START + 30 * MINUTE + 5;
  const beats = [{
    at: end,
    event: "tool-end",
    toolUseId: "toolu_1",
    durationMs: 30 * MINUTE * 1000,
  }];
  assertEquals(countAt(end + 10, { calls: [bash(START + 5, end)], beats }), 30 * MINUTE + 15);
});

Deno.test("activity: the transcript's own report of a duration counts where no hook saw one", () => {
  const end = START + 30 * MINUTE + 5;
  const calls = [bash(START + 5, end, { name: "Agent", reportedSeconds: 30 * MINUTE })];
  assertEquals(countAt(end, { calls }), 30 * MINUTE + 5);
});

Deno.test("activity: without any report a call counts at most its own timeout", () => {
  const calls = [bash(START, START + TEN_HOURS)];
  assertEquals(countAt(START + TEN_HOURS, { calls }), 120);
  const patient = [bash(START, START + 2400, { timeoutSeconds: 1800 })];
  assertEquals(countAt(START + 2400, { calls: patient }), 1800);
});

Deno.test("activity: a permission prompt left overnight is not counted at all", () => {
  const asked = START + 10;
  const answered = asked + TEN_HOURS;
  const beats = [{ at: asked, event: "tool-start", toolUseId: "toolu_1" }];
  const allowed = [bash(asked, answered + 2, { waitedForPerson: true })];
  assertEquals(countAt(answered + 2, { calls: allowed, beats }), 10);
  // With its duration: the two seconds of work count, the hours of waiting do not.
  const measured = [...beats, {
    at: answered + 2,
    event: "tool-end",
    toolUseId: "toolu_1",
    durationMs: 2000,
  }];
  assertEquals(countAt(answered + 2, { calls: allowed, beats: measured }), 12);
});

Deno.test("activity: a closed lid is not counted, however the call before it ended", () => {
  const closed = START + 60;
  assertEquals(countAt(closed + TEN_HOURS, { points: [closed] }), 60);
  // In flight while the lid was closed, in flight still: nothing beyond the points.
  assertEquals(countAt(closed + TEN_HOURS, { calls: [bash(closed, null)] }), 60);
});

Deno.test("activity: a call in flight as the session ends counts at most its timeout, and nothing where it may have waited for a person", () => {
  const call = bash(START + 10, null, { timeoutSeconds: 600 });
  const end = START + TEN_HOURS;
  const given = { calls: [call], closedAt: end };
  assertEquals(countAt(end, { ...given, mode: "bypassPermissions" }), 610);
  assertEquals(countAt(end, { ...given, mode: "default" }), 10);
  const soon = { ...given, closedAt: START + 400 };
  assertEquals(countAt(START + 400, { ...soon, mode: "bypassPermissions" }), 400);
});

Deno.test("activity: a call in flight at a Stop counts nothing by itself", () => {
  const calls = [bash(START + 10, null, { timeoutSeconds: 600 })];
  assertEquals(countAt(START + 500, { calls, mode: "bypassPermissions" }), 10);
});

Deno.test("activity: the measured call wins over the transcript's pair", () => {
  // The pair says two minutes, the hook says one second: the rest was waiting.
  const calls = [bash(START + 400, START + 1000)];
  const beats = [{
    at: START + 1000,
    event: "tool-end",
    toolUseId: "toolu_1",
    durationMs: 1000,
  }];
  assertEquals(countAt(START + 1000, { calls, beats }), 1);
});

Deno.test("tool use: a tool call takes the continuations before it out of the count", () => {
  const at = (lastToolCallAt: number | null) =>
    dropCounted([10, 20, 30], { lastToolCallAt, stopHookActive: true });
  assertEquals(at(null), [10, 20, 30]);
  assertEquals(at(5), [10, 20, 30]);
  assertEquals(at(20), [30]);
  assertEquals(at(31), []);
});

Deno.test("tool use: the count begins again with a prompt, as the client's does", () => {
  assertEquals(dropCounted([10, 20], { lastToolCallAt: null, stopHookActive: false }), []);
});

Deno.test("tool use: the last call is known from beats where the transcript lags", () => {
  const beats = [
    { at: 12, event: "PreToolUse", toolUseId: "a" },
    { at: 40, event: "UserPromptSubmit" },
  ];
  assertEquals(lastToolCallAt({ lastToolCallAt: null }, beats), 12);
  assertEquals(lastToolCallAt({ lastToolCallAt: 15 }, beats), 15);
  assertEquals(lastToolCallAt({ lastToolCallAt: null }, []), null);
});

Deno.test("tool use: a subagent's calls do not belong to the main conversation", () => {
  const beats = ["subagent-tool-start", "subagent-tool-end"].map((event) => (
    { at: 12, event, toolUseId: "a", durationMs: 5 }
  ));
  assertEquals(lastToolCallAt({ lastToolCallAt: null }, beats), null);
});

Deno.test("tool use: a result that beats late does not hide the continuation after its call", () => {
  const beats = [{ at: 101, event: "PostToolUse", toolUseId: "a", durationMs: 5000 }];
  assertEquals(lastToolCallAt({ lastToolCallAt: null }, beats), 96);
});
