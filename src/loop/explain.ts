/**
 * Describes for people how close each rule was to deciding. Uses the facts in the journal and judges
 * nothing again. Pure.
 */
import type { DecisionInputs } from "../store/records/decision_inputs.ts";
import { showAmount, showCount, showNames } from "../text/human_units.ts";
import { HOUR_MS, showDuration } from "../text/time.ts";
import { type reachedLimit, toollessLeft } from "./rules/limits.ts";
import { type RuleName, RULES } from "./rules/rules.ts";
import { findObstacles, type SuccessObstacle } from "./rules/success_rule.ts";

/** From this nearness on, a rule counts as having nearly decided. */
const NEAR = 0.75;

/** A sentence about a rule's state, and how close it was to deciding. */
export interface RuleNote {
  /** One sentence without a period. */
  readonly text: string;
  /** 0: far from deciding; 1: it ruled, or would have ruled at the next step. */
  readonly nearness: number;
}

/** The nearness if one condition is not met, even if all others are. */
const ONE_SHORT = 0.9;

interface RuleWords {
  /** The rule's name for people. */
  readonly title: string;
  readonly note: (inputs: DecisionInputs) => RuleNote;
}

const WORDS: Readonly<Record<RuleName, RuleWords>> = {
  "requested-end": { title: "you end it", note: noteRequest },
  "limit": { title: "limit", note: ({ record, settings }) => noteLimits(record, settings) },
  "waiting": { title: "waiting", note: noteWaiting },
  "adapter": { title: "adapter", note: noteAdapter },
  "success": { title: "done", note: noteSuccess },
  "resting": { title: "own command", note: noteResting },
  "stuck": { title: "stuck", note: noteStuck },
  "blocked": { title: "blocked", note: noteBlocked },
  "no-tools": { title: "only talk", note: noteTools },
};

/** The state of a rule at a decision, in one sentence; `not-asked` if an earlier rule decided. */
export type RuleStanding = ReturnType<typeof standRules>[number];

/**
 * Describes the state of each rule, in their order.
 *
 * @param decided The rule that decided; null if none had a ruling.
 *
 * @example A loop that is stuck
 * `… { name: "stuck", text: "the last 5 answers are alike (…), and nothing changed", outcome: "decided" } …`
 */
export function standRules(inputs: DecisionInputs, decided: string | null) {
  const deciding = RULES.findIndex(({ name }) => name === decided);
  return RULES.map(({ name }, index) => {
    const { title, note } = WORDS[name];
    const { text, nearness } = note(inputs);
    const outcome = index === deciding
      ? "decided"
      : deciding === -1 || index < deciding
      ? "passed"
      : "not-asked";
    return { name, title, text, outcome, isNear: outcome !== "decided" && isNear(nearness) };
  });
}

/** Checks whether a rule counts as having nearly decided. */
export function isNear(nearness: number): boolean {
  return nearness >= NEAR;
}

function far(text: string): RuleNote {
  return { text, nearness: 0 };
}

function noteRequest({ facts, record }: DecisionInputs): RuleNote {
  const { isStopQueued, killSwitch, markerPresent } = facts;
  if (killSwitch !== null) return { text: `the kill switch is set: ${killSwitch}`, nearness: 1 };
  if (record.state === "draining" || isStopQueued) {
    return { text: "a stop was asked for", nearness: 1 };
  }
  return markerPresent
    ? far("no stop was asked for, and no kill switch is set")
    : { text: ".claude/loop-enabled is gone", nearness: 1 };
}

/**
 * Describes how near the limits are.
 *
 * @param unit The word for an iteration.
 */
export function noteLimits(
  { accumulatedRuntimeMs: activeMs, iteration, usage }: Parameters<typeof reachedLimit>[0],
  settings: Parameters<typeof reachedLimit>[1],
  unit = "turn",
): RuleNote {
  const { max_hours: hours, max_iterations: turns, max_tokens: tokens, max_cost_usd: cost } =
    settings;
  const budget = (
    limit: number | null,
    used: number | null,
    show: (amount: number) => string,
    unit = "",
  ) =>
    limit === null ? [] : [{
      text: `${used === null ? "unknown" : show(used)} of ${show(limit)}${unit}`,
      part: used === null ? 0 : used / limit,
    }];
  const limits = [
    { text: `${iteration} of ${showCount(turns, unit)}`, part: iteration / turns },
    {
      text: `${showDuration(activeMs)} of ${showDuration(hours * HOUR_MS)} active`,
      part: activeMs / (hours * HOUR_MS),
    },
    ...budget(tokens, usage.tokens, showAmount, " tokens"),
    ...budget(cost, usage.costUsd, (amount) => `$${amount.toFixed(2)}`),
  ];
  const nearness = Math.min(1, Math.max(...limits.map(({ part }) => part)));
  return { text: limits.map(({ text }) => text).join(", "), nearness };
}

function noteWaiting({ facts: { permissionMode, waitsOn } }: DecisionInputs): RuleNote {
  if (waitsOn !== null) return { text: `it waits for ${waitsOn}`, nearness: 1 };
  return permissionMode === "plan"
    ? { text: "the session is in plan mode", nearness: 1 }
    : far("nothing in the background wakes the session");
}

function noteAdapter({ facts: { adapter } }: DecisionInputs): RuleNote {
  if (adapter === null || adapter.confidence === 0) return far("no adapter has an opinion");
  const { confidence, name, reason, shouldContinue } = adapter;
  const says = shouldContinue ? "continue" : "stop";
  return {
    text: `${name} ${confidence >= 1 ? "decides" : "advises"} to ${says}: ${reason}`,
    nearness: shouldContinue ? 0 : confidence,
  };
}

function noteSuccess(inputs: DecisionInputs): RuleNote {
  const { facts: { completion: items, verification }, isFree, task } = inputs;
  const obstacles = findObstacles(inputs);
  const isIncomplete = obstacles.includes("incomplete") || obstacles.includes("not-idle");
  if (isIncomplete) {
    const shown = obstacles.filter((each) => each !== "validation" && each !== "opportunities");
    const nearness = items.total === 0 ? 0 : ONE_SHORT * items.done / items.total;
    return { text: sentence(shown, inputs), nearness: shown.length > 1 ? 0 : nearness };
  }
  const what = task.kind !== "complete"
    ? isFree ? "nothing is left" : "the task is complete"
    : `the task is complete: ${task.signal.detail}`;
  if (obstacles.length > 0) {
    return { text: `${what}, but ${sentence(obstacles, inputs)}`, nearness: ONE_SHORT };
  }
  switch (verification.kind) {
    case "rejected":
      return { text: `${what}, but \`${verification.command}\` fails`, nearness: ONE_SHORT };
    case "unknown":
      return {
        text: `${what}, but the checks could not run: ${verification.why}`,
        nearness: ONE_SHORT,
      };
    default: {
      const checked = verification.kind === "passed" ? ", and the checks pass" : "";
      return { text: `${what}${checked}`, nearness: 1 };
    }
  }
}

function sentence(obstacles: readonly SuccessObstacle[], inputs: DecisionInputs): string {
  return obstacles.map((obstacle) => describeObstacle(obstacle, inputs)).join(", and ");
}

function describeObstacle(
  obstacle: SuccessObstacle,
  { facts, isFree, record, settings }: DecisionInputs,
): string {
  const { adapter, completion: items, opportunities } = facts;
  const { accumulatedRuntimeMs: activeMs, iteration, validation } = record;
  switch (obstacle) {
    case "eternal":
      return "--eternal is set";
    case "minimums": {
      const { min_hours: hours, min_iterations: turns } = settings;
      const isShort = activeMs < hours * HOUR_MS;
      return showNames([
        ...isShort
          ? [`only ${showDuration(activeMs)} of at least ${showDuration(hours * HOUR_MS)}`]
          : [],
        ...iteration < turns ? [`only ${iteration} of at least ${showCount(turns, "turn")}`] : [],
      ]);
    }
    case "adapter":
      return `${adapter?.name} wants to continue: ${adapter?.reason}`;
    case "incomplete":
      return items.total === 0
        ? "nothing says that the task is complete"
        : `${items.done} of ${showCount(items.total, "item")} done`;
    case "validation":
      if (validation.round === 0) return "its validation has not begun";
      return `its validation is in round ${validation.round}` +
        (validation.forced === null || isFree ? "" : ", which you asked for");
    case "not-idle":
      return "the agent did not say that nothing is left to do";
    case "opportunities":
      return opportunities === null
        ? "the scan could not tell whether something is left"
        : `the scan found ${showCount(opportunities, "opportunity", "opportunities")}`;
  }
}

function noteResting({ facts }: DecisionInputs): RuleNote {
  const { repetition, shellsSeen: { length: shells }, toollessContinuations: toolless } = facts;
  if (shells === 0) return far("no command of the agent runs in the background");
  const what = shells === 1
    ? "a command of the agent runs in the background"
    : `${shells} commands of the agent run in the background`;
  const isNear = toolless > 0 || repetition !== null;
  return { text: `${what}, and ${describeTools(toolless)}`, nearness: isNear ? 0.5 : 0 };
}

function describeTools(toolless: number): string {
  return toolless === 0
    ? "it used a tool"
    : `its last ${showCount(toolless, "answer")} used no tool`;
}

function noteStuck({ facts: { alikeOutputs, repetition }, settings }: DecisionInputs): RuleNote {
  const { similarity_threshold: threshold, window_size: window } = settings;
  if (repetition === null) {
    const nearness = ONE_SHORT * (alikeOutputs - 1) / Math.max(1, window - 1);
    return alikeOutputs < 2
      ? far("its last answers differ")
      : { text: `${alikeOutputs} of ${window} answers are alike`, nearness };
  }
  const { kind, outputs, progress, similarity } = repetition;
  const alike = kind === "cycle"
    ? `the last ${outputs} answers repeat the same two or three`
    : `the last ${outputs} answers are alike`;
  const share = (part: number) => `${Math.round(part * 100)} %`;
  const text = `${alike} (${share(similarity)}, threshold ${share(threshold)})`;
  return progress.length === 0
    ? { text: `${text}, and nothing changed`, nearness: 1 }
    : { text: `${text}, but there was progress: ${showNames(progress)}`, nearness: ONE_SHORT };
}

function noteBlocked({ facts: { needsMerge, tags, waiting } }: DecisionInputs): RuleNote {
  const [item] = waiting?.items ?? [];
  if (item !== undefined) {
    const text = `"${item.text}" needs you: ${item.need}`;
    return waiting?.next == null
      ? { text: `${text}; no open item is independent of it`, nearness: 1 }
      : { text: `${text}; other items are independent of it`, nearness: 0.5 };
  }
  if (tags.blocked !== null) {
    return { text: `the agent needs you: ${tags.blocked}`, nearness: 1 };
  }
  return needsMerge === undefined
    ? far("the agent did not say that it needs you")
    : { text: `it needs you: ${needsMerge}`, nearness: 1 };
}

function noteTools(
  { facts: { blockCap, toollessContinuations: toolless } }: DecisionInputs,
): RuleNote {
  if (blockCap <= 0) return far(`${describeTools(toolless)}, and the client has no cap`);
  const usable = toollessLeft(0, blockCap);
  if (toolless === 0) return far("it used a tool");
  return {
    text: `${toolless} of ${usable} answers in a row used no tool`,
    nearness: Math.min(1, toolless / usable),
  };
}
