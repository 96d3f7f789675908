/**
 * Reviews finished items and the finished plan with agents of their own, which may not change
 * anything.
 *
 * @module
 */
import { readCommit } from "../../evidence/progress/commit.ts";
import { showCount } from "../../text/human_units.ts";
import type { RunContext } from "../job/context.ts";
import type { Plan, PlanItem } from "../plan/plan.ts";
import { untickItem } from "../plan/untick.ts";
import { readChanges } from "./changes.ts";
import type { Review } from "./read_review.ts";
import { ReviewAgent } from "./review_agent.ts";
import type { ReviewRecord, ReviewSettings, SentBack } from "./review_record.ts";

/** The validation rounds of a loop in a session, which the finished plan gets too. */
const FINAL_ROUNDS = 3;

/** The key of the whole plan; items have a number after their text. */
const WHOLE = "";

/** Reviews the work of one run. */
export class Reviewer {
  readonly #context: RunContext;
  readonly #settings: ReviewSettings | null;
  readonly #agent: ReviewAgent | null;
  /** The commit before each item was begun, by key. */
  readonly #commits = new Map<string, string>();
  /** How often each item was sent back. */
  readonly #sentBack = new Map<string, number>();
  readonly #records = new Map<string, ReviewRecord>();
  #waitedMs = 0;

  /** @param context The run's dependencies; without review settings nothing is reviewed. */
  constructor(context: RunContext) {
    this.#context = context;
    const { review } = context.job;
    this.#settings = review;
    this.#agent = review === null ? null : new ReviewAgent(context, review.agent);
  }

  /** What came of all reviews, in the order of the first. */
  get records(): readonly ReviewRecord[] {
    return [...this.#records.values()];
  }

  /** Notes the commit before an item is begun for the first time; null for a finished plan. */
  noteBegin(item: PlanItem | null): void {
    const key = item?.key ?? WHOLE;
    if (this.#settings === null || this.#commits.has(key)) return;
    this.#commits.set(key, readCommit(this.#context.workFolder));
  }

  /**
   * Reviews items that an agent ticked, and opens the first again whose review has serious findings.
   *
   * @param plan The plan as it is now.
   * @param begun The item that the agent was given.
   * @param isMeant Whether to review a ticked item.
   * @returns What goes back to a worker; null if all items count, or a stop was asked for.
   */
  async reviewTicked(
    plan: Plan,
    begun: PlanItem | null,
    isMeant: (item: PlanItem) => boolean,
  ): Promise<SentBack | null> {
    if (this.#agent === null) return null;
    const { workFolder, noteOnce } = this.#context;
    for (const item of plan.items) {
      if (item.state !== "done" || !isMeant(item)) continue;
      const commit = this.#commits.get(item.key) ?? this.#commits.get(begun?.key ?? WHOLE) ?? "";
      const changes = await readChanges(workFolder, commit);
      const earlier = this.#records.get(item.key)?.open ?? [];
      const part = { item, plan, changes, round: 1, rounds: 1, earlier };
      const review = await this.#agent.review(part);
      const sentBack = review === null ? null : this.#settle(item.key, item.text, [review]);
      if (sentBack === null) continue;
      const unticked = await untickItem(plan.path, workFolder, item.key);
      if (unticked.kind === "failed") {
        noteOnce(`"${item.text}" could not be opened again: ${unticked.why}`);
      }
      return sentBack;
    }
    return null;
  }

  /**
   * Reviews the finished plan in three rounds.
   *
   * @returns What goes back to a worker; null if the plan counts, or a stop was asked for.
   */
  async reviewPlan(plan: Plan): Promise<SentBack | null> {
    if (this.#agent === null) return null;
    const { workFolder, loop } = this.#context;
    const changes = await readChanges(workFolder, loop.facts.startCommit ?? "");
    const reviews: Review[] = [];
    const earlier = this.#records.get(WHOLE)?.open ?? [];
    for (let round = 1; round <= FINAL_ROUNDS; round++) {
      const part = { item: null, plan, changes, round, rounds: FINAL_ROUNDS, earlier };
      const review = await this.#agent.review(part);
      if (review === null) return null;
      reviews.push(review);
      if (review.kind === "none") break;
    }
    return this.#settle(WHOLE, null, reviews);
  }

  /** Decides whether a review sends the work back, and remembers what it leaves open. */
  #settle(key: string, item: string | null, rounds: readonly Review[]): SentBack | null {
    const { loop, report } = this.#context;
    const what = item === null ? "the plan" : `"${item}"`;
    const { reviews = 0, waitedMs: waitedBeforeMs = 0 } = this.#records.get(key) ?? {};
    const waitedMs = waitedBeforeMs + this.#takeWaitedMs();
    const serious = rounds.flatMap((round) => round.kind === "reviewed" ? round.serious : []);
    const minor = rounds.flatMap((round) => round.kind === "reviewed" ? round.minor : []);
    const open = [...serious, ...minor];
    const missing = rounds.find((round) => round.kind === "none")?.why ?? null;
    const counted = missing === null ? reviews + 1 : reviews;
    this.#records.set(key, { item, reviews: counted, open, missing, waitedMs });
    if (missing !== null) {
      const sentence = `No review of ${what}: ${missing}`;
      report({ kind: "note", text: `Warning: ${sentence}` });
      loop.note({ kind: "review", code: "none", sentence });
      // What earlier rounds reported is still sent back.
      if (open.length === 0) return null;
    }
    const before = this.#sentBack.get(key) ?? 0;
    const isSentBack = serious.length > 0 && before < (this.#settings?.rounds ?? 0);
    const found = open.length === 0 ? "nothing" : showCount(open.length, "finding");
    const next = isSentBack ? ", sent back to a worker" : ", left open";
    const sentence = `The review of ${what} reported ${found}${serious.length > 0 ? next : ""}`;
    report({ kind: "note", text: sentence });
    loop.note({
      kind: "review",
      code: isSentBack ? "sent-back" : "passed",
      sentence,
      evidence: open.map(({ severity, text }) => `finding (${severity}): ${text}`),
    });
    if (!isSentBack) return null;
    this.#sentBack.set(key, before + 1);
    return { item, findings: serious };
  }

  /** Returns how long rate limits were waited for since the last call. */
  #takeWaitedMs(): number {
    const totalMs = this.#agent?.waitedMs ?? 0;
    const sinceMs = totalMs - this.#waitedMs;
    this.#waitedMs = totalMs;
    return sinceMs;
  }
}
