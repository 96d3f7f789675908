// deno-lint-ignore-file camelcase -- the names are those of the file
/**
 * How one continuation changes what is known: a pure step, so that it can be repeated.
 *
 * @module
 */
import { type Knowledge, knowledgeOf, type Tried } from "./knowledge.ts";
import { renderExactInstant } from "../../text/instant.ts";
import { isCheckName, type Opportunity } from "../opportunity.ts";

/** What happened in a continuation. */
export interface Round {
  readonly loopId: string;
  readonly iteration: number;
  /** Unix milliseconds. */
  readonly nowMs: number;
  /** What the agent was shown. */
  readonly shown: readonly Opportunity[];
  /** Ids of all that was found, whether shown or not. */
  readonly present: ReadonlySet<string>;
  /** The checks that looked at everything: only of these is gone what is not found. */
  readonly checked: ReadonlySet<string>;
  /** The tree's stamp now. */
  readonly stamp: string;
  /** Whether something moved in the project since the last continuation, as the loop sees it. */
  readonly hasMoved: boolean;
}

/** Shown so often, and still there: it is ignored. */
const IGNORED_AFTER = 3;

/** So often a loop offers the same: twice, and once more with the question why not. */
export const OFFERS_IN_A_LOOP = 3;

/** So many are kept. */
const MOST_TRIED = 50;

/**
 * Takes one continuation in: settles what is gone or ignored, and notes what was shown.
 *
 * @param knowledge what was known before
 * @param round what happened
 * @returns what is known now; the very same object where the round was counted already
 */
export function learn(knowledge: Knowledge, round: Round): Knowledge {
  const { noted } = knowledge;
  const isCounted = noted?.loop_id === round.loopId && noted.iteration >= round.iteration;
  if (isCounted) return knowledge;
  const draft = new Draft(knowledge, round);
  draft.settleGone();
  draft.settleWorn();
  for (const opportunity of round.shown) draft.offer(opportunity);
  return draft.result();
}

class Draft {
  readonly #knowledge: Knowledge;
  readonly #round: Round;
  readonly #now: string;
  #tried: Tried[];

  constructor(knowledge: Knowledge, round: Round) {
    this.#knowledge = { ...knowledge, checks: { ...knowledge.checks } };
    this.#round = round;
    this.#now = renderExactInstant(round.nowMs);
    this.#tried = [...knowledge.tried];
  }

  /** What is gone while something moved was acted on; what is gone by itself says nothing. */
  settleGone(): void {
    const { present, checked, stamp, hasMoved } = this.#round;
    this.#tried = this.#tried.flatMap((tried) => {
      if (tried.outcome === "acted" || present.has(tried.id)) return [tried];
      if (!checked.has(tried.check)) return [tried];
      if (!hasMoved && tried.stamp === stamp) return tried.outcome === "open" ? [] : [tried];
      const wasIgnored = tried.outcome === "ignored";
      this.#count(tried.check, { acted: 1, ignored: wasIgnored ? -1 : 0 }, true);
      return [{ ...tried, outcome: "acted" as const, last_at: this.#now }];
    });
  }

  offer(opportunity: Opportunity): void {
    const { id, check, text } = opportunity;
    const { loopId, iteration, stamp } = this.#round;
    const at = this.#tried.findIndex((tried) => tried.id === id && tried.outcome !== "acted");
    const before = this.#tried[at];
    if (before === undefined) {
      this.#count(check, { offered: 1 }, false);
      this.#tried.push({
        id,
        check,
        text,
        offered: 1,
        loop_id: loopId,
        iteration,
        first_at: this.#now,
        last_at: this.#now,
        stamp,
        outcome: "open",
        in_loop: { loop_id: loopId, offered: 1 },
      });
      return;
    }
    const offered = before.offered + 1;
    const isIgnored = before.outcome === "ignored" || offered > IGNORED_AFTER;
    this.#count(check, { ignored: isIgnored && before.outcome === "open" ? 1 : 0 }, false);
    this.#tried[at] = {
      ...before,
      text,
      offered,
      stamp,
      last_at: this.#now,
      outcome: isIgnored ? "ignored" : "open",
      in_loop: {
        loop_id: loopId,
        offered: before.in_loop?.loop_id === loopId ? before.in_loop.offered + 1 : 1,
      },
    };
  }

  /** What this loop no longer offers, and what still stands there, was ignored. */
  settleWorn(): void {
    const { loopId, present, shown } = this.#round;
    this.#tried = this.#tried.map((tried) => {
      const isWorn = tried.outcome === "open" && tried.in_loop?.loop_id === loopId &&
        tried.in_loop.offered >= OFFERS_IN_A_LOOP && present.has(tried.id) &&
        !shown.some(({ id }) => id === tried.id);
      if (!isWorn) return tried;
      this.#count(tried.check, { ignored: 1 }, false);
      return { ...tried, outcome: "ignored" as const };
    });
  }

  result(): Knowledge {
    const { loopId, iteration } = this.#round;
    return {
      ...this.#knowledge,
      tried: keepLast(this.#tried),
      noted: { loop_id: loopId, iteration },
    };
  }

  #count(
    check: string,
    more: { offered?: number; acted?: number; ignored?: number },
    isActed: boolean,
  ): void {
    if (!isCheckName(check)) return;
    const known = knowledgeOf(this.#knowledge, check);
    this.#knowledge.checks[check] = {
      offered: known.offered + (more.offered ?? 0),
      acted: known.acted + (more.acted ?? 0),
      ignored: Math.max(0, known.ignored + (more.ignored ?? 0)),
      last_offered: isActed ? known.last_offered : this.#now,
      last_acted: isActed ? this.#now : known.last_acted,
    };
  }
}

/** Settled ones go first: of the others it is not known yet what comes of them. */
function keepLast(tried: readonly Tried[]): Tried[] {
  const tooMany = Math.max(0, tried.length - MOST_TRIED);
  const settled = tried.filter(({ outcome }) => outcome !== "open").slice(0, tooMany);
  const gone = new Set(settled);
  return tried.filter((one) => !gone.has(one)).slice(-MOST_TRIED);
}
