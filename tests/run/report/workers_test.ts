import { assertEquals } from "@std/assert";
import fc from "fast-check";
import type { RunEvent } from "../../../src/run/report/run_event.ts";
import { advanceWorkers, type WorkerState } from "../../../src/run/report/workers.ts";

const COUNTS = { done: 0, total: 2, skipped: 0 };

function started(worker: number, item: string, iteration = worker): RunEvent {
  return {
    kind: "iteration-started",
    worker,
    item,
    iteration,
    max_iterations: 9,
    counts: COUNTS,
    is_recovery: false,
    log: "x.log",
  };
}

function play(events: readonly RunEvent[]): readonly WorkerState[] {
  return events.reduce<readonly WorkerState[]>(
    (workers, event, at) => advanceWorkers(workers, event, at),
    [],
  );
}

Deno.test("workers: each agent has its own state, in the order of their numbers", () => {
  const workers = play([
    started(2, "b"),
    started(1, "a"),
    { kind: "agent-started", worker: 1, iteration: 1, terminal: "pty", pid: 7 },
    { kind: "output", worker: 1, iteration: 1, text: "one\ntwo\n", tokens: null },
    { kind: "verifying", worker: 2, command: "npm test", item: "b" },
  ]);
  assertEquals(workers.map(({ worker, state, item, line }) => [worker, state, item, line]), [
    [1, "working", "a", "two"],
    [2, "verifying", "b", "npm test"],
  ]);
  assertEquals([workers[0]?.pid, workers[0]?.lastOutputAtMs], [7, 3]);
});

Deno.test("workers: an agent is gone when its item is merged, or was not", () => {
  const merged = { kind: "merged", item: "a", commit: "c", why: "", is_again: false } as const;
  const events: RunEvent[] = [started(1, "a"), { kind: "merging", worker: 1, item: "a" }];
  assertEquals(play(events)[0]?.state, "merging");
  assertEquals(play([...events, { ...merged, worker: 1 }]), []);
});

Deno.test("workers: a second iteration at the same item counts from the first", () => {
  const [worker] = play([started(1, "a"), started(1, "a", 2)]);
  assertEquals([worker?.beganAtMs, worker?.iteration], [0, 2]);
});

Deno.test("workers: events without a number change nothing", () => {
  fc.assert(fc.property(fc.string(), (text) => {
    const before = play([started(1, "a")]);
    assertEquals(advanceWorkers(before, { kind: "note", text }, 9), before);
  }));
});
