import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { findLanes } from "../../../src/cli/report/spans.ts";
import { findSteps } from "../../../src/cli/report/steps.ts";
import type { JournalEntry } from "../../../src/store/records/journal.ts";
import { MINUTE_MS } from "../../../src/text/time.ts";
import { agentFacts, lineAt, spanOf, STARTED_MS } from "./_loops.ts";

const OTHER = "0ther000-1111-2222-3333-444455556666";

function lanesOf(
  entries: readonly JournalEntry[],
  until: number,
  turnSince: number | null = null,
  runAgent: string | null = null,
) {
  const steps = findSteps(entries, runAgent);
  return findLanes(entries, steps, {
    untilMs: STARTED_MS + until * MINUTE_MS,
    present: turnSince === null ? null : {
      fromMs: STARTED_MS + turnSince * MINUTE_MS,
      toMs: STARTED_MS + until * MINUTE_MS,
      pauses: [],
    },
    isRun: runAgent !== null,
    agent: steps[0]?.agent ?? "Session",
  });
}

const gap = (from: number, to: number) =>
  lineAt(to, { kind: "note", code: "gap", span: spanOf(from, to) });
const waited = (from: number, to: number) =>
  lineAt(to, { kind: "note", code: "waited", span: spanOf(from, to) });
const run = (minutes: number, code: string | null) =>
  lineAt(minutes, { event: "run", kind: "iteration", code, agent: agentFacts(1) });
const begins = (minutes: number, activeMinutes: number) =>
  lineAt(minutes, {
    ...{ event: "run", kind: "agent", runtimeMs: activeMinutes * MINUTE_MS },
    agent: { ...agentFacts(1), iteration: minutes },
  });
const resumes = (minutes: number, activeMinutes: number) =>
  lineAt(minutes, { event: "run", kind: "resume", runtimeMs: activeMinutes * MINUTE_MS });
const START = lineAt(0, { kind: "start" });
const WAIT = lineAt(5, { kind: "wait" });

/** What happened, until when (since when a turn runs; whose run), and a lane per agent in minutes. */
// deno-fmt-ignore
const CASES: Readonly<Record<string, readonly [...Parameters<typeof lanesOf>, lanes: string[]]>> = {
  "a rate limit and a silence are not work": [[
    START, lineAt(10, {}), lineAt(12, { kind: "pause", code: "rate-limited", span: spanOf(12, 40) }),
    lineAt(42, { kind: "resume" }), { ...gap(50, 70), atMs: lineAt(80, {}).atMs }, lineAt(80, {}),
  ], 80, null, null, ["work 0-10, work 10-12, rate-limit 12-42, work 42-50, gap 50-70, work 70-80"]],
  "a wait for a person is shown apart, however short": [[START, waited(4, 4.5), lineAt(10, {})], 10, null, null, ["work 0-4, waited 4-4.5, work 4.5-10"]],
  "a wait lasts until now": [[START, WAIT], 30, null, null, ["work 0-5, wait 5-30"]],
  "a wait lasts until something goes on": [[START, WAIT, lineAt(9, { kind: "wake" })], 30, null, null, ["work 0-5, work 5-9, wait 5-9"]],
  "a pause lasts until now": [[START, lineAt(5, { kind: "pause", code: "interrupted" })], 30, null, null, ["work 0-5, pause 5-30"]],
  "the turn that runs is work until now, without its silences": [[START, lineAt(10, {}), gap(12, 18)], 25, 10, null, ["work 0-10, work 10-12, gap 12-18, work 18-25"]],
  "the time from an end to a resume is neither work nor a pause": [[
    START, lineAt(5, { kind: "let-go", code: "max-runtime" }), lineAt(50, { kind: "resume" }),
    lineAt(55, {}), lineAt(60, { kind: "halt", code: "stopped-by-user", event: "stop" }),
  ], 60, null, null, ["work 0-5, ended 5-50, work 50-55, work 55-60"]],
  "an agent process that failed is shown apart": [[START, run(4, null), run(9, "agent-failed")], 9, null, "claude", ["work 0-4, failed 5-9"]],
  "a machine that slept is no work of the agent that it stopped": [[
    START, gap(2, 10), run(12, null),
  ], 12, null, "claude", ["work 0-2, gap 2-10, work 10-12"]],
  "what an agent did that was killed with its runner is work, and the time until a resume is not": [[
    START, begins(1, 0), run(4, null), begins(5, 4), resumes(30, 10), begins(30, 10),
  ], 31, null, "claude", ["work 0-4, work 5-11, gap 11-30"]],
  "each session that drove the loop has a lane with its own pauses": [[
    START, lineAt(5, {}), lineAt(6, { kind: "pause", code: "session-closed" }),
    lineAt(20, { kind: "resume", session: OTHER }), lineAt(30, { session: OTHER }),
  ], 30, null, null, ["work 0-5, work 5-6, pause 6-20", "work 20-30"]],
};

for (const [name, [entries, until, turnSince, runAgent, expected]] of Object.entries(CASES)) {
  Deno.test(`findLanes: ${name}`, () => {
    const minutes = (ms: number) => (ms - STARTED_MS) / MINUTE_MS;
    const lanes = lanesOf(entries, until, turnSince, runAgent).map(({ spans }) =>
      spans.map(({ kind, fromMs, toMs }) => `${kind} ${minutes(fromMs)}-${minutes(toMs)}`).join(
        ", ",
      )
    );
    assertEquals(lanes, expected);
  });
}

Deno.test("findLanes: work and what interrupts it do not overlap, whatever the journal says", () => {
  const kind = fc.constantFrom("continue", "wait", "pause", "resume", "wake", "note", "let-go");
  const line = fc.record({ kind, step: fc.nat(30), gap: fc.nat(20) });
  fc.assert(fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
    let minutes = 0;
    const entries = [
      START,
      ...lines.map(({ kind, step, gap: silence }) => {
        const from = minutes + Math.max(0, step - silence);
        minutes += step;
        return kind === "note" ? gap(from, minutes) : lineAt(minutes, { kind });
      }),
    ];
    return lanesOf(entries, minutes).every(({ spans }) => {
      const works = spans.filter((span) => span.kind === "work");
      const rests = spans.filter((span) => span.kind !== "wait");
      return spans.every(({ fromMs, toMs }) =>
        fromMs <= toMs && fromMs >= STARTED_MS && toMs <= STARTED_MS + minutes * MINUTE_MS
      ) && works.every((work) =>
        rests.every((span) =>
          span === work || span.fromMs >= work.toMs || work.fromMs >= span.toMs
        )
      );
    });
  }));
});
