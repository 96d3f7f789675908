/**
 * The rules that decide a Stop event, in the order in which they are asked. The first rule with a ruling
 * decides. If no rule has one, the loop continues.
 */
import { allowStop, type Decision } from "../decision.ts";
import { MINUTE_MS } from "../../text/time.ts";
import { nameUnmerged } from "../unmerged.ts";
import { reachedLimit, toollessLeft } from "./limits.ts";
import type { DecisionInputs } from "../../store/records/decision_inputs.ts";
import { judgeRequestedEnd } from "./requested_end.ts";
import {
  describeDoubt,
  describeTask,
  describeUnverified,
  findSuccess,
  judgeAdapterLimit,
  judgeSuccess,
  nameTask,
} from "./success_rule.ts";
import * as reason from "../reason.ts";

/** Facts that are too expensive to gather at each Stop. */
export type Need = "exploration" | "verification";

/** A fact that must be gathered before the rules can continue. */
export interface Needed {
  readonly kind: "need";
  readonly need: Need;
}

/** The result of one rule: a decision, a need, or null to ask the next rule. */
type Ruling = Decision | Needed | null;

interface Rule {
  readonly name: string;
  readonly judge: (inputs: DecisionInputs, satisfied: ReadonlySet<Need>) => Ruling;
}

/** The rules in order. */
export const RULES = [
  {
    name: "requested-end",
    judge: ({ record, facts }) =>
      judgeRequestedEnd(record, { ...facts, hasMarker: facts.markerPresent }),
  },
  { name: "limit", judge: judgeLimits },
  { name: "waiting", judge: judgeWaiting },
  { name: "adapter", judge: judgeAdapterLimit },
  { name: "success", judge: judgeEnd },
  { name: "resting", judge: judgeResting },
  { name: "stuck", judge: judgeStuck },
  { name: "blocked", judge: judgeBlocked },
  { name: "no-tools", judge: judgeToolBudget },
] as const satisfies readonly Rule[];

/** The name of a rule, as the journal has it. */
export type RuleName = (typeof RULES)[number]["name"];

/** Asks the rules in order. The rule is null if none had a ruling. */
export function applyRules(inputs: DecisionInputs, satisfied: ReadonlySet<Need>) {
  for (const { name, judge } of RULES) {
    const ruling = judge(inputs, satisfied);
    if (ruling !== null) return { rule: name, ruling };
  }
  return { rule: null, ruling: null };
}

/** Checks whether the verification commands have to run before a complete task may end the loop. */
function needsChecks({ facts, settings }: DecisionInputs, satisfied: ReadonlySet<Need>): boolean {
  return facts.checks.length > 0 && !settings.eternal && !satisfied.has("verification");
}

function judgeLimits(inputs: DecisionInputs, satisfied: ReadonlySet<Need>): Ruling {
  const { record, facts, settings, task } = inputs;
  const limit = reachedLimit(record, settings);
  if (limit === null) return null;
  const evidence = describeTask(inputs);
  if (task.kind !== "complete" || settings.eternal) {
    return allowStop(nameUnmerged(limit, facts.unmerged), evidence);
  }
  if (needsChecks(inputs, satisfied)) return { kind: "need", need: "verification" };
  const { checks, verification } = facts;
  const isVerified = checks.length === 0 || verification.kind === "passed";
  const doubt = isVerified ? describeDoubt(inputs) : describeUnverified(verification);
  return allowStop(
    doubt === null
      ? reason.taskCompleteAtLimit(task.signal, limit)
      : reason.doubtfulAtLimit(limit, doubt),
    evidence,
  );
}

/**
 * Ends the loop on success. Success of an idle agent in a loop without a task needs the scan, and every
 * success needs the verification commands.
 */
function judgeEnd(inputs: DecisionInputs, satisfied: ReadonlySet<Need>): Ruling {
  if (findSuccess(inputs) !== null) {
    const need = { kind: "need", need: "verification" } as const;
    return needsChecks(inputs, satisfied) ? need : judgeSuccess(inputs);
  }
  if (satisfied.has("exploration")) return null;
  const withoutFinds = { ...inputs, facts: { ...inputs.facts, opportunities: 0 } };
  return findSuccess(withoutFinds) === null ? null : { kind: "need", need: "exploration" };
}

function judgeWaiting({ facts }: DecisionInputs): Decision | null {
  if (facts.waitsOn !== null) {
    return { kind: "wait", code: "background", on: facts.waitsOn, evidence: [] };
  }
  return facts.permissionMode === "plan"
    ? {
      kind: "wait",
      code: "plan-mode",
      on: "you: this session is in plan mode. Press Shift+Tab to leave it, then type anything",
      evidence: [],
    }
    : null;
}

/**
 * Active time during which a running shell delays the verdict on an agent that repeats itself with its
 * tools.
 */
const SHELL_HOLD_MS = 30 * MINUTE_MS;

/**
 * Waits while the agent's own command (such as a build) runs. The agent repeats itself, but is not stuck.
 * The client reports the end of the command, even in `-p`, and the waking hook limits the wait.
 *
 * The loop's clock distinguishes a build from a dev server: it stops while the agent waits for a build, but
 * runs while the agent works next to a server. So an agent that repeats itself later does not wait for the
 * server.
 */
function judgeResting(inputs: DecisionInputs): Decision | null {
  const { facts } = inputs;
  if (facts.shellsSeen.length === 0 || judgeBlocked(inputs) !== null) return null;
  const onlyTalks = facts.toollessContinuations > 0;
  const isLast = onlyTalks && toollessLeft(facts.toollessContinuations, facts.blockCap) === 0;
  const isHeld = (onlyTalks || hasYoungShell(inputs)) && judgeStuck(inputs) !== null;
  if (!isLast && !isHeld) return null;
  return { kind: "wait", code: "background", on: "a command in the background", evidence: [] };
}

function hasYoungShell({ record }: DecisionInputs): boolean {
  return Object.values(record.shellsSinceMs ?? {})
    .some((sinceMs) => record.accumulatedRuntimeMs - sinceMs < SHELL_HOLD_MS);
}

const NOTHING_WAITS: NonNullable<DecisionInputs["facts"]["waiting"]> = { items: [], next: null };

/** Ends a loop that needs a person, unless the plan has items that do not depend on the waiting ones. */
function judgeBlocked(inputs: DecisionInputs): Decision | null {
  const { needsMerge = null, tags, unmerged, waiting: { items, next } = NOTHING_WAITS } =
    inputs.facts;
  const need = items[0]?.need ?? tags.blocked ?? needsMerge;
  if (need === null || next !== null) return null;
  const named = items.length > 1 ? items.map(({ need, text }) => `"${text}": ${need}`) : [];
  const end = nameUnmerged(reason.blockedOn(need), unmerged);
  return allowStop(end, [...named, ...describeTask(inputs)]);
}

function judgeToolBudget(inputs: DecisionInputs): Decision | null {
  const { facts } = inputs;
  if (toollessLeft(facts.toollessContinuations, facts.blockCap) > 0) return null;
  return allowStop(
    nameTask(reason.onlyTalk(facts.toollessContinuations), inputs),
    describeTask(inputs),
  );
}

function describeSimilarity(similarity: number): string {
  const percent = Math.round(similarity * 100);
  return percent === 100
    ? "the answers are the same"
    : `the answers are at least ${percent} % alike`;
}

/** Ends a loop that repeats itself without progress, in any phase. */
function judgeStuck(inputs: DecisionInputs): Decision | null {
  const { facts: { repetition }, settings } = inputs;
  if (repetition === null || repetition.progress.length > 0) return null;
  const evidence = [
    `${describeSimilarity(repetition.similarity)}, and nothing new came since: ` +
    "no commit, file, item or metric",
    ...describeTask(inputs),
  ];
  return allowStop(
    nameTask(reason.repeating(repetition, settings.similarity_threshold), inputs),
    evidence,
  );
}

/** The agent gets a warning from this many rejections left. */
const REJECTIONS_WARNED = 2;

/** Describes for the agent the limits that will soon end the loop, one sentence each. */
export function describeNearEnd({ facts, record, settings }: DecisionInputs): string[] {
  const lines: string[] = [];
  const { alikeOutputs } = facts;
  if (alikeOutputs * 2 > settings.window_size) {
    const left = Math.max(1, settings.window_size - alikeOutputs);
    lines.push(
      `Your last answers repeat each other. ${inWords(left)} more like them, with ` +
        `nothing changed in the project, ${left === 1 ? "ends" : "end"} the loop: do something ` +
        "different now.",
    );
  }
  const rejectionsLeft = settings.verify_max_rejections - record.verifyRejections;
  if (record.verifyRejections > 0 && rejectionsLeft <= REJECTIONS_WARNED) {
    lines.push(
      `${inWords(rejectionsLeft)} more ${rejectionsLeft === 1 ? "failure" : "failures"} of this ` +
        `check without a change in the project ${rejectionsLeft === 1 ? "ends" : "end"} the loop.`,
    );
  }
  return lines;
}

function inWords(count: number): string {
  return ["No", "One", "Two", "Three"][count] ?? String(count);
}
