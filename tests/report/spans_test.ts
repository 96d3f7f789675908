import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { findLanes } from "../../src/report/spans.ts";
import { findSteps } from "../../src/report/steps.ts";
import type { JournalEntry } from "../../src/store/records/journal.ts";
import { agentFacts, lineAt, STARTED_MS } from "./_loops.ts";
import { MINUTE_MS } from "../../src/text/time.ts";

const OTHER = "0ther000-1111-2222-3333-444455556666";

/** Spans as `kind from-to`, in minutes since the start. */
function spansOf(
  entries: readonly JournalEntry[],
  untilMinutes: number,
  turnSince: number | null = null,
): string[][] {
  const steps = findSteps(entries, null);
  const lanes = findLanes(entries, steps, {
    untilMs: STARTED_MS + untilMinutes * MINUTE_MS,
    turnSinceMs: turnSince === null ? null : STARTED_MS + turnSince * MINUTE_MS,
    agent: steps[0]?.agent ?? "Session",
  });
  const minutes = (ms: number) => (ms - STARTED_MS) / MINUTE_MS;
  return lanes.map(({ spans }) =>
    spans.map(({ kind, fromMs, toMs }) => `${kind} ${minutes(fromMs)}-${minutes(toMs)}`)
  );
}

Deno.test("findLanes: a rate limit and a silence are not work", () => {
  const at = (minutes: number) => lineAt(minutes, {}).atMs;
  const entries = [
    lineAt(0, { kind: "start" }),
    lineAt(10, {}),
    lineAt(12, { kind: "pause", code: "rate-limited", span: { from: at(12), to: at(40) } }),
    lineAt(42, { kind: "resume" }),
    lineAt(80, {
      kind: "note",
      code: "gap",
      span: { from: at(50), to: at(70) },
    }),
    lineAt(80, {}),
  ];
  assertEquals(spansOf(entries, 80), [[
    "work 0-10",
    "work 10-12",
    "rate-limit 12-42",
    "work 42-50",
    "gap 50-70",
    "work 70-80",
  ]]);
});

Deno.test("findLanes: a wait and a pause last until something goes on, or until now", () => {
  const waiting = [lineAt(0, { kind: "start" }), lineAt(5, { kind: "wait" })];
  assertEquals(spansOf(waiting, 30), [["work 0-5", "wait 5-30"]]);
  assertEquals(spansOf([...waiting, lineAt(9, { kind: "wake" })], 30), [["work 0-5", "wait 5-9"]]);
  const paused = [lineAt(0, { kind: "start" }), lineAt(5, { kind: "pause", code: "interrupted" })];
  assertEquals(spansOf(paused, 30), [["pause 5-30"]]);
});

Deno.test("findLanes: the turn that runs is work until now, without its silences", () => {
  const span = { from: lineAt(12, {}).atMs, to: lineAt(18, {}).atMs };
  const entries = [
    lineAt(0, { kind: "start" }),
    lineAt(10, {}),
    lineAt(18, { kind: "note", code: "gap", span }),
  ];
  assertEquals(spansOf(entries, 25, 10), [["work 0-10", "work 10-12", "gap 12-18", "work 18-25"]]);
});

Deno.test("findLanes: the time from an end to a resume is neither work nor a pause", () => {
  const entries = [
    lineAt(0, { kind: "start" }),
    lineAt(5, { kind: "let-go", code: "max-runtime" }),
    lineAt(50, { kind: "resume" }),
    lineAt(55, {}),
    lineAt(60, { kind: "halt", code: "stopped-by-user", event: "stop" }),
  ];
  assertEquals(spansOf(entries, 60), [["work 0-5", "ended 5-50", "work 50-55"]]);
});

Deno.test("findLanes: an agent process that failed is shown apart", () => {
  const run = (minutes: number, code: string | null) =>
    lineAt(minutes, { event: "run", kind: "iteration", code, agent: agentFacts(1) });
  const entries = [lineAt(0, { kind: "start" }), run(4, null), run(9, "agent-failed")];
  const end = { untilMs: STARTED_MS + 9 * MINUTE_MS, turnSinceMs: null, agent: "claude" };
  const [lane] = findLanes(entries, findSteps(entries, "claude"), end);
  assertEquals(lane!.spans.map(({ kind }) => kind), ["work", "failed"]);
});

Deno.test("findLanes: each session that drove the loop has a lane with its own pauses", () => {
  const entries = [
    lineAt(0, { kind: "start" }),
    lineAt(5, {}),
    lineAt(6, { kind: "pause", code: "session-closed" }),
    lineAt(20, { kind: "resume", session: OTHER }),
    lineAt(30, { session: OTHER }),
  ];
  assertEquals(spansOf(entries, 30), [
    ["work 0-5", "pause 6-20"],
    ["work 20-30"],
  ]);
});

Deno.test("findLanes: no two spans of a lane overlap, whatever the journal says", () => {
  const kind = fc.constantFrom("continue", "wait", "pause", "resume", "wake", "note", "let-go");
  const line = fc.record({ kind, step: fc.nat(30), gap: fc.nat(20) });
  fc.assert(fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
    let minutes = 0;
    const entries = [
      lineAt(0, { kind: "start" }),
      ...lines.map(({ kind, step, gap }) => {
        const from = minutes + Math.max(0, step - gap);
        minutes += step;
        const span = { from: lineAt(from, {}).atMs, to: lineAt(minutes, {}).atMs };
        return lineAt(minutes, { kind, ...(kind === "note" ? { code: "gap", span } : {}) });
      }),
    ];
    const steps = findSteps(entries, null);
    const until = STARTED_MS + minutes * MINUTE_MS;
    const lanesOf = (untilMs: number) =>
      findLanes(entries, steps, { untilMs, turnSinceMs: null, agent: "Session" });
    for (const { spans } of lanesOf(until)) {
      const works = spans.filter((span) => span.kind === "work");
      for (const { fromMs, toMs } of spans) {
        if (fromMs > toMs || fromMs < STARTED_MS || toMs > until) return false;
      }
      const overlaps = works.some((work) =>
        spans.some((span) =>
          span !== work && span.kind !== "wait" && span.fromMs < work.toMs &&
          work.fromMs < span.toMs
        )
      );
      if (overlaps) return false;
    }
    return true;
  }));
});
