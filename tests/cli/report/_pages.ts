/** Pages of test loops, made as the command makes them. */
import { buildReport } from "../../../src/cli/report/build.ts";
import type { LoopReport } from "../../../src/cli/report/build.ts";
import { renderPage } from "../../../src/cli/report/page.ts";
import {
  agentFacts,
  lineAt,
  longLoop,
  loopOf,
  spanOf,
  STARTED_MS,
  type TestLoop,
} from "./_loops.ts";

const PROJECT = "/work/project";

export function reportOn(
  { facts, record, entries }: TestLoop,
  what = "out of turns. 60 of 64 items of PLAN.md done.",
): LoopReport {
  return buildReport({
    facts,
    record,
    journal: { entries, unread: 0 },
    hasEnded: record.state === "stopped",
    state: record.state === "stopped" ? { code: "limit", what } : { code: "working", what },
    nowMs: STARTED_MS + 12 * 3_600_000,
    present: null,
  });
}

/** Renders a report as the command does. */
export function pageOf(report: LoopReport): string {
  return renderPage(report, { version: "0.0.0", nowMs: STARTED_MS });
}

/** The report on 99 iterations, with commits. */
export function longReport(): LoopReport {
  const report = reportOn(longLoop(PROJECT));
  const counts = (at: number) => ({ commits: at % 3 === 0 ? 1 + at % 2 : 0, files: at % 3 * 4 });
  return {
    ...report,
    steps: report.steps.map((step, at) => ({ ...step, ...counts(at) })),
    totals: { ...report.totals, commits: 49, files: 31 },
  };
}

/** A run of two agents, one of which fails and waits for a rate limit. */
export function runReport(): LoopReport {
  const run = (minutes: number, line: Parameters<typeof lineAt>[1]) =>
    lineAt(minutes, { event: "run", session: null, code: null, ...line });
  const pause = spanOf(9, 39);
  const report = reportOn(
    loopOf(PROJECT, [
      run(0, { kind: "start" }),
      run(0, { kind: "agent", agent: agentFacts(1) }),
      run(4, { kind: "iteration", agent: agentFacts(1, { tokens: 52_000, costUsd: 0.61 }) }),
      run(5, { kind: "agent", agent: agentFacts(2) }),
      run(9, {
        kind: "agent-end",
        code: "agent-failed",
        sentence: "A rate limit refused the agent",
        agent: agentFacts(2, { failure: "agent-failed" }),
      }),
      run(9, { kind: "pause", code: "rate-limited", sentence: "Paused", span: pause }),
      run(39, { kind: "resume", span: pause }),
      run(40, { kind: "agent", agent: agentFacts(2) }),
      run(46, { kind: "iteration", agent: agentFacts(2, { tokens: 48_000, costUsd: 0.55 }) }),
    ], { facts: { driver: "runner", runOptions: { agent: "claude" } } }),
    "agent 3 works",
  );
  const [own] = report.lanes;
  const later = own!.spans.slice(0, 2).map(({ fromMs, toMs, ...span }) => {
    return { ...span, fromMs: fromMs + 600_000, toMs: toMs + 900_000 };
  });
  return { ...report, lanes: [own!, { agent: "reviewer", spans: later }] };
}

/** A loop that has only just started. */
export function emptyReport(): LoopReport {
  return reportOn(loopOf(PROJECT, [lineAt(0, { kind: "start" })]), "waits for a session");
}
