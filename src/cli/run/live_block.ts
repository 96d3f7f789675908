/** Renders a running run in its own terminal: the block of `status`, from the run's own facts. Pure. */
import { describeRun } from "../../lifecycle/view/state_view.ts";
import { countRun } from "../../lifecycle/view/live.ts";
import { remainingOf } from "../../loop/rules/limits.ts";
import type { LiveFacts } from "../../run/report/live_facts.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import type { RunHolder } from "../../store/run_lock.ts";
import type { Settings } from "../../store/settings/settings.ts";
import { HOUR_MS } from "../../text/time.ts";
import type { View } from "../core/context.ts";
import { lastOutputOf } from "../status/run_status.ts";
import type { Status } from "../status/facts.ts";
import { renderStatus } from "../status/text.ts";

/** The facts about a run in its own window. */
export interface ShownRun {
  readonly holder: RunHolder;
  readonly record: LoopRecord;
  readonly settings: Settings;
  readonly isPauseAsked: boolean;
}

/** Renders the same rows that `status` shows in another window. */
export function renderLiveRun(
  { holder, isPauseAsked, record, settings }: ShownRun,
  live: LiveFacts,
  view: View,
): string[] {
  const { nowMs } = view;
  const counted = countRun(record, true, settings, nowMs);
  const { runtimeHours, toMaxHours, toMaxIterations } = remainingOf(counted.record, settings);
  const lastOutputAtMs = lastOutputOf(live);
  const atMs = Math.max(record.lastHookAtMs, lastOutputAtMs ?? 0);
  const status: Status = {
    atMs: nowMs,
    project: record.project,
    state: describeRun({ ...view, record, process: "alive" }),
    hooks: { state: "installed", problems: [] },
    loop: {
      ...{ record, counted, limits: settings, usage: record.usage },
      ...{ runtimeHours, toMaxHours, toMaxIterations },
      run: { holder, isPauseAsked, live, lastOutputAtMs, items: live.counts },
      sessionProcess: "alive",
      window: null,
      lastSign: { atMs, what: null },
      nextItem: null,
      wallHours: Math.max(0, nowMs - record.startedAt) / HOUR_MS,
      silentHours: 0,
      completion: { verdict: "incomplete", signals: [], ...live.counts },
      unhonoured: null,
      messages: [],
    },
    damage: null,
    killSwitch: null,
    otherMarks: null,
    guidance: [],
    guidanceProblems: [],
    ended: null,
    leftovers: { worktrees: [], branches: [] },
  };
  return renderStatus(status, { ...view, isLive: true }).split("\n");
}
