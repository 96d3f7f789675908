/** The same loop has the same counts, durations, sentence and state in every view, however it ended. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { createStyle } from "../../src/cli/core/style.ts";
import { viewOf } from "../../src/cli/core/context.ts";
import { renderEnd } from "../../src/cli/run/end_block.ts";
import { gatherStatus } from "../../src/cli/status/facts.ts";
import { startWatching } from "../../src/cli/status/watch/state.ts";
import { renderWatch } from "../../src/cli/status/watch/view.ts";
import { answerEnd } from "../../src/hook/end.ts";
import { parseEvent } from "../../src/lifecycle/event.ts";
import { findLoop, openLoop } from "../../src/lifecycle/loop.ts";
import { noticeOfEnd } from "../../src/lifecycle/end.ts";
import { variablesOf } from "../../src/lifecycle/notify/channel.ts";
import { renderResult, type RunResult } from "../../src/run/report/result.ts";
import type { LoopRecord } from "../../src/store/records/loop_record.ts";
import { makeLine } from "../../src/hook/statusline/facts.ts";
import type { Reason } from "../../src/loop/decision.ts";
import * as reasons from "../../src/loop/reason.ts";
import { type ReasonCode, REASONS, stateOfEnd } from "../../src/loop/reasons.ts";
import {
  endByLimit,
  endByRequest,
  endComplete,
  endNeedsAgent,
  endNotStarted,
  endOf,
  endStuck,
} from "../../src/run/job/ending.ts";
import type { RunEnd } from "../../src/run/job/job.ts";
import { ActiveTime } from "../../src/run/job/active_time.ts";
import { openRunLoop } from "../../src/run/loop/run_loop.ts";
import { readPlan } from "../../src/run/plan/plan.ts";
import { loopPlaces } from "../../src/store/places.ts";
import { environmentOf } from "../../src/store/environment.ts";
import { defaultSettings } from "../../src/store/settings/settings.ts";
import { Night } from "../lifecycle/_night.ts";

const LIMITS = { ...defaultSettings(), max_hours: 1, max_iterations: 1 };
const SIGNAL = { name: "all_checkboxes", confidence: 0.9, detail: "all boxes ticked" } as const;
const ADAPTER = {
  ...{ name: "pytest", shouldContinue: false, confidence: 1, reason: "no new test passes" },
  ...{ metrics: 3, converged: true },
};

interface Ends {
  /** The end of a session's loop; null if only a run ends so. */
  readonly session: Reason | null;
  /** The end of a run; null if only a session's loop ends so. */
  readonly run: RunEnd | null;
}

/** Each end that the table of reasons knows, which the last test counts. */
const ENDS: Readonly<Partial<Record<ReasonCode, Ends>>> = {
  "complete": {
    session: reasons.taskComplete(SIGNAL),
    run: endComplete(
      { done: 2, skipped: 0, leftOut: { items: 0, parts: [] } },
      { verified: ["make test"], gate: [], reviews: [] },
    ),
  },
  "converged": { session: reasons.converged(ADAPTER), run: null },
  "nothing-to-do": {
    session: null,
    run: endComplete(
      { done: 0, skipped: 3, leftOut: { items: 0, parts: [] } },
      { verified: [], gate: [], reviews: [] },
    ),
  },
  "nothing-to-merge": {
    session: null,
    run: endOf({ code: "nothing-to-merge", sentence: "Nothing to merge: origin has no result" }),
  },
  "items-left": {
    session: null,
    run: endOf({ code: "items-left", sentence: "2 items merged; 1 item is still open" }),
  },
  "shard-stuck": {
    session: null,
    run: endOf({ code: "shard-stuck", sentence: "Nothing to merge: shard 1/2 was stuck" }),
  },
  "needs-agent": { session: null, run: endNeedsAgent() },
  "max-runtime": {
    session: reasons.maxRuntimeReached(LIMITS),
    run: endByLimit(reasons.maxRuntimeReached(LIMITS), 2, []),
  },
  "max-iterations": {
    session: reasons.maxIterationsReached(LIMITS),
    run: endByLimit(reasons.maxIterationsReached(LIMITS), 2, []),
  },
  "max-tokens": {
    session: reasons.maxTokensReached(1_000, 1_500),
    run: endByLimit(reasons.maxTokensReached(1_000, 1_500), 2, []),
  },
  "max-cost": {
    session: reasons.maxCostReached(5, 6),
    run: endByLimit(reasons.maxCostReached(5, 6), 2, []),
  },
  "rate-limited": {
    session: null,
    run: endOf({ code: "rate-limited", sentence: "The usage limit resets after more than 6 h" }),
  },
  "api-error": {
    session: null,
    run: endOf({ code: "api-error", sentence: "API error (Connection error) until 18:00" }),
  },
  "stuck": {
    session: reasons.verificationStuck("make test", 5),
    run: endStuck(
      { stale: 4, sameErrors: 0, hasRecovered: true, lastError: null },
      { failure: "", check: null },
      [],
    ),
  },
  "no-tools": { session: reasons.onlyTalk(7), run: null },
  "blocked": {
    session: reasons.blockedOn("the key of the server"),
    run: endOf(reasons.blockedOn("the key of the server")),
  },
  "kill-switch": {
    session: reasons.killSwitch("/home/me/.claude/STOP_LOOP"),
    run: endByRequest({ by: "kill-switch", path: "/home/me/.claude/STOP_LOOP" }),
  },
  "stopped-by-user": { session: reasons.stoppedByUser(), run: endOf(reasons.stoppedByUser()) },
  "disabled": { session: reasons.disabled(), run: endByRequest({ by: "disabled" }) },
  "interrupted": { session: null, run: endByRequest({ by: "signal", signal: "SIGINT" }) },
  "internal-error": { session: null, run: endOf(reasons.internalError("the terminal is gone")) },
  "agent-failed": { session: null, run: endNotStarted(127, "claude was not found") },
  "plan-error": {
    session: null,
    run: endOf({ code: "plan-error", sentence: "PLAN.md cannot be read" }),
  },
  "idle-timeout": {
    session: null,
    run: endByLimit(reasons.maxIterationsReached(LIMITS), 0, ["idle-timeout"]),
  },
  "task-timeout": {
    session: null,
    run: endByLimit(reasons.maxIterationsReached(LIMITS), 0, ["task-timeout"]),
  },
};

const PLAN = "# Plan\n\n- [x] one\n- [x] two\n- [ ] three\n";
/** What both loops did. */
const DID = { turns: 2, activeMs: 95_000, items: { done: 2, total: 3 }, tokens: 1_500 };

/** A loop in a session, that did two turns and a part of a third. */
async function playSession(night: Night, reason: Reason): Promise<SaidAtEnd> {
  await night.start();
  night.wait(5);
  await night.type();
  await night.call(40, 30);
  await night.stop();
  night.write("PLAN.md", PLAN);
  await night.call(55);
  night.note({
    type: "assistant",
    message: {
      ...{ id: "msg_1", role: "assistant", content: [{ type: "text", text: "long" }] },
      usage: { input_tokens: 500, output_tokens: 1_000 },
    },
  });
  await night.stop();
  const { project, places, nowMs, session } = night;
  const found = findLoop(places, project);
  const loop = found === null ? null : openLoop(found);
  const input = { session_id: session, hook_event_name: "Stop", cwd: project };
  const event = parseEvent(JSON.stringify(input));
  assert(loop !== null && event !== null);
  const clock = { nowMs: () => nowMs, sleep: () => Promise.resolve() };
  const call = { env: night.context().context.env, places, ...clock, event, loop };
  const { answer } = answerEnd(call, { kind: "let-go", reason, evidence: [] }, loop.record);
  const line = String(answer["systemMessage"]);
  return { notice: noticeTold(loop.record, reason, nowMs), texts: { "the last line": line } };
}

/** What is said only when a loop ends. */
interface SaidAtEnd {
  /** The message of the notification; null if none is sent. */
  readonly notice: string | null;
  readonly texts: Readonly<Record<string, string>>;
}

/** What a notification of the end says. */
function noticeTold(record: LoopRecord, reason: Reason, nowMs: number): string | null {
  const happened = noticeOfEnd(record, reason, nowMs);
  const { id: loopId, project, iteration } = record;
  return happened && variablesOf({
    ...{ ...happened, project, loopId, iteration, untilMs: null },
    ...{ channels: [], isForeign: false, pid: null, wait: "", delayMs: 0 },
  })["RALPH_MESSAGE"]!;
}

/** A run with two agents. */
async function playRun(night: Night, end: RunEnd): Promise<SaidAtEnd> {
  const { project, places } = night;
  const read = await readPlan(night.write("PLAN.md", PLAN));
  assert(read.kind === "plan");
  const { plan } = read;
  const id = "20260105-220000000-0badcafe";
  const nowMs = () => night.nowMs;
  const loop = openRunLoop(
    places,
    { id, project, plan, flags: {}, remembered: {}, resumed: null },
    { environment: {}, isInSession: false, nowMs },
  );
  const time = new ActiveTime(loop, { monotonicMs: nowMs, wallMs: nowMs });
  for (const [index, seconds] of [40, 55].entries()) {
    const stretch = time.begin();
    night.wait(seconds);
    stretch.countTo(seconds * 1_000);
    stretch.end();
    const iteration = index + 1;
    loop.change((record) => ({ ...record, iteration }));
    loop.note({
      ...{ kind: "iteration", sentence: "The agent ended", evidence: [] },
      agent: {
        ...{ iteration, item: "one", log: "1.log", isRecovery: false, endedBy: "exit", status: 0 },
        ...{ items: { done: iteration, total: 3, skipped: 0 }, durationMs: seconds * 1_000 },
      },
    });
    night.wait(20);
  }
  loop.countItems({ done: 2, total: 3 });
  loop.change((record) => ({ ...record, usage: { tokens: DID.tokens, costUsd: null } }));
  assertEquals(loop.end(end), []);
  const { record } = loop;
  const result: RunResult = {
    ...{ loop: id, end, plan, reviews: [], items: [], unmerged: [], kept: [] },
    ...{ iterations: record.iteration, activeMs: record.accumulatedRuntimeMs, ...record.usage },
    ...{ reviewers: null, finishedAt: night.nowMs, resumeCommand: null, logs: null },
  };
  const layout = { style: createStyle(false), width: Infinity };
  return {
    notice: noticeTold(record, end.reason, night.nowMs),
    texts: {
      "the end block": renderEnd(result, { next: "x", project }, layout),
      "the result's file": renderResult(result),
    },
  };
}

/** What one view says, by the names that all views have in common. */
interface Said {
  readonly state: string;
  readonly code: string;
  readonly turns: number;
  readonly activeMs: number;
  readonly items: unknown;
  readonly tokens: number;
}

/** Reads all views, and asserts that they say the same. */
async function assertSame(
  night: Night,
  code: string,
  { notice, texts }: SaidAtEnd,
): Promise<void> {
  const end = new Date(night.nowMs).toISOString().replace(".000", "");
  night.wait(3_600);
  const [status, { loops: [row] }, report] = [
    await night.document("status"),
    await night.document("history"),
    await night.document("report"),
  ];
  const { last_loop: last } = status;
  const said: Readonly<Record<string, Said>> = {
    status: {
      ...{ state: status.state, code: last.code, turns: last.turns },
      activeMs: last.runtime_seconds * 1_000,
      ...{ items: last.items, tokens: last.tokens },
    },
    history: {
      ...{ state: row.state, code: row.code, turns: row.iterations, activeMs: row.active_ms },
      ...{ items: row.items, tokens: row.tokens },
    },
    report: {
      ...{ state: stateOfEnd(report.outcome.code), code: report.outcome.code },
      ...{ turns: report.totals.iterations, activeMs: report.totals.active_ms },
      ...{ items: report.totals.items, tokens: report.totals.tokens },
    },
  };
  const expected: Said = { state: stateOfEnd(code), code, ...DID };
  assertEquals(said, Object.fromEntries(Object.keys(said).map((view) => [view, expected])));
  assertEquals([last.ended_at, row.ended_at, report.outcome.ended_at], [end, end, end]);
  assertEquals([row.started_at, report.loop.started_at], [last.started_at, last.started_at]);

  const { what: why } = row;
  const journal = (await night.ralph("history", row.id, "--json")).trim().split("\n");
  const { decisions: [decision] } = await night.document("explain");
  for (const entry of [JSON.parse(journal.at(-1)!), decision]) {
    assertEquals([entry.code, entry.brief], [code, why]);
    assertEquals(entry.runtime_seconds * 1_000, DID.activeMs);
  }
  assert(status.what.startsWith(why), `"${status.what}" does not begin with "${why}"`);
  assertEquals(report.outcome.sentence, status.what);
  const stop = JSON.parse(night.read("~/.claude/ralph-stop-reason.json"));
  assertEquals([stop.code, stop.loop_id], [code, row.id]);
  // Beside the state, its word is not said again.
  const words = why.replace(new RegExp(`^${stateOfEnd(code)}\\b[.,:]? *`, "i"), "");
  for (const command of [["status"], ["history"], ["history", row.id], ["explain"]]) {
    const text = (await night.ralph(...command)).replaceAll(/\s+/g, " ");
    assertStringIncludes(text, words.replaceAll(/\s+/g, " "), command.join(" "));
  }
  for (const command of ["status", "history"]) {
    const text = await night.ralph(command);
    for (const part of [stateOfEnd(code).toUpperCase(), "2 turns", "1 min"]) {
      assertStringIncludes(text, part, command);
    }
  }
  const state = stateOfEnd(code).toUpperCase();
  const [first = ""] = words.split(/[.;] /, 1);
  for (const [view, text] of Object.entries({ ...texts, ...await drawViews(night) })) {
    const plain = text.replaceAll(/\s+/g, " ");
    const said = `${view}: ${plain}`;
    // Beside the last line of a session, nobody needs the state.
    if (view !== "the last line") assertStringIncludes(plain, state, said);
    // What the plan leaves out is no item that is open.
    assertMatch(plain, /2 of 3 items|All 2 items|Completed:\*\* 2/, said);
    assertMatch(plain, /2 turns|Iterations:\*\* 2|Turns 2/, said);
    if (view === "the result's file") {
      // Programs read it: the code, and the sentence of the stop record.
      assertStringIncludes(plain, `${code} — ${stop.reason}`, said);
    } else {
      assertStringIncludes(plain, first, said);
      assertStringIncludes(plain, "1 min", said);
    }
  }
  if (notice !== null) assertStringIncludes(notice, `: ${status.what}`);
  if ("the last line" in texts) await assertLine(night, why);
  Deno.removeSync(loopPlaces(night.places, row.id).dir, { recursive: true });
  const { loops: [left] } = await night.document("history");
  assertEquals([left.what, left.code, left.active_ms], [why, code, DID.activeMs]);
}

/** What is drawn: by a bare `ralph`, by the live view at first, and on the report's page. */
async function drawViews(night: Night): Promise<Record<string, string>> {
  const { context } = night.context({ at: new Date(night.nowMs).toISOString() });
  const { places, project } = night;
  const status = await gatherStatus(context, { places, project });
  const facts = { loops: [status], problem: null, work: null };
  const screen = { ...viewOf(context), width: 300, rows: 20 };
  const page = await night.ralph("report", "--output", "-");
  const [, body = ""] = page.split("<body");
  return {
    "bare ralph": await night.ralph(),
    "the live view": renderWatch(startWatching(project), facts, screen).lines.join("\n"),
    "the page": body.replaceAll(/<svg[^]*?<\/svg>|<[^>]*>/g, " ").replaceAll("&#39;", "'"),
  };
}

/** Asserts that the status line of the session that drove the loop says the same. */
async function assertLine(night: Night, why: string): Promise<void> {
  const variables: Record<string, string> = {
    ...{ HOME: night.home, CLAUDE_PROJECT_DIR: night.project },
    CLAUDE_CODE_SESSION_ID: night.session,
  };
  const env = environmentOf((name) => variables[name], night.project);
  const clock = { nowMs: () => night.nowMs, sleep: () => Promise.resolve() };
  const line = await makeLine({ env, places: night.places, ...clock }, {
    ...{ columns: 500, hasColor: false },
  });
  assertStringIncludes(line ?? "", why.split(". ", 1)[0] ?? "");
  assertStringIncludes(line ?? "", "2/3 items");
}

for (const [code, { run, session }] of Object.entries(ENDS)) {
  if (session !== null) {
    Deno.test(`every view: a session's loop that ends by ${code}`, async () => {
      using night = new Night();
      assertEquals(session.code, code);
      await assertSame(night, code, await playSession(night, session));
    });
  }
  if (run !== null) {
    Deno.test(`every view: a run that ends by ${code}`, async () => {
      using night = new Night();
      assertEquals(run.reason.code, code);
      await assertSame(night, code, await playRun(night, run));
    });
  }
}

Deno.test("every view: a turn has the same number in history, explain, report and status", async () => {
  using night = new Night();
  await night.start();
  await night.type();
  for (let turn = 0; turn < 3; turn++) {
    await night.work(60);
    await night.stop();
    assertStringIncludes((await night.document("status")).what, `turn ${turn + 1},`);
  }
  await night.work(60);
  night.write("PLAN.md", "# Plan\n\n- [x] one\n- [x] two\n- [x] three\n");
  await night.stop();
  const { loops: [{ id, iterations }] } = await night.document("history");
  assertEquals(iterations, 3);
  const { steps } = await night.document("report");
  assertEquals(steps.map(({ turn }: { turn: number }) => turn), [0, 1, 2, 3]);
  const rows = (await night.ralph("history", id)).split("\n")
    .map((line) => /^[\d:]{8} +(\d+) {2}(?:continue|ended) /.exec(line)?.[1])
    .filter((turn) => turn !== undefined);
  assertEquals(rows, ["0", "1", "2", "3"]);
  for (const { to, turn } of steps) {
    const { decisions } = await night.document("explain", "--turn", String(turn));
    assertEquals(decisions.map(({ at }: { at: string }) => at), [to]);
    assertEquals(decisions[0].inputs.record.iteration, turn);
  }
});

Deno.test("every view: each reason ends a loop or a run", () => {
  assertEquals(Object.keys(ENDS).sort(), Object.keys(REASONS).sort());
  for (const { run, session } of Object.values(ENDS)) assert(run !== null || session !== null);
});
