/** Judges the journalled facts of a decision by the rules of today. Pure. */
import type { DecisionFacts } from "../../store/records/decision_facts.ts";
import type { Decision } from "../decision.ts";
import type { ProgressKind, Signal, Verification } from "../facts.ts";
import type { CompletionJudgement } from "../rules/completion_rule.ts";
import type { Draft } from "../rules/draft.ts";
import { applyRules, type Need, type RuleName } from "../rules/rules.ts";

/** What the rules say to some facts. */
export interface Verdict {
  /** Null where no rule had a ruling. */
  readonly rule: RuleName | null;
  /** `need` where something would have to be gathered first. */
  readonly kind: "continue" | "wait" | "end" | "need";
  /** The reason of an end, what is waited for, or what is needed; null for a continuation. */
  readonly code: string | null;
}

/** Judges facts again. */
export function judgeAgain(facts: DecisionFacts): Verdict {
  const { rule, ruling } = applyRules(draftOf(facts), needsOf(facts));
  return { rule, ...verdictOf(ruling) };
}

/**
 * Reduces a rule's result to what it means for the loop.
 *
 * @param ruling The result; null where the loop goes on.
 */
export function verdictOf(
  ruling: Decision | { readonly kind: "need"; readonly need: Need } | null,
): Pick<Verdict, "kind" | "code"> {
  if (ruling === null) return { kind: "continue", code: null };
  switch (ruling.kind) {
    case "continue":
      return { kind: "continue", code: null };
    case "need":
      return { kind: "need", code: ruling.need };
    case "wait":
      return { kind: "wait", code: ruling.code };
    default:
      return { kind: "end", code: ruling.reason.code };
  }
}

/** The needs that were satisfied when the facts were judged. */
export function needsOf({ satisfied }: Pick<DecisionFacts, "satisfied">): Set<Need> {
  const needs: readonly Need[] = ["exploration", "verification"];
  return new Set(needs.filter((need) => satisfied.includes(need)));
}

/**
 * Makes what the rules decide by from the facts. What no rule reads, such as the items' texts, is
 * blank.
 */
export function draftOf(facts: DecisionFacts): Draft {
  const { items, tags, validation } = facts;
  return {
    record: {
      state: facts.state === "draining" ? "draining" : "running",
      iteration: facts.iteration,
      accumulatedRuntimeMs: facts.activeMs,
      usage: facts.usage,
      verifyRejections: facts.verifyRejections,
      focus: { path: facts.isFree ? null : "", method: "", candidates: [] },
      task: null,
      validation: {
        round: validation.round,
        score: validation.score,
        ended: validation.ended as Draft["record"]["validation"]["ended"],
        forced: validation.forced as Draft["record"]["validation"]["forced"],
        findings: fill(validation.findings, { round: 1, severity: "", text: "" }),
      },
    },
    facts: {
      killSwitch: facts.killSwitch,
      markerPresent: facts.hasMarker,
      isStopQueued: facts.isStopQueued,
      permissionMode: facts.permissionMode,
      waitsOn: facts.waitsOn,
      shellsSeen: fill(facts.shells, ""),
      toollessContinuations: facts.toolless,
      blockCap: facts.blockCap,
      checks: fill(facts.checks, ""),
      verification: verificationOf(facts.verification),
      repetition: facts.repetition && {
        ...facts.repetition,
        kind: facts.repetition.kind === "cycle" ? "cycle" : "same",
        progress: facts.repetition.progress as ProgressKind[],
      },
      idlePhrase: facts.idlePhrase,
      opportunities: facts.opportunities,
      adapter: facts.adapter,
      completion: items,
      tags,
    },
    settings: facts.settings,
    task: taskOf(facts.task),
  };
}

function verificationOf(
  { kind, command = "", why = "" }: DecisionFacts["verification"],
): Verification {
  switch (kind) {
    case "passed":
      return { kind };
    case "rejected":
      return { kind, command, tail: "" };
    case "unknown":
      return { kind, why };
    default:
      return { kind: "none" };
  }
}

function taskOf({ kind, signal }: DecisionFacts["task"]): CompletionJudgement {
  if (signal === undefined || kind === "incomplete") return { kind: "incomplete" };
  const claim = signal as Signal;
  return kind === "complete"
    ? { kind, signal: claim }
    : { kind: "ask", claim, openItems: [], remaining: [], asked: { signal: claim.name } };
}

function fill<T>(count: number, value: T): T[] {
  return Array.from({ length: count }, () => value);
}
