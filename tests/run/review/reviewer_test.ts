/** Reviews with a turned clock and agents without a process. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import type { AgentProcess } from "../../../src/run/watchdog/agent_process.ts";
import { type Act, limited, play, tick } from "../job/_play.ts";

/** Stands for the line that approves, whose code is in the prompt. */
const YES = "<validated>";

function answerOf({ command }: AgentProcess, text: string): string {
  const [, one, two] = /review is (\w+) and (\w+),/.exec(command.at(-1) ?? "") ?? [];
  return text.replace(YES, `<validated>${one}-${two}</validated>`);
}

function say(run: AgentProcess, text: string): void {
  for (const line of answerOf(run, text).split("\n")) run.callbacks.onLine?.(line);
}

/** A reviewer that gives its answers in turn, and a worker that ticks; lists who ran. */
function reviewed(answers: readonly string[], ran: string[]): Act {
  let next = 0;
  return (run, clock) => {
    const prompt = run.command.at(-1) ?? "";
    if (!prompt.includes("\nYou review")) {
      ran.push(prompt.includes("sent it back") ? "fix" : "work");
      return tick(run, clock);
    }
    ran.push("review");
    say(run, answers[next++] ?? YES);
  };
}

const REVIEW = { agent: { name: "judge", command: ["judge"], reports: null }, rounds: 1 } as const;
const BUG = '<finding severity="critical">a bug</finding>\n<validated>';

Deno.test("review: what a review finds goes back to a worker once, then the item counts", async () => {
  const ran: string[] = [];
  const play1 = await play(1, reviewed([BUG, BUG], ran), { job: { review: REVIEW } });
  assertEquals(ran, ["work", "review", "fix", "review", "review", "review", "review"]);
  assertEquals([play1.end.reason.code, play1.end.exitCode], ["complete", 0]);
  assertStringIncludes(play1.end.reason.sentence, "1 finding left open");
  assertEquals(play1.reviews[0]?.open, [{ severity: "critical", text: "a bug" }]);
  assertEquals(play1.record.iteration, 2, "a review is no iteration");
});

Deno.test("review: every item that an agent ticked is reviewed, also after one is sent back", async () => {
  const ran: string[] = [];
  const act = reviewed([YES, BUG], ran);
  const { reviews } = await play(2, (run, clock) => {
    if (ran.length === 0) tick(run, clock);
    return act(run, clock);
  }, { job: { review: REVIEW } });
  const whole = ["review", "review", "review"];
  assertEquals(ran, ["work", "review", "review", "fix", "review", ...whole]);
  assertEquals(reviews.map((review) => review.reviews), [1, 2, 1]);
});

Deno.test("review: findings are given again after a worker that failed", async () => {
  const ran: string[] = [];
  const act = reviewed([BUG, YES, YES, BUG], ran);
  let fixes = 0;
  const { reviews } = await play(1, (run, clock) => {
    const isFix = (run.command.at(-1) ?? "").includes("sent it back");
    if (!isFix || ++fixes % 2 === 0) return act(run, clock);
    ran.push("failed");
    return { exitCode: 1 };
  }, { job: { review: REVIEW } });
  const whole = ["review", "review", "review"];
  assertEquals(ran, [
    ...["work", "review", "failed", "fix", "review"],
    ...[...whole, "failed", "fix", ...whole],
  ]);
  assertEquals(reviews.map(({ open }) => open), [[], []]);
});

Deno.test("review: a review that cannot be read is missing, never an approval", async () => {
  const ran: string[] = [];
  const { end, events, reviews } = await play(1, reviewed(["LGTM", "LGTM"], ran), {
    job: { review: REVIEW },
  });
  assertEquals(ran, ["work", "review", "review"]);
  assertStringIncludes(end.reason.sentence, "not reviewed");
  assertEquals(reviews.map(({ missing }) => missing !== null), [true, true]);
  const notes = events.flatMap((event) => event.kind === "note" ? [event.text] : []);
  assert(notes.some((text) => text.startsWith("Warning: No review of")), notes.join());
});

Deno.test("review: what the review of the whole plan finds goes back before the run ends", async () => {
  const ran: string[] = [];
  const answers = [YES, YES, BUG, YES];
  const { end, record } = await play(1, reviewed(answers, ran), { job: { review: REVIEW } });
  const whole = ["review", "review", "review"];
  assertEquals(ran, ["work", "review", ...whole, "fix", ...whole]);
  assertStringIncludes(end.reason.sentence, "reviewed, nothing left open");
  assertEquals(record.iteration, 2);
});

Deno.test("review: a reviewer that fails or changes files is no review", async () => {
  for (
    const act of [
      () => ({ exitCode: 3 }),
      (run: AgentProcess) => {
        Deno.writeTextFileSync(join(run.cwd, "changed.txt"), crypto.randomUUID());
        say(run, YES);
      },
    ]
  ) {
    const { end } = await play(1, (run, clock) => {
      return isReview(run) ? act(run) : tick(run, clock);
    }, { job: { review: REVIEW } });
    assertStringIncludes(end.reason.sentence, "not reviewed");
  }
});

/** A reviewer that does something else at first, and then finds nothing. */
function reviewedAfter(first: Act): Act {
  let reviews = 0;
  return (run, clock) => {
    if (!isReview(run)) return tick(run, clock);
    if (reviews++ === 0) return first(run, clock);
    say(run, YES);
  };
}

function isReview({ command }: AgentProcess): boolean {
  return command.at(-1)?.includes("\nYou review") === true;
}

Deno.test("review: a reviewer's rate limit is waited for, and it is asked again", async () => {
  const { end, events, record, clock, reviews } = await play(
    1,
    reviewedAfter((run, time) => limited(time.wallMs() / 1000 + 3 * 3600)(run, time)),
    { job: { review: REVIEW } },
  );
  assertStringIncludes(end.reason.sentence, "reviewed, nothing left open");
  const wait = events.find((event) => event.kind === "waiting");
  assert(wait?.kind === "waiting" && wait.detail.startsWith("reviewer judge: "), wait?.kind);
  assert(clock.monotonicMs() >= 3 * 3_600_000);
  assertEquals([record.iteration, record.state], [1, "running"]);
  assert((reviews[0]?.waitedMs ?? 0) >= 3 * 3_600_000, "the result says how long");
  assertEquals(reviews[1]?.waitedMs, 0);
});

Deno.test("review: an outage of the API is waited for, and an expired login is no review", async () => {
  const failWith = (words: string): Act => (run) => {
    run.callbacks.onLine?.(words);
    return { exitCode: 1 };
  };
  const outage = failWith("API Error: Connection error.");
  const { end, events } = await play(1, reviewedAfter(outage), { job: { review: REVIEW } });
  assertStringIncludes(end.reason.sentence, "reviewed, nothing left open");
  assertEquals(events.find((event) => event.kind === "waiting")?.why, "api-error");
  const login = reviewedAfter(failWith("Not logged in · Please run /login"));
  const { events: shown } = await play(1, login, { job: { review: REVIEW } });
  assertEquals(shown.some(({ kind }) => kind === "waiting"), false);
  const notes = shown.flatMap((event) => event.kind === "note" ? [event.text] : []);
  assert(notes.some((text) => /No review of .*not logged in/i.test(text)), notes.join());
});

Deno.test("review: a rate limit beyond the maximum wait is no review, and the work goes on", async () => {
  const { end, events } = await play(
    2,
    (run, time) =>
      isReview(run) ? limited(time.wallMs() / 1000 + 72 * 3600)(run, time) : tick(run, time),
    {
      job: { review: REVIEW },
    },
  );
  assertEquals(end.reason.code, "complete");
  assertStringIncludes(end.reason.sentence, "not reviewed");
  assertEquals(events.some(({ kind }) => kind === "waiting"), false);
});

Deno.test("review: what an early round of the plan's review finds goes back although a later round is missing", async () => {
  const ran: string[] = [];
  const answers = [YES, BUG, "LGTM"];
  const { end, reviews } = await play(1, reviewed(answers, ran), { job: { review: REVIEW } });
  const whole = ["review", "review", "review"];
  assertEquals(ran, ["work", "review", "review", "review", "fix", ...whole]);
  assertStringIncludes(end.reason.sentence, "reviewed, nothing left open");
  assertEquals(reviews.map(({ missing }) => missing), [null, null]);
});

/** Reports tokens and money as Claude Code does, with a result. */
function reports(tokens: number, costUsd: number): Act {
  return (run, time) => {
    if (!isReview(run)) tick(run, time);
    run.callbacks.onLine?.(JSON.stringify({
      ...{ type: "result", subtype: "success", is_error: false, result: answerOf(run, YES) },
      ...{ total_cost_usd: costUsd, usage: { input_tokens: tokens, output_tokens: 0 } },
    }));
  };
}

Deno.test("review: the reviewers' tokens and cost count, and are known as their part", async () => {
  const { record } = await play(1, reports(100, 0.25), { job: { review: REVIEW } });
  assertEquals(record.usage, {
    tokens: 500,
    costUsd: 1.25,
    reviewers: { agents: 4, tokens: 400, costUsd: 1 },
  });
});

Deno.test("review: a budget ends the reviews, and the item that was not reviewed is no approval", async () => {
  const { end, record } = await play(3, reports(100, 0.25), {
    job: { review: REVIEW },
    settings: { max_cost_usd: 0.5 },
  });
  assertEquals([end.reason.code, record.usage.reviewers?.agents], ["max-cost", 1]);
});

Deno.test("review: a reviewer that does not report what a budget limits is asked once", async () => {
  const { end, record, reviews } = await play(
    2,
    (run, time) => isReview(run) ? say(run, YES) : reports(1, 0)(run, time),
    { job: { review: REVIEW }, settings: { max_cost_usd: 5 } },
  );
  assertEquals([end.reason.code, record.usage.reviewers?.agents], ["complete", 1]);
  assertEquals(reviews.map(({ missing }) => missing !== null), [false, true, true]);
});

Deno.test("review: reviewers that report do not measure a worker that does not", async () => {
  const { end } = await play(
    2,
    (run, time) => isReview(run) ? reports(1, 0.01)(run, time) : tick(run, time),
    { job: { review: REVIEW }, settings: { max_cost_usd: 5 } },
  );
  assertEquals(end.reason.code, "max-cost");
  assertStringIncludes(end.reason.sentence, "cannot be kept");
});

Deno.test("review: a reviewer that a limit ends did not review, whatever it said before", async () => {
  const { reviews } = await play(
    1,
    reviewedAfter((run) => {
      say(run, YES);
      return { endedBy: "stop", exitCode: null, signal: "SIGTERM" };
    }),
    { job: { review: REVIEW } },
  );
  assertEquals(reviews.map(({ missing }) => missing !== null), [true, false]);
});
