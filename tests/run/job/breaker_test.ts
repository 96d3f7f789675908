import { assertEquals } from "@std/assert";
import {
  type BreakerState,
  CLOSED_BREAKER,
  nextIteration,
  noteIteration,
  noteRecovery,
} from "../../../src/run/job/breaker.ts";
import { errorContext, errorSignature } from "../../../src/run/iteration/judge.ts";
import { findRefusal, planWait } from "../../../src/run/job/refusal.ts";
import { backOffMs } from "../../../src/run/job/waiting.ts";
import { AgentWatch } from "../../../src/run/events/agent_watch.ts";

/** Goes through rounds and says what each next one would be. */
function rounds(...all: [hasProgress: boolean, error: string | null][]): string[] {
  let state: BreakerState = CLOSED_BREAKER;
  return all.map(([hasProgress, error]) => {
    state = noteIteration(state, hasProgress, error);
    const next = nextIteration(state);
    if (next === "recovery") state = noteRecovery(state);
    return next;
  });
}

const IDLE: [boolean, null] = [false, null];
const MOVED: [boolean, null] = [true, null];

Deno.test("breaker: recovery after three iterations without progress, then stuck", () => {
  assertEquals(rounds(IDLE, IDLE, IDLE, IDLE), ["ordinary", "ordinary", "recovery", "stuck"]);
});

Deno.test("breaker: progress resets it, and allows a new recovery iteration", () => {
  assertEquals(rounds(IDLE, IDLE, IDLE, MOVED, IDLE, IDLE, IDLE, IDLE).slice(3), [
    "ordinary",
    "ordinary",
    "ordinary",
    "recovery",
    "stuck",
  ]);
});

Deno.test("breaker: three equal errors trip it despite progress", () => {
  const same: [boolean, string] = [true, "E1"];
  assertEquals(rounds(same, same, same, same), ["ordinary", "ordinary", "recovery", "stuck"]);
  assertEquals(rounds(same, [true, "E2"], same, same), [
    "ordinary",
    "ordinary",
    "ordinary",
    "ordinary",
  ]);
});

Deno.test("breaker: the back-off doubles up to a minute", () => {
  assertEquals([0, 1, 2, 3, 8, 50].map(backOffMs), [0, 500, 1000, 2000, 60_000, 60_000]);
});

Deno.test("errors: the context contains the lines around the last error", () => {
  const lines = ["start", "src/a.ts:1", "Error: boom", "  at x", "bye"];
  assertEquals(errorContext(lines), lines.join("\n"));
  assertEquals(errorContext(["all is well", "0 errors found"]), "");
  const many = Array.from({ length: 100 }, (_, index) => `line ${index}`);
  many[50] = "FAILED tests/a_test.ts";
  assertEquals(errorContext(many).split("\n").length, 30);
  assertEquals(errorContext(many).split("\n").at(-1), "line 58");
});

Deno.test("errors: signatures ignore numbers and paths", () => {
  const sign = errorSignature;
  assertEquals(sign("Error: port 8080 busy"), sign("Error: port 9090 busy"));
  assertEquals(sign("Error: /tmp/a/b missing"), sign("Error: /var/c/d missing"));
  assertEquals(sign("Error: a") === sign("Error: b"), false);
  assertEquals(sign("  \n"), null);
});

/** What a plain agent that failed with these words is found to be. */
function limitOf(text: string, hasFailed = true) {
  const watch = new AgentWatch();
  watch.take(text);
  return findRefusal(watch, hasFailed, 1_000_000, "UTC");
}

Deno.test("rate limits: text counts only if the agent failed", () => {
  assertEquals(
    limitOf("You've hit your usage limit. Try again in 1 days 2 hours 3 minutes.")?.resetAtMs,
    1_000_000 + 93_780_000,
  );
  assertEquals(limitOf("You have hit your limit · resets 3am")?.resetAtMs, 10_800_000);
  assertEquals(limitOf("I implemented the rate limit middleware.", false), null);
  assertEquals(limitOf("Error: no such file"), null);
  assertEquals(
    limitOf("You've hit your limit · resets 3am\nTests: 1 failed"),
    null,
    "the last line",
  );
});

Deno.test("rate limits: the next attempt is within 30 s after the reset, the maximum applies to all waits together", () => {
  const options = { ceilingMs: 100_000, backOffMs: [10_000, 40_000] };
  const plan = (resetAtMs: number | null, refusals = 0, waited = 0) =>
    planWait({ resetAtMs }, refusals, waited, options, 1_000_000);
  assertEquals(plan(1_050_000), { kind: "wait", untilMs: 1_070_000 });
  assertEquals(plan(null), { kind: "wait", untilMs: 1_010_000 });
  assertEquals(plan(null, 5), { kind: "wait", untilMs: 1_040_000 });
  assertEquals(plan(null, 5, 70_000).kind, "too-long");
  assertEquals(plan(2_000_000).kind, "too-long");
  assertEquals(
    plan(990_000, 1),
    { kind: "wait", untilMs: 1_040_000 },
    "a past reset, refused again",
  );
});
