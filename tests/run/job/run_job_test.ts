/** The job's loop with a turned clock and agents without a process. */
import { typed } from "../../_trusted.ts";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { dirname, join } from "@std/path";
import type { RunContext } from "../../../src/run/job/context.ts";
import { askPause } from "../../../src/store/pause_request.ts";
import { placesOf } from "../../../src/store/places.ts";
import { noteRateLimits } from "../../../src/store/records/rate_limits.ts";
import { countFlushes } from "../_flushes.ts";
import { type Act, limited, play, tick } from "./_play.ts";
import { needsBuild } from "../../_tools.ts";

Deno.test("job: waits hours for a rate limit, until the reported reset, which uses up no iteration", async () => {
  let calls = 0;
  const { end, events, record, journalKinds, pausesOnDisk, clock } = await play(1, (run, time) => {
    calls += 1;
    return calls === 1 ? limited(time.wallMs() / 1000 + 3 * 3600)(run, time) : tick(run, time);
  });
  assertEquals([end.reason.code, record.iteration, calls], ["complete", 1, 2]);
  const waits = events.filter((event) => event.kind === "waiting");
  const [wait] = waits;
  assert(Math.abs(waits.length - 3 * 60) <= 2, "told once a minute, with what is left");
  assert(wait?.kind === "waiting" && wait.seconds > 3 * 3600 && wait.seconds <= 3 * 3600 + 30);
  assert(clock.monotonicMs() >= 3 * 3_600_000);
  assertEquals(new Set(pausesOnDisk), new Set(["rate-limited"]), "status says it, too");
  assertEquals(record.state, "running", "and goes on");
  assertEquals(record.accumulatedRuntimeMs, 2 * 60_000, "the wait is not active time");
  assertEquals(journalKinds, [
    ...["start", "agent", "agent-end", "pause", "resume", "agent", "iteration"],
  ]);
});

/** Asks for a pause of the run that an agent works for, or ends it. */
function pauseRunOf({ cwd, mark }: Parameters<typeof tick>[0], isAsked: boolean): void {
  const ralphHome = join(dirname(cwd), "ralph");
  const places = placesOf({ home: "", claudeConfigDir: null, ralphHome });
  askPause(places, mark.split(".")[0] ?? "", isAsked);
}

Deno.test("job: the time of a pause that the user asked for is not active", async () => {
  const { record, clock, journalKinds, pausesOnDisk } = await play(2, (run, time) => {
    pauseRunOf(run, true);
    time.after(3_600_000, () => pauseRunOf(run, false));
    tick(run, time);
  });
  assert(clock.monotonicMs() > 2 * 3_600_000);
  assertEquals(pausesOnDisk, ["asked", "asked"], "status says it, too");
  assertEquals(journalKinds.filter((kind) => kind === "resume").length, 2);
  assertEquals(record.accumulatedRuntimeMs, 2 * 60_000);
});

Deno.test("job: a pause that is asked for in the wait after a quick exit begins at once", async () => {
  const begun: number[] = [];
  await play(1, (run, time) => {
    begun.push(time.monotonicMs());
    if (begun.length > 1) return tick(run, time);
    time.after(100, () => pauseRunOf(run, true));
    time.after(3_600_000, () => pauseRunOf(run, false));
    return { durationMs: 100 };
  });
  assert((begun[1] ?? 0) >= 3_600_000, `the next agent began after ${begun[1]} ms`);
});

Deno.test("job: a turn writes its record when it begins and when it ends, not at each change", async () => {
  const { written, record } = await play(9, tick);
  assertEquals(written?.iteration, 9);
  assertEquals(written?.accumulatedRuntimeMs, record.accumulatedRuntimeMs, "the last change too");
  // Two of the turn; a slow machine takes the time for more.
  assert((written?.revision ?? Infinity) < 9 * 4, `${written?.revision} writes`);
});

Deno.test("job: a turn waits for the disk when it begins, and with the next one for what it cost", async () => {
  using flushes = countFlushes();
  const atWork: number[] = [];
  await play(6, (run, clock) => {
    atWork.push(flushes.count);
    return tick(run, clock);
  });
  const [first = 0, last = 0] = [atWork[0], atWork.at(-1)];
  // On a slow machine the next turn begins too late to take part.
  assert(last - first >= 5 && last - first < 5 * 2, `${atWork}`);
  assertEquals(flushes.count - last, 1, "what the last turn cost");
});

Deno.test("job: a turn's output is reported when it is looked at, not line by line", async () => {
  const { events } = await play(1, (run, time) => {
    for (let look = 0; look < 3; look++) {
      for (let line = 0; line < 1_000; line++) run.callbacks.onLine(`line ${line}`);
      run.callbacks.onTick();
    }
    tick(run, time);
  });
  const texts = events.flatMap((event) => event.kind === "output" ? [event.text] : []);
  assertEquals(texts.map((text) => text.split("\n").length), [100, 100, 100]);
});

Deno.test("job: a pause is notified once, however often the limit refuses, and then the work", async () => {
  let calls = 0;
  const { announced } = await play(2, (run, time) => {
    calls += 1;
    const isRefused = calls <= 3;
    return isRefused ? limited(time.wallMs() / 1000 + 3600)(run, time) : tick(run, time);
  }, { settings: { max_iterations: 99 } });
  assertEquals(announced, ["paused", "resumed"]);
});

Deno.test("job: a limit that comes near is notified once, one that is near at first is not", async () => {
  const near = async (most: number) =>
    (await play(7, tick, { settings: { max_iterations: most } })).announced;
  assertEquals(await near(7), ["limit-near"]);
  assertEquals(await near(4), []);
});

Deno.test("job: a refusal without a time waits for the reset that a status line reported", async () => {
  const waitOf = async (name: string) => {
    let calls = 0;
    const { events } = await play(1, (run, time) => {
      calls += 1;
      if (calls > 1) return tick(run, time);
      const resetsAtMs = time.wallMs() + 2 * 3_600_000;
      const rateLimitsFile = join(dirname(run.cwd), "ralph", "rate-limits.json");
      noteRateLimits({ rateLimitsFile }, [{ name: "five_hour", usedPercent: 100, resetsAtMs }]);
      run.callbacks.onLine?.('{"type":"assistant","error":"rate_limit","message":{"content":[]}}');
      return { exitCode: 1 };
    }, { job: { agent: { name, command: [name], reports: null } } });
    const wait = events.find((event) => event.kind === "waiting");
    return wait?.kind === "waiting" ? wait.seconds : null;
  };
  assertEquals(await waitOf("claude"), 2 * 3600 + 20);
  assertEquals(await waitOf("codex"), 60, "another account's agent");
});

Deno.test("job: repeated refusals back off up to the maximum wait", async () => {
  const { end, events } = await play(1, ({ callbacks }) => {
    callbacks.onLine?.('{"type":"assistant","error":"rate_limit","message":{"content":[]}}');
    return { exitCode: 1 };
  });
  assertEquals([end.reason.code, end.exitCode], ["rate-limited", 1]);
  const waits = events.flatMap((event) =>
    event.kind === "waiting" && !event.is_reminder ? [event.seconds] : []
  );
  assertEquals(waits.slice(0, 4), [60, 300, 900, 1800]);
  assert(waits.reduce((sum, one) => sum + one) <= 6 * 3600);
});

Deno.test("job: the limit on hours limits the last agent's time, and ends the run", async () => {
  const timeouts: number[] = [];
  const { end } = await play(9, (run, clock) => {
    timeouts.push(run.limits.limitMs ?? 0);
    tick(run, clock);
    return { durationMs: 1_000_000 };
  }, { settings: { max_hours: 0.5 } });
  assertEquals([end.reason.code, end.exitCode], ["max-runtime", 3]);
  assertEquals(timeouts, [1_800_000, 800_000]);
});

Deno.test("job: an agent that exceeds a budget is ended", async () => {
  const wishes: unknown[] = [];
  const { end } = await play(9, (run, clock) => {
    tick(run, clock);
    const answer = (id: string, tokens: number) =>
      run.callbacks.onLine?.(JSON.stringify({
        type: "assistant",
        message: { id, content: [], usage: { input_tokens: tokens, output_tokens: 0 } },
      }));
    answer("a", 600);
    wishes.push(run.callbacks.stopWish?.());
    answer("b", 600);
    wishes.push(run.callbacks.stopWish?.());
    return wishes.at(-1) === "limit" ? { endedBy: "limit", exitCode: null, signal: "SIGTERM" } : {};
  }, { settings: { max_tokens: 1_000 } });
  assertEquals(wishes, [null, "limit"]);
  assertEquals([end.reason.code, end.exitCode], ["max-tokens", 3]);
});

Deno.test("job: iterations that all fail in the same way give the reason of the end", async () => {
  const idle = await play(
    1,
    () => ({ endedBy: "idle-timeout", exitCode: null, signal: "SIGTERM" }),
    {
      settings: { max_iterations: 2 },
    },
  );
  assertEquals([idle.end.reason.code, idle.end.exitCode], ["idle-timeout", 1]);
  assertStringIncludes(idle.end.reason.sentence, "All 2 turns");
  const mixed = await play(1, (run) => run.mark.endsWith("1") ? { exitCode: 1 } : {}, {
    settings: { max_iterations: 2 },
  });
  assertEquals([mixed.end.reason.code, mixed.end.exitCode], ["max-iterations", 1]);
});

Deno.test("job: a reported result counts, although the process hung after it", async () => {
  const { end, events } = await play(1, (run, clock) => {
    tick(run, clock);
    run.callbacks.onLine?.('{"type":"result","subtype":"success","is_error":false,"result":"ok"}');
    return { endedBy: "completion-grace", exitCode: null, signal: "SIGTERM" };
  });
  assertEquals(end.reason.code, "complete");
  assert(events.some((event) => event.kind === "iteration-ended"));
});

Deno.test("job: is stuck after rejections without progress, and ends at once if blocked", async () => {
  const verify: RunContext["verify"] = () =>
    Promise.resolve({ kind: "rejected", command: "test", tail: "1 failed" });
  const gated = { job: { verify: await typed("test") }, verify };
  const rejected = await play(1, tick, { ...gated, settings: { verify_max_rejections: 2 } });
  assertEquals([rejected.end.reason.code, rejected.record.iteration], ["stuck", 2]);
  const blocked = await play(1, (run, clock) => {
    tick(run, clock);
    run.callbacks.onLine?.("<blocked>an account</blocked>");
  }, gated);
  assertEquals([blocked.end.reason.code, blocked.end.exitCode], ["blocked", 4]);
});

Deno.test("job: a need for a human that is not alone on its line is passed on to the next agent", async () => {
  const prompts: string[] = [];
  await play(2, (run, clock) => {
    prompts.push(run.command.join(" "));
    if (prompts.length > 1) return tick(run, clock);
    run.callbacks.onLine?.("I cannot go on. <blocked>an account</blocked>");
  });
  assertStringIncludes(prompts[1] ?? "", "I cannot go on. <blocked>an account</blocked>");
  assertEquals(prompts[2]?.includes("an account"), false, "once");
});

Deno.test("job: ends with the exit code of an agent that cannot start", async () => {
  const { end } = await play(1, () => ({
    endedBy: "not-started",
    exitCode: 126,
    startErrors: ["it is a folder"],
  }));
  assertEquals([end.reason.code, end.exitCode], ["agent-failed", 126]);
  assertStringIncludes(end.reason.sentence, "it is a folder");
});

needsBuild().test("job: memory stays constant over agents with 5,000 lines each", async () => {
  let iteration = 0;
  const heap: number[] = [];
  const { end, record } = await play(80, (run, clock) => {
    for (let line = 0; line < 5_000; line++) {
      run.callbacks.onLine?.(`line ${line} of ${iteration}: ${"x".repeat(300)}`);
    }
    if (++iteration % 20 === 0) heap.push(Deno.memoryUsage().heapUsed);
    tick(run, clock);
    return { durationMs: 120_000 };
  }, { settings: { max_iterations: 999, max_hours: 24 }, quiet: true });
  assertEquals([end.reason.code, record.iteration], ["complete", 80]);
  assertEquals(Math.round(record.accumulatedRuntimeMs), 80 * 120_000);
  const [first = 0, ...rest] = heap;
  assert(rest.every((used) => used < first + 60 * 1024 * 1024), heap.join(" "));
});

/** Prints lines and fails at once. */
const fails = (...lines: unknown[]): Act => ({ callbacks }) => {
  for (const line of lines) {
    callbacks.onLine?.(typeof line === "string" ? line : JSON.stringify(line));
  }
  return { exitCode: 1, durationMs: 100 };
};

/** Claude Code's end after a failed request. */
const failedRequest = (error: string, status: number | null, words: string): Act =>
  fails(
    { type: "system", subtype: "init" },
    { type: "assistant", error, message: { content: [{ type: "text", text: words }] } },
    {
      ...{ type: "result", subtype: "success", is_error: true, terminal_reason: "api_error" },
      ...{ api_error_status: status, result: words },
    },
  );

const OUTAGES: Readonly<Record<string, Act>> = {
  "no connection": fails("API Error: Connection error."),
  "a stalled stream": fails("API Error: The response stopped arriving. Check your connection."),
  "the server's error, in structure": failedRequest(
    ...["server_error", 500, "API Error: 500 Internal server error"] as const,
  ),
  "no name, in structure": failedRequest("unknown", null, "API Error: Unable to connect to API"),
  "an overload": failedRequest("overloaded", 529, "API Error: Repeated 529 Overloaded errors"),
  "another agent's": fails(
    { type: "turn.failed", error: { message: "stream disconnected before completion" } },
  ),
};

for (const [what, fail] of Object.entries(OUTAGES)) {
  Deno.test(`job: an outage is nobody's try and no turn: ${what}`, async () => {
    let calls = 0;
    const { end, events, record, announced, pausesOnDisk } = await play(1, (run, time) => {
      calls += 1;
      return calls <= 5 ? fail(run, time) : tick(run, time);
    });
    assertEquals([end.reason.code, record.iteration, calls], ["complete", 1, 6]);
    const waits = events.flatMap((event) =>
      event.kind === "waiting" && !event.is_reminder ? [[event.why, event.seconds]] : []
    );
    const steps = [60, 300, 900, 1800, 1800];
    assertEquals(waits, steps.map((seconds) => ["api-error", seconds]));
    assertEquals(new Set(pausesOnDisk), new Set(["api-error"]), "status says it, too");
    assertEquals(announced, ["paused", "resumed"]);
  });
}

Deno.test("job: the client's own retries are not active time", async () => {
  let calls = 0;
  const { end, record } = await play(1, (run, time) => {
    calls += 1;
    if (calls > 1) return tick(run, time);
    const retry = { type: "system", subtype: "api_retry", attempt: 1, retry_delay_ms: 30_000 };
    const refused = failedRequest("server_error", 500, "API Error: 500 Internal server error");
    fails({ type: "system", subtype: "init" })(run, time);
    time.after(20_000, () => fails(retry)(run, time));
    time.after(50_000, () => refused(run, time));
    return { exitCode: 1, durationMs: 120_000 };
  });
  assertEquals([end.reason.code, calls], ["complete", 2]);
  assertEquals(record.accumulatedRuntimeMs, 60_000 + 20_000 + 10_000 + 60_000);
});

Deno.test("job: an outage that lasts longer than may be waited ends the run, in the API's words", async () => {
  const { end } = await play(1, fails("API Error: Connection error."));
  assertEquals([end.reason.code, end.exitCode], ["api-error", 1]);
  assertStringIncludes(end.reason.sentence, "API error (Connection error)");
  assertStringIncludes(end.reason.sentence, "--rate-limit-wait");
});

const NEEDS_PERSON: Readonly<Record<string, Act>> = {
  "OAuth token has expired": failedRequest(
    ...["authentication_failed", 401, "OAuth token has expired · Please run /login"] as const,
  ),
  "Credit balance is too low": failedRequest("billing_error", 402, "Credit balance is too low"),
  "Your usage allocation has been disabled by your admin": fails(
    "Your usage allocation has been disabled by your admin",
  ),
  "Prompt is too long": failedRequest("invalid_request", 400, "Prompt is too long"),
};

for (const [words, fail] of Object.entries(NEEDS_PERSON)) {
  Deno.test(`job: what only a person can fix ends the run at once as blocked: ${words}`, async () => {
    let calls = 0;
    const { end, record } = await play(1, (run, time) => {
      calls += 1;
      return fail(run, time);
    });
    assertEquals([end.reason.code, end.exitCode, calls], ["blocked", 4, 1]);
    assertStringIncludes(end.reason.sentence, words);
    assertEquals(record.iteration, 0);
  });
}

Deno.test("job: a context that got full at work is given to the next agent, which begins empty", async () => {
  let calls = 0;
  const { end } = await play(2, (run, time) => {
    calls += 1;
    tick(run, time);
    return calls === 1 ? NEEDS_PERSON["Prompt is too long"]!(run, time) : {};
  });
  assertEquals([end.reason.code, calls], ["complete", 2]);
});

Deno.test("job: a failing test that says 429, rate limit or quota is a failing test", async () => {
  for (
    const line of [
      "FAIL limiter.test: expected 200, got 429 (rate limit exceeded)",
      "AssertionError: the usage limit was not reached",
      "✗ answers 429 Too Many Requests when the quota is used up",
    ]
  ) {
    const begun: number[] = [];
    const { end, record } = await play(1, (run, time) => {
      begun.push(time.monotonicMs());
      return begun.length === 1
        ? { ...fails(line)(run, time), durationMs: 60_000 }
        : tick(run, time);
    });
    assertEquals([end.reason.code, record.iteration], ["complete", 2], line);
    assert(begun[1]! - begun[0]! < 61_000, `turn 2 begins at once: ${begun}`);
  }
});

Deno.test("job: a quota that names a time is waited for until then", async () => {
  let calls = 0;
  const { events } = await play(1, (run, time) => {
    calls += 1;
    const words = "You exceeded your current quota, please check your plan. Please retry in 51.2s.";
    return calls === 1 ? fails(words)(run, time) : tick(run, time);
  });
  const wait = events.find((event) => event.kind === "waiting");
  assertEquals(wait?.kind === "waiting" && [wait.why, wait.seconds], ["rate-limit", 71]);
});
