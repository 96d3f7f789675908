/**
 * Reduces what a decision was made by to the facts that the journal keeps. Pure, and fit for hooks.
 */
import type { DecisionFacts } from "../store/records/decision_facts.ts";
import type { Settings } from "../store/settings/settings.ts";
import { shorten } from "../text/shorten.ts";
import type { Facts, ProgressKind, Verification } from "./facts.ts";
import type { Basis } from "./judge.ts";
import { isFree } from "./rules/success_rule.ts";
import type { CompletionJudgement } from "./rules/completion_rule.ts";
import { openFindings } from "./validation/validation_score.ts";

/** What changed in the project since the answer before. */
export interface Changes {
  readonly kinds: readonly (ProgressKind | "validation round")[];
  /** Whether the files were compared. */
  readonly isTreeKnown: boolean;
}

/** Characters of a text that somebody else wrote. */
const TEXT_CHARACTERS = 160;
/** Findings of one answer. */
const MOST_FINDINGS = 20;

/**
 * Reduces a decision's basis to facts.
 *
 * @param changes What changed since the answer before; null after the first answer of a session.
 */
export function decisionFactsOf(
  { rule, draft, satisfied }: Basis,
  changes: Changes | null,
): DecisionFacts {
  const { record, facts, settings, task } = draft;
  const { completion, tags, repetition, adapter } = facts;
  return {
    rule: rule ?? "none",
    satisfied: [...satisfied],
    iteration: record.iteration,
    phase: record.phase,
    state: record.state,
    activeMs: Math.floor(record.accumulatedRuntimeMs),
    usage: { tokens: record.usage.tokens, costUsd: record.usage.costUsd },
    settings: settingsOf(settings),
    isFree: isFree(record),
    task: taskOf(task),
    signals: completion.signals.map(({ name, confidence }) => ({ name, confidence })),
    items: {
      done: completion.done,
      total: completion.total,
      open: completion.openItems.length,
    },
    tags: {
      promise: cut(tags.promise),
      blocked: cut(tags.blocked),
      validated: tags.validated,
      findings: tags.findings.length,
      reported: tags.findings.length === 0 ? undefined : tags.findings.slice(0, MOST_FINDINGS)
        .map(({ severity, text }) => ({ severity, text: shorten(text, TEXT_CHARACTERS) })),
    },
    toolless: facts.toollessContinuations,
    blockCap: facts.blockCap,
    repetition: repetition && { ...repetition, progress: [...repetition.progress] },
    alikeOutputs: facts.alikeOutputs,
    idlePhrase: cut(facts.idlePhrase),
    isIdle: record.idle !== null,
    checks: facts.checks.length,
    verification: verificationOf(facts.verification),
    verifyRejections: record.verifyRejections,
    adapter: adapter && {
      name: adapter.name,
      shouldContinue: adapter.shouldContinue,
      confidence: adapter.confidence,
      reason: shorten(adapter.reason, TEXT_CHARACTERS),
      metrics: adapter.metrics,
      converged: adapter.converged,
    },
    validation: validationOf(record.validation),
    opportunities: facts.opportunities,
    waitsOn: cut(facts.waitsOn),
    shells: facts.shellsSeen.length,
    permissionMode: facts.permissionMode,
    killSwitch: facts.killSwitch,
    hasMarker: facts.markerPresent,
    isStopQueued: facts.isStopQueued,
    commit: facts.mark.commit,
    changes: changes && { ...changes, kinds: [...changes.kinds] },
  };
}

function settingsOf(settings: Settings): DecisionFacts["settings"] {
  return {
    max_hours: settings.max_hours,
    min_hours: settings.min_hours,
    max_iterations: settings.max_iterations,
    min_iterations: settings.min_iterations,
    max_tokens: settings.max_tokens,
    max_cost_usd: settings.max_cost_usd,
    eternal: settings.eternal,
    similarity_threshold: settings.similarity_threshold,
    window_size: settings.window_size,
    verify_max_rejections: settings.verify_max_rejections,
    enable_validation_phase: settings.enable_validation_phase,
    validation_rounds: settings.validation_rounds,
    validation_score: settings.validation_score,
  };
}

function taskOf(task: CompletionJudgement): DecisionFacts["task"] {
  if (task.kind === "incomplete") return { kind: task.kind };
  const { name, confidence, detail } = task.kind === "complete" ? task.signal : task.claim;
  const signal = { name, confidence, detail: shorten(detail, TEXT_CHARACTERS) };
  return { kind: task.kind, signal };
}

function verificationOf(verification: Verification): DecisionFacts["verification"] {
  switch (verification.kind) {
    case "rejected":
      return { kind: "rejected", command: shorten(verification.command, TEXT_CHARACTERS) };
    case "unknown":
      return { kind: "unknown", why: shorten(verification.why, TEXT_CHARACTERS) };
    default:
      return { kind: verification.kind };
  }
}

function validationOf(
  validation: Basis["draft"]["record"]["validation"],
): DecisionFacts["validation"] {
  const { cycle, round, closed, score, ended, forced } = validation;
  return {
    cycle,
    round,
    closed: closed.length,
    findings: openFindings(validation).length,
    score,
    ended,
    forced,
  };
}

function cut(text: Facts["tags"]["blocked"]): string | null {
  return text === null ? null : shorten(text, TEXT_CHARACTERS);
}
