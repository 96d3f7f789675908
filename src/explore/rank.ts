/**
 * Puts opportunities in order, and leaves out what nobody wants: once, at the end.
 * Pure.
 *
 * @module
 */
import {
  type CheckKnowledge,
  isSunk,
  type Knowledge,
  knowledgeOf,
  learnedWeight,
} from "./knowledge/knowledge.ts";
import { type CheckName, CHECKS, type Opportunity } from "./opportunity.ts";
import { isAbout, type Steering } from "./steering.ts";

/** What to rank by. */
export interface RankRequest {
  /** All that was found, in any order. */
  readonly opportunities: readonly Opportunity[];
  readonly guidance: Steering;
  readonly knowledge: Knowledge;
  /** Unix milliseconds. */
  readonly nowMs: number;
  /**
   * Whether busywork is out (the adapter has converged); otherwise it comes after
   * everything else.
   */
  readonly isBusyworkOut: boolean;
}

/** The order, and what was left out of it. */
export interface Ranking {
  /** The first is to be shown first; its score counts what was learned. */
  readonly ranked: readonly Opportunity[];
  readonly leftOut: {
    /** By the user's word. */
    readonly forbidden: number;
    readonly busywork: number;
    /** Of checks that never led to a change. */
    readonly sunk: number;
  };
}

/** Each further one of the same check is worth so much of the one before: five alike help nobody. */
const NEXT_ONE = 0.8;

/** One that was shown often, and stayed, makes room. */
const IGNORED_WEIGHT = 0.25;

type _Class = "encouraged" | "ordinary" | "busywork";
const CLASSES: readonly _Class[] = ["encouraged", "ordinary", "busywork"];

/**
 * Ranks opportunities.
 *
 * @param request what to rank by
 * @returns encouraged ones first, then ordinary ones, then busywork; each by score
 */
export function rankOpportunities(request: RankRequest): Ranking {
  const { opportunities, guidance, knowledge, nowMs, isBusyworkOut } = request;
  const known = new Map<CheckName, CheckKnowledge>();
  for (const check of Object.keys(CHECKS) as CheckName[]) {
    known.set(check, knowledgeOf(knowledge, check));
  }
  const ignored = new Set(
    knowledge.tried.filter(({ outcome }) => outcome === "ignored").map(({ id }) => id),
  );
  const leftOut = { forbidden: 0, busywork: 0, sunk: 0 };
  const classes: Record<_Class, Opportunity[]> = { encouraged: [], ordinary: [], busywork: [] };
  for (const opportunity of opportunities) {
    const learned = known.get(opportunity.check);
    const weight = (learned === undefined ? 1 : learnedWeight(learned)) *
      (ignored.has(opportunity.id) ? IGNORED_WEIGHT : 1);
    const weighed = { ...opportunity, score: opportunity.score * weight };
    const isWanted = guidance.encouraged.some((text) => isAbout(text, opportunity));
    const isBusywork = CHECKS[opportunity.check].busywork !== null;
    if (isWanted) classes.encouraged.push(weighed);
    else if (guidance.forbidden.some((text) => isAbout(text, opportunity))) leftOut.forbidden++;
    else if (learned !== undefined && isSunk(learned, nowMs)) leftOut.sunk++;
    else if (!isBusywork) classes.ordinary.push(weighed);
    else if (isBusyworkOut) leftOut.busywork++;
    else classes.busywork.push(weighed);
  }
  return { ranked: CLASSES.flatMap((name) => order(classes[name])), leftOut };
}

function order(opportunities: readonly Opportunity[]): Opportunity[] {
  const counts = new Map<CheckName, number>();
  const spread = [...opportunities].sort(byScore).map((opportunity) => {
    const before = counts.get(opportunity.check) ?? 0;
    counts.set(opportunity.check, before + 1);
    return { ...opportunity, score: opportunity.score * NEXT_ONE ** before };
  });
  return spread.sort(byScore);
}

/** By code units where scores are equal: `localeCompare` would load the collator. */
function byScore(left: Opportunity, right: Opportunity): number {
  return right.score - left.score || (left.id < right.id ? -1 : left.id > right.id ? 1 : 0);
}
