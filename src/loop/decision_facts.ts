/**
 * Reduces what a decision was made by to the facts that the journal keeps; what their shape does not
 * have is left out when they are written. Pure, and fit for hooks.
 */
import type { DecisionFacts } from "../store/records/decision_facts.ts";
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
    usage: record.usage,
    settings,
    isFree: isFree(record),
    task: taskOf(task),
    signals: [...completion.signals],
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
    adapter: adapter && { ...adapter, reason: shorten(adapter.reason, TEXT_CHARACTERS) },
    validation: {
      ...record.validation,
      closed: record.validation.closed.length,
      findings: openFindings(record.validation).length,
    },
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

function cut(text: Facts["tags"]["blocked"]): string | null {
  return text === null ? null : shorten(text, TEXT_CHARACTERS);
}
