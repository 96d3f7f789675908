/** Loops that have ended, on the disk of a test. */
import { blankRecord } from "../../src/lifecycle/blank_record.ts";
import { endLoop } from "../../src/lifecycle/end.ts";
import type { Reason } from "../../src/loop/decision.ts";
import { loopPlaces, placesOf } from "../../src/store/places.ts";
import { newLoopId } from "../../src/store/records/loop_id.ts";
import type { LoopRecord } from "../../src/store/records/loop_record.ts";
import { createLoop, type LoopFacts, readLastRecord } from "../../src/store/records/loops.ts";
import type { TestCli } from "./_cli.ts";

/** How a loop was, and how it ended. */
export interface EndedOptions {
  readonly project?: string;
  readonly atMs?: number;
  readonly reason: Reason;
  readonly record?: Partial<LoopRecord>;
  /** What it was begun with. */
  readonly facts?: Partial<LoopFacts>;
}

/** Begins a loop over PLAN.md and ends it; returns its last record. */
export function endLoopOf(cli: TestCli, options: EndedOptions): LoopRecord {
  const { atMs = Date.parse("2026-01-02T02:00:00Z"), project = cli.project, reason } = options;
  const places = placesOf(cli.context().context.env);
  const id = newLoopId(atMs);
  const focus = { path: `${project}/PLAN.md`, method: "explicit", candidates: [] };
  const record: LoopRecord = {
    ...blankRecord({ id, project, driver: "session", startedAt: atMs }),
    focus,
    again: "start -f PLAN.md --until-done",
    ...options.record,
  };
  createLoop(places, {
    ...{ id, project, task: null, preset: null, flags: {}, focus: focus.path },
    ...{ startedAt: atMs, startedBy: "terminal", driver: record.driver },
    ...options.facts,
  });
  Deno.mkdirSync(loopPlaces(places, id).dir, { recursive: true });
  endLoop(places, record, { kind: "let-go", reason, event: "Stop", nowMs: atMs + 600_000 });
  return readLastRecord(places, id)!;
}
