/**
 * A loop over a recorded session: each Stop judged by today's rules, from the facts that the transcript
 * has.
 */
import { buildActivity, dropCounted } from "../../evidence/activity.ts";
import { judgeBackground } from "../../evidence/background.ts";
import { judgeProgress } from "../../evidence/progress/judge.ts";
import { readTags } from "../../evidence/tags/tags.ts";
import { sumTokens } from "../../evidence/transcript/transcript.ts";
import { blankRecord } from "../../lifecycle/blank_record.ts";
import type { Decision, Reason } from "../../loop/decision.ts";
import type { Facts } from "../../loop/facts.ts";
import { countActivity } from "../../loop/time/clock.ts";
import { addKnown } from "../../loop/usage.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import type { SessionRecord } from "../../store/records/session_record.ts";
import {
  type PresetName,
  type Settings,
  validationTimeoutMs,
} from "../../store/settings/settings.ts";
import { withLimits } from "../recording/recorded_limits.ts";
import type { RecordedStart, RecordedStop } from "../recording/recorded_stop.ts";
import { PlanReader } from "./plan_reader.ts";
import { type Condition, findPossibilities } from "./possible_ends.ts";

/** What a loop is judged by, besides its facts. */
export interface Configuration {
  readonly settings: Settings;
  readonly preset: PresetName | null;
  /** The client's cap on continuations without a tool call; 0 for no cap. */
  readonly blockCap: number;
  /** The settings that the user gave for the replay. */
  readonly given: Partial<Settings>;
  /** Whether the limits that the loop was started with count, where nothing else was given. */
  readonly isAsRecorded: boolean;
}

/** Where the loop would have ended, for certain or under conditions. */
export interface PossibleEnd {
  /** The number of the recorded Stop, from 1. */
  readonly stop: number;
  readonly atMs: number;
  /** Continuations until then. */
  readonly iteration: number;
  readonly activeMs: number;
  readonly reason: Reason;
  readonly evidence: readonly string[];
  /** Empty where the end depends on nothing unknown. */
  readonly conditions: readonly Condition[];
  /** The first of the similar answers, where the end depends on what changed since; else null. */
  readonly sinceStop: number | null;
  readonly checks: readonly string[];
}

/** The decision at one Stop. */
export interface JudgedStop {
  readonly stop: number;
  readonly atMs: number;
  readonly activeMs: number;
  readonly iteration: number;
  /** What the loop does if it does not end: an instruction's kind or what it waits for; null at its end. */
  readonly onward: { readonly kind: "continue" | "wait"; readonly what: string } | null;
  readonly ends: readonly PossibleEnd[];
  /** The plan's items; null where they are not known. */
  readonly items: { readonly done: number; readonly total: number } | null;
}

/** A loop over a recorded session. */
export class SimulatedLoop {
  readonly #plan: PlanReader;
  #record: LoopRecord;
  #outputs: SessionRecord["recentOutputs"] = [];
  #toolless: number[] = [];

  constructor(start: RecordedStart, private readonly configuration: Configuration) {
    const startedAt = start.atMs;
    const record = blankRecord({
      id: "replay",
      project: start.project,
      driver: "session",
      startedAt,
    });
    this.#record = { ...record, lastHookAtMs: start.atMs, task: start.task };
    this.#plan = new PlanReader(configuration.settings);
  }

  get record(): LoopRecord {
    return this.#record;
  }

  /** Judges a Stop, and goes on with the loop where it would not certainly have ended there. */
  async judge(stop: RecordedStop): Promise<JudgedStop> {
    const settings = this.#settingsAt(stop);
    const path = stop.project.plan?.path ?? null;
    const plan = await this.#plan.judge(stop.project.plan, this.#record.planSeen);
    const { completion, checks, ifComplete } = plan;
    const before: LoopRecord = {
      ...this.#record,
      focus: { path, method: "transcript", candidates: [] },
      task: path === null ? this.#record.task : null,
      planSeen: plan.seen,
      usage: addUsage(this.#record.usage, stop),
    };
    const { facts, outputs, toolless } = await this.#gather(stop, before, { completion, checks });
    const possible = findPossibilities({ record: before, facts, ifComplete, settings });
    const counted = countActivity(before, facts.activity, settings, facts.nowMs);
    const sinceStop = facts.repetition === null ? null : stop.number - facts.repetition.outputs + 1;
    const { onward } = possible;
    if (onward !== null) {
      const isContinued = onward.decision.kind === "continue";
      this.#record = onward.record;
      this.#outputs = outputs;
      this.#toolless = isContinued ? [...toolless, stop.atMs] : toolless;
    }
    const common = { stop: stop.number, atMs: stop.atMs };
    return {
      ...common,
      activeMs: counted.accumulatedRuntimeMs,
      iteration: before.iteration,
      onward: describeOnward(onward?.decision ?? null),
      ends: possible.ends.map(({ decision, record, conditions }) => ({
        ...common,
        iteration: record.iteration,
        activeMs: record.accumulatedRuntimeMs,
        reason: decision.reason,
        evidence: decision.evidence,
        conditions,
        sinceStop,
        checks: facts.checks,
      })),
      items: stop.project.plan?.content == null
        ? null
        : { done: completion.done, total: completion.total },
    };
  }

  #settingsAt({ limits }: RecordedStop): Settings {
    const { settings, given, isAsRecorded } = this.configuration;
    return isAsRecorded && limits !== null ? withLimits(settings, limits, given) : settings;
  }

  async #gather(
    stop: RecordedStop,
    record: LoopRecord,
    plan: Pick<Facts, "completion" | "checks">,
  ): Promise<{ facts: Facts; outputs: SessionRecord["recentOutputs"]; toolless: number[] }> {
    const { preset, blockCap } = this.configuration;
    const settings = this.#settingsAt(stop);
    const { message, reading, project } = stop;
    const toolless = dropCounted(this.#toolless, {
      lastToolCallAtMs: reading.lastToolCallAtMs,
      stopHookActive: stop.stopHookActive,
    });
    // In `-p` a loop waits for no shell.
    const known = stop.isAttended ? record.shellsSeen : stop.background.map(({ id }) => id);
    const { waitsOn, shellsSeen } = judgeBackground(stop.background, 0, known);
    const progress = await judgeProgress({
      message,
      record,
      session: { recentOutputs: this.#outputs },
      settings,
      completion: plan.completion,
      takeMark: (checklist) => ({
        atMs: stop.atMs,
        commit: project.commit,
        checklist,
        metrics: 0,
        tree: project.tree,
      }),
      tree: {
        take: () => Promise.resolve(project.tree),
        hasMovedSince: () => Promise.resolve(null),
      },
    });
    return {
      toolless,
      outputs: progress.outputs,
      facts: {
        nowMs: stop.atMs,
        killSwitch: null,
        markerPresent: true,
        isStopQueued: reading.isStopQueued,
        activity: buildActivity({ beats: [], reading, eventAtMs: stop.atMs }),
        permissionMode: stop.permissionMode,
        waitsOn,
        shellsSeen,
        ...plan,
        checks: [...new Set([...plan.checks, ...settings.verify])],
        tags: readTags(message),
        toollessContinuations: toolless.length,
        blockCap,
        verification: { kind: "none" },
        ...progress.facts,
        adapter: null,
        opportunities: null,
        validationTimeoutMs: validationTimeoutMs(settings, preset),
      },
    };
  }
}

function addUsage(usage: LoopRecord["usage"], { reading }: RecordedStop): LoopRecord["usage"] {
  const { tokens, costUsd } = reading;
  return {
    tokens: addKnown(usage.tokens, tokens === null ? null : sumTokens(tokens)),
    costUsd: addKnown(usage.costUsd, costUsd),
  };
}

function describeOnward(decision: Decision | null): JudgedStop["onward"] {
  switch (decision?.kind) {
    case "continue":
      return { kind: "continue", what: decision.instruction.kind };
    case "wait":
      return { kind: "wait", what: decision.on };
    default:
      return null;
  }
}
