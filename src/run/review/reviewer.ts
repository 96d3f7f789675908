/**
 * Reviews finished items and the finished plan with separate agents, which may not change anything.
 *
 * @module
 */
import { readCommit } from "../../evidence/progress/mark.ts";
import { onceEach } from "../../loop/validation/validation_score.ts";
import type { ReviewRecord } from "../../store/records/loop_record.ts";
import { showCount } from "../../text/human_units.ts";
import type { RunContext } from "../job/context.ts";
import type { Plan, PlanItem } from "../plan/plan.ts";
import { untickItem } from "../plan/untick.ts";
import { readChanges } from "./changes.ts";
import { isSerious, type Review } from "./read_review.ts";
import { ReviewAgent } from "./review_agent.ts";
import { NO_REVIEW, type ReviewSettings, type SentBack } from "./review_record.ts";

/** The number of validation rounds of a loop in a session; the finished plan gets as many. */
const FINAL_ROUNDS = 3;

/** The key of the whole plan; items' keys have a number after their text. */
const WHOLE = "";

/** Reviews the work of one run. The results are in the loop's record, so that a resumed run continues. */
export class Reviewer {
  readonly #context: RunContext;
  readonly #settings: ReviewSettings | null;
  readonly #agent: ReviewAgent | null;
  #waitedMs = 0;

  /** @param context The run's dependencies; without review settings nothing is reviewed. */
  constructor(context: RunContext) {
    this.#context = context;
    const { review } = context.job;
    this.#settings = review;
    this.#agent = review === null ? null : new ReviewAgent(context, review.agent);
  }

  /** Notes the commit before an item is begun for the first time; null for a finished plan. */
  noteBegin(item: PlanItem | null): void {
    if (this.#settings === null) return;
    const { workFolder, branch } = this.#context;
    const known = this.#find(item);
    // In another worktree the item begins from scratch.
    if (known !== undefined && known.branch === branch) return;
    this.#change(item, { commit: readCommit(workFolder), branch });
  }

  /**
   * Finds the findings that a worker has to fix.
   *
   * @param item The worker's item; null for a finished plan.
   * @returns The serious findings of the last review; null if it did not send the work back.
   */
  findSentBack(item: PlanItem | null): SentBack | null {
    const known = this.#find(item);
    if (known?.isSentBack !== true) return null;
    const branch = known.branch === this.#context.branch ? null : known.branch ?? null;
    return { item: known.item, findings: known.open.filter(isSerious), branch };
  }

  /** Notes that a worker with the findings of the whole plan has ended. */
  noteFixed(): void {
    if (this.#find(null)?.isSentBack) this.#change(null, { isSentBack: false });
  }

  /** Notes items that an agent ticked. @param begun The item that the agent was given. */
  noteTicked(items: readonly PlanItem[], begun: PlanItem | null): void {
    if (this.#settings === null) return;
    const { commit = "", branch } = this.#find(begun) ?? {};
    for (const item of items) {
      this.#change(item, { commit, branch, ...this.#find(item), isDue: true });
    }
  }

  /**
   * Reviews the ticked items that are due, and reopens items whose review has serious findings.
   *
   * @param plan The plan in its current state.
   * @param iteration The iteration that ended last in this work folder.
   * @returns True if an item was reopened.
   */
  async reviewDue(plan: Plan, iteration: number): Promise<boolean> {
    let hasOpened = false;
    for (const item of plan.items) {
      const due = this.#find(item);
      if (this.#agent === null || item.state !== "done" || due?.isDue !== true) continue;
      const changes = await readChanges(this.#context.workFolder, due.commit);
      const part = { item, iteration, plan, changes, round: 1, rounds: 1, earlier: due.open };
      const review = await this.#agent.review(part);
      if (review === null) break;
      if (await this.#settle(item, [review])) hasOpened = true;
    }
    return hasOpened;
  }

  /**
   * Reviews the finished plan in three rounds, unless a worker has yet to fix earlier findings.
   *
   * @returns True if a worker has to fix something; false if the plan counts, or a stop was requested.
   */
  async reviewPlan(plan: Plan): Promise<boolean> {
    if (this.#agent === null) return false;
    const known = this.#find(null);
    if (known?.isSentBack) return true;
    const { workFolder, loop } = this.#context;
    const changes = await readChanges(workFolder, loop.facts.startCommit ?? "");
    const reviews: Review[] = [];
    const earlier = known?.open ?? [];
    const { iteration } = loop.record;
    for (let round = 1; round <= FINAL_ROUNDS; round++) {
      const part = { item: null, iteration, plan, changes, round, rounds: FINAL_ROUNDS, earlier };
      const review = await this.#agent.review(part);
      if (review === null) return false;
      reviews.push(review);
      if (review.kind === "none") break;
    }
    return await this.#settle(null, reviews);
  }

  /** Records a review, and decides whether it sends the work back. */
  async #settle(item: PlanItem | null, rounds: readonly Review[]): Promise<boolean> {
    const { reviews = 0, timesSentBack = 0, waitedMs = 0 } = this.#find(item) ?? {};
    const serious = rounds.flatMap((round) => round.kind === "reviewed" ? round.serious : []);
    const minor = rounds.flatMap((round) => round.kind === "reviewed" ? round.minor : []);
    const open = onceEach([...serious, ...minor]);
    const missing = rounds.find((round) => round.kind === "none")?.why ?? null;
    // Findings of early rounds are sent back even if a later round is missing.
    const isIntended = serious.length > 0 && timesSentBack < (this.#settings?.rounds ?? 0);
    this.#change(item, {
      reviews: missing === null ? reviews + 1 : reviews,
      open,
      missing,
      waitedMs: waitedMs + this.#takeWaitedMs(),
      // If ralph is killed before the item is reopened, the resumed run reviews it again.
      isDue: isIntended && item !== null,
      isSentBack: isIntended,
    });
    // `ralph stop` was faster than the record.
    if (isIntended && this.#context.loop.findStopRequest()?.by === "stop") return false;
    const isSentBack = isIntended && await this.#open(item);
    if (isIntended) {
      this.#change(item, { isDue: false, isSentBack, timesSentBack: timesSentBack + 1 });
    }
    this.#tell(item, { open, missing, isSentBack });
    return isSentBack;
  }

  /** Reopens a ticked item for a worker. */
  async #open(item: PlanItem | null): Promise<boolean> {
    if (item === null) return true;
    const { workFolder, job, noteOnce } = this.#context;
    const unticked = await untickItem(job.planPath, workFolder, item.key);
    if (unticked.kind !== "failed") return true;
    noteOnce(`"${item.text}" could not be reopened: ${unticked.why}`);
    return false;
  }

  #tell(
    item: PlanItem | null,
    { open, missing, isSentBack }: Pick<ReviewRecord, "open" | "missing" | "isSentBack">,
  ): void {
    const { loop, report } = this.#context;
    const what = item === null ? "the plan" : `"${item.text}"`;
    if (missing !== null) {
      const sentence = `No review of ${what}: ${missing}`;
      report({ kind: "note", text: `Warning: ${sentence}` });
      loop.note({ kind: "review", code: "none", sentence });
      if (open.length === 0) return;
    }
    const found = open.length === 0 ? "nothing" : showCount(open.length, "finding");
    const next = isSentBack ? ", sent back to a worker" : ", left open";
    const sentence = `The review of ${what} reported ${found}${open.some(isSerious) ? next : ""}`;
    report({ kind: "note", text: sentence });
    loop.note({
      kind: "review",
      code: isSentBack ? "sent-back" : "passed",
      sentence,
      evidence: open.map(({ severity, text }) => `finding (${severity}): ${text}`),
    });
  }

  /** Finds the reviews of an item, or of the whole plan. */
  #find(item: PlanItem | null): ReviewRecord | undefined {
    const { reviews = [] } = this.#context.loop.record;
    return reviews.find(({ key }) => key === (item?.key ?? WHOLE));
  }

  #change(item: PlanItem | null, change: Partial<ReviewRecord>): void {
    const changed: ReviewRecord = {
      ...NO_REVIEW,
      ...this.#find(item),
      ...change,
      key: item?.key ?? WHOLE,
      item: item?.text ?? null,
    };
    this.#context.loop.change(({ reviews = [], ...record }) => {
      const at = reviews.findIndex(({ key }) => key === changed.key);
      return { ...record, reviews: at < 0 ? [...reviews, changed] : reviews.with(at, changed) };
    });
  }

  /** Returns the time spent waiting for the API since the last call. */
  #takeWaitedMs(): number {
    const totalMs = this.#agent?.waitedMs ?? 0;
    const sinceMs = totalMs - this.#waitedMs;
    this.#waitedMs = totalMs;
    return sinceMs;
  }
}
