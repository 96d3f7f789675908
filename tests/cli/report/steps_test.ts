import { assertEquals } from "@std/assert";
import { findSteps } from "../../../src/cli/report/steps.ts";
import { agentFacts, lineAt, STARTED_MS } from "./_loops.ts";
import { MINUTE_MS } from "../../../src/text/time.ts";
import { givenInputs } from "../../loop/_given.ts";

const minutesOf = (ms: number) => (ms - STARTED_MS) / MINUTE_MS;

const usage = (tokens: number | null) =>
  givenInputs({ record: { usage: { tokens, costUsd: null } } });

Deno.test("findSteps: a turn runs from the decision before to its own, with what it used", () => {
  const steps = findSteps([
    lineAt(0, { kind: "start", runtimeMs: 0 }),
    lineAt(5, { iteration: 1, runtimeMs: 200_000, inputs: usage(1000) }),
    lineAt(9, { iteration: 2, runtimeMs: 260_000, inputs: usage(1500) }),
  ], null);
  assertEquals(
    steps.map((
      { fromMs, toMs, activeMs, tokens, costUsd },
    ) => [minutesOf(fromMs), minutesOf(toMs), activeMs, tokens, costUsd]),
    [[0, 5, 200_000, 1000, null], [5, 9, 60_000, 500, null]],
  );
});

Deno.test("findSteps: what is unknown is null, not 0", () => {
  const [old, next] = findSteps([
    lineAt(0, { kind: "start" }),
    lineAt(5, { iteration: 1 }),
    lineAt(6, { iteration: 2, runtimeMs: 50_000, inputs: usage(70) }),
  ], null);
  const { activeMs, confidence, similarity, items, tokens, commit } = old!;
  assertEquals([activeMs, confidence, similarity, items, tokens, commit], Array(6).fill(null));
  assertEquals([next!.activeMs, next!.tokens], [null, null]);
  assertEquals([next!.confidence, next!.similarity], [0, 0]);
});

Deno.test("findSteps: a pause interrupts a turn, a wake after a wait begins one", () => {
  const steps = findSteps([
    lineAt(0, { kind: "start", runtimeMs: 0 }),
    lineAt(2, { runtimeMs: 100_000 }),
    lineAt(3, { kind: "pause", code: "rate-limited" }),
    lineAt(60, { kind: "resume" }),
    lineAt(62, { runtimeMs: 200_000 }),
    lineAt(63, { kind: "wait", code: "background", runtimeMs: 220_000 }),
    lineAt(90, { kind: "wake" }),
    lineAt(91, { runtimeMs: 240_000 }),
  ], null);
  assertEquals(steps.map(({ fromMs }) => minutesOf(fromMs)), [0, 2, 62, 90]);
  assertEquals(steps.map(({ activeMs }) => activeMs), [100_000, 100_000, 20_000, 20_000]);
});

Deno.test("findSteps: an end that no Stop decided is not a step", () => {
  const steps = findSteps([
    lineAt(0, { kind: "start" }),
    lineAt(2, {}),
    lineAt(3, { event: "stop", kind: "halt", code: "stopped-by-user" }),
  ], null);
  assertEquals(steps.length, 1);
});

Deno.test("findSteps: of a run each agent process is a step, also one that did not count", () => {
  const run = (minutes: number, line: Parameters<typeof lineAt>[1]) =>
    lineAt(minutes, { event: "run", session: null, ...line });
  const steps = findSteps([
    run(0, { kind: "start" }),
    run(0, { kind: "agent", agent: agentFacts(1) }),
    run(4, { kind: "iteration", agent: agentFacts(1, { tokens: 500, costUsd: 0.25 }) }),
    run(5, { kind: "agent-end", agent: agentFacts(2, { durationMs: MINUTE_MS }) }),
    run(9, { kind: "iteration", iteration: 2, evidence: ["ended by exit"] }),
  ], "claude");
  assertEquals(
    steps.map(({ agent, iteration, fromMs, toMs, tokens, items }) => [
      agent,
      iteration,
      minutesOf(fromMs),
      minutesOf(toMs),
      tokens,
      items?.done ?? null,
    ]),
    [
      ["claude", 1, 0, 4, 500, 1],
      ["claude", 2, 4, 5, null, 2],
      ["claude", 2, 5, 9, null, null],
    ],
  );
});

Deno.test("findSteps: an agent without a sentence is told by its item alone", () => {
  const entry = lineAt(4, { event: "run", kind: "iteration", code: null, agent: agentFacts(1) });
  assertEquals(findSteps([entry], "claude").map(({ what }) => what), ["Item 1"]);
});

Deno.test("findSteps: an item stands as the plan has it", () => {
  const entry = lineAt(4, {
    ...{ event: "run", kind: "iteration", code: "agent-failed" },
    sentence: "The agent failed",
    agent: agentFacts(1, { item: "npm ci [parallel]" }),
  });
  const [step] = findSteps([entry], "claude");
  assertEquals(step?.what, "npm ci [parallel] · The agent failed");
});
