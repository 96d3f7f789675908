/** How a continuation changes the knowledge. Pure. */
import { type Knowledge, knowledgeOf, type Tried } from "./knowledge.ts";
import { isCheckName, type Opportunity } from "../opportunity.ts";

/** What happened in a continuation. */
export interface Round {
  readonly loopId: string;
  readonly iteration: number;
  readonly nowMs: number;
  readonly shown: readonly Opportunity[];
  /** Ids of all opportunities found, shown or not. */
  readonly present: ReadonlySet<string>;
  /** Checks that covered every file: only their missing opportunities are gone. */
  readonly checked: ReadonlySet<string>;
  /** The tree's stamp now. */
  readonly stamp: string;
  /** Whether anything changed in the project since the last continuation, as the loop sees it. */
  readonly hasMoved: boolean;
}

/** An opportunity that remains after so many offers counts as ignored. */
const IGNORED_AFTER = 3;

/** How often a loop offers an opportunity; the last time it asks why nothing was done. */
export const OFFERS_IN_A_LOOP = 3;

/** Opportunities kept in the record. */
const MAX_TRIED = 50;

/**
 * Counts a continuation: settles what is gone or ignored, and notes what was shown.
 *
 * @returns The new knowledge; the same object where the continuation was counted already.
 */
export function learn(knowledge: Knowledge, round: Round): Knowledge {
  const { loopId, iteration } = round;
  const { noted } = knowledge;
  if (noted?.loopId === loopId && noted.iteration >= iteration) return knowledge;
  const counts = new Counts(knowledge, round.nowMs);
  const settled = knowledge.tried
    .flatMap((tried) => settleGone(tried, round, counts))
    .map((tried) => settleWorn(tried, round, counts));
  for (const opportunity of round.shown) offer(settled, opportunity, round, counts);
  return {
    ...knowledge,
    checks: counts.checks,
    tried: keepLast(settled),
    noted: { loopId: loopId, iteration },
  };
}

/** An opportunity that is gone after a change was acted on; gone without a change, it is dropped. */
function settleGone(
  tried: Tried,
  { present, checked, stamp, hasMoved }: Round,
  counts: Counts,
): Tried[] {
  const isThere = present.has(tried.id) || !checked.has(tried.check);
  if (tried.outcome === "acted" || isThere) return [tried];
  if (!hasMoved && tried.stamp === stamp) return tried.outcome === "open" ? [] : [tried];
  counts.add(tried.check, { acted: 1, ignored: tried.outcome === "ignored" ? -1 : 0 });
  return [{ ...tried, outcome: "acted", lastAt: counts.nowMs }];
}

/** An opportunity that remains and that this loop no longer offers was ignored. */
function settleWorn(tried: Tried, { loopId, present, shown }: Round, counts: Counts): Tried {
  const isWorn = tried.outcome === "open" && tried.inLoop?.loopId === loopId &&
    tried.inLoop.offered >= OFFERS_IN_A_LOOP && present.has(tried.id) &&
    !shown.some(({ id }) => id === tried.id);
  if (!isWorn) return tried;
  counts.add(tried.check, { ignored: 1 });
  return { ...tried, outcome: "ignored" };
}

function offer(
  all: Tried[],
  { id, check, text }: Opportunity,
  { loopId, iteration, stamp }: Round,
  counts: Counts,
): void {
  const at = all.findIndex((tried) => tried.id === id && tried.outcome !== "acted");
  const last = all[at];
  const offered = (last?.offered ?? 0) + 1;
  const inLoop = last?.inLoop?.loopId === loopId ? last.inLoop.offered + 1 : 1;
  const isIgnored = last?.outcome === "ignored" || offered > IGNORED_AFTER;
  counts.add(
    check,
    last === undefined ? { offered: 1 } : { ignored: isIgnored && last.outcome === "open" ? 1 : 0 },
  );
  const first = { loopId: loopId, iteration, firstAt: counts.nowMs };
  all.splice(at < 0 ? all.length : at, 1, {
    ...(last ?? { id, check, ...first }),
    text,
    offered,
    lastAt: counts.nowMs,
    stamp,
    outcome: isIgnored ? "ignored" : "open",
    inLoop: { loopId: loopId, offered: inLoop },
  });
}

/** What was learned about the checks, while a continuation is counted. */
class Counts {
  readonly checks: Knowledge["checks"];
  readonly #knowledge: Knowledge;

  constructor(knowledge: Knowledge, readonly nowMs: number) {
    this.checks = { ...knowledge.checks };
    this.#knowledge = { ...knowledge, checks: this.checks };
  }

  add(check: string, more: { offered?: number; acted?: number; ignored?: number }): void {
    if (!isCheckName(check)) return;
    const learned = knowledgeOf(this.#knowledge, check);
    const isActed = more.acted !== undefined;
    this.checks[check] = {
      offered: learned.offered + (more.offered ?? 0),
      acted: learned.acted + (more.acted ?? 0),
      ignored: Math.max(0, learned.ignored + (more.ignored ?? 0)),
      lastOffered: isActed ? learned.lastOffered : this.nowMs,
      lastActed: isActed ? this.nowMs : learned.lastActed,
    };
  }
}

/** Drops settled opportunities first: the others have no outcome yet. */
function keepLast(tried: readonly Tried[]): Tried[] {
  const excess = Math.max(0, tried.length - MAX_TRIED);
  const gone = new Set(tried.filter(({ outcome }) => outcome !== "open").slice(0, excess));
  return tried.filter((each) => !gone.has(each)).slice(-MAX_TRIED);
}
