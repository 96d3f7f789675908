/**
 * The main cycle of a run: a fresh agent per open item until the plan is done or the run must end.
 */
import { readTags } from "../../evidence/tags/tags.ts";
import type { Reason } from "../../loop/decision.ts";
import { reachedLimit } from "../../loop/rules/limits.ts";
import { blockedOn, verificationStuck } from "../../loop/reason.ts";
import { EXIT } from "../../loop/reasons.ts";
import { narrowPlan } from "../plan/follow_item.ts";
import type { Plan, PlanItem } from "../plan/plan.ts";
import { Reviewer } from "../review/reviewer.ts";
import { askOnce } from "./asked_once.ts";
import { BranchLog } from "./branch_log.ts";
import { type BreakerState, CLOSED_BREAKER, noteIteration, noteRecovery } from "./breaker.ts";
import type { RunContext } from "./context.ts";
import { Cycle } from "./cycle.ts";
import type { ItemLog } from "./item_log.ts";
import type { RunEnd } from "./job.ts";
import {
  endByLimit,
  endComplete,
  endNeedsAgent,
  endNotStarted,
  endOf,
  endStuck,
  type Failure,
  judgeNext,
} from "./ending.ts";
import {
  iterate,
  type Iteration,
  planIteration,
  takeTurn,
  type Turn,
} from "../iteration/iterate.ts";
import { announceIteration, noteUncounted, recordUsage, reportEnd } from "../iteration/report.ts";
import type { Judged } from "../iteration/judge.ts";
import { tellNext } from "../iteration/last_turn.ts";
import { PersonItems } from "./person_items.ts";
import { ProgressWatch } from "./progress_watch.ts";
import { type Feedback, NO_FEEDBACK } from "../iteration/prompt.ts";
import { RemovedItems } from "./removed_items.ts";
import { journalTurn } from "../iteration/journal_turn.ts";
import { findRefusal } from "./refusal.ts";
import { spentSoFar } from "./spending.ts";
import { ItemVerifier, noteRedBefore, runChecks } from "./verify.ts";

/** Runs the cycle: reads the plan, starts an agent, watches, judges, verifies and records. */
export class RunJob extends Cycle {
  readonly #verifier: ItemVerifier;
  readonly #reviewer: Reviewer;
  readonly #removed: RemovedItems;
  readonly #doneAtStart: number;
  readonly #failures: (Failure | null)[] = [];
  /** The whole plan at the start. */
  readonly #start: Plan;
  #breaker: BreakerState = CLOSED_BREAKER;
  #feedback: Omit<Feedback, "sentBack" | "branches"> = NO_FEEDBACK;
  readonly #branches: BranchLog;
  #rejections = 0;
  /** The last agent's need for a person. */
  #blocked: string | null = null;
  readonly #personItems = new PersonItems();

  constructor(context: RunContext, plan: Plan, log?: ItemLog) {
    super(context, plan, log);
    this.#start = plan;
    this.#doneAtStart = this.plan.done;
    this.#verifier = new ItemVerifier(context, plan);
    this.#reviewer = new Reviewer(context);
    this.#removed = new RemovedItems(context);
    this.#branches = new BranchLog(context);
  }

  get plan(): Plan {
    return narrowPlan(this.whole, this.context.job.onlyItem, this.#start);
  }

  override async run(): Promise<RunEnd> {
    // Reviews that the end of an earlier run interrupted.
    const { loop: { record } } = this.context;
    await this.#reviewer.reviewDue(this.plan, record.iteration);
    if (this.plan.open > 0 && record.iteration === 0) await noteRedBefore(this.context);
    return await this.#branches.nameIn(await super.run());
  }

  protected override async work(lost: RunEnd | null): Promise<RunEnd | null> {
    const { stop, job, present } = this.context;
    if (lost !== null) return lost;
    if (this.plan.open === 0) {
      const end = await this.#finish();
      if (end !== null || stop.request !== null) return end;
    }
    if (job.agent === null) return endNeedsAgent(EXIT.noAgent);
    const item = this.#personItems.choose(this.plan, this.whole);
    if (item === null && this.plan.open > 0) return this.#personItems.end(this.plan);
    const next = judgeNext(spentSoFar(this.context), job.settings, this.#breaker, present.size);
    if (next.kind === "limit") return this.#endByLimit(next.reason);
    if (next.kind === "stuck") {
      const { failure, rejected, reverted } = this.#feedback;
      const last = { failure, check: rejected ?? reverted[0] ?? null };
      return endStuck(this.#breaker, last, this.#failures);
    }
    await this.waiting.beforeAgent();
    if (stop.request !== null || await this.waiting.whilePaused()) return null;
    // Another agent may have reached the limit meanwhile. Nothing is awaited from here to the turn.
    const limit = reachedLimit(spentSoFar(this.context), job.settings);
    if (limit !== null) return this.#endByLimit(limit);
    const isRecovery = next.kind === "recovery";
    if (isRecovery) this.#breaker = noteRecovery(this.#breaker);
    const turn = takeTurn(this.context);
    return await this.#takeTurn(turn, item, isRecovery).finally(() => present.delete(turn.watch));
  }

  #endByLimit(limit: Reason): RunEnd {
    return endByLimit(limit, this.plan.done - this.#doneAtStart, this.#failures);
  }

  /** Notes what an open item needs from a person. @returns Whether another item can be worked on. */
  #noteNeed(item: PlanItem, need: string): boolean {
    this.#personItems.note(item, need, this.context);
    if (this.#personItems.choose(this.plan, this.whole) === null) return false;
    this.context.report({
      kind: "note",
      text: `"${item.text}" waits for you: ${need}. The run continues with independent items`,
    });
    this.#breaker = CLOSED_BREAKER;
    this.#feedback = NO_FEEDBACK;
    return true;
  }

  /** Verifies a plan without open items, after an agent was asked about work without a box. */
  async #finish(): Promise<RunEnd | null> {
    const { stop, job } = this.context;
    const { done, remaining } = this.plan;
    if (remaining.length > 0 && askOnce(this.context, "remaining", [done, remaining])) {
      this.#feedback = { ...this.#feedback, remaining };
      return null;
    }
    const reverted = await this.#verifier.verify(this.plan, () => true);
    if (stop.request !== null) return null;
    if (reverted.length > 0) {
      this.#feedback = { ...this.#feedback, reverted };
      return await this.readPlan();
    }
    const removed = this.#removed.takeQuestion();
    if (removed.length > 0) this.#feedback = { ...this.#feedback, removed };
    if (removed.length > 0) return null;
    const verified = this.#verifier.listPassed(this.plan);
    if (job.onlyItem !== null) {
      // The whole plan is checked and reviewed once all items are merged.
      return endComplete(this.plan, { verified, gate: [], reviews: [] });
    }
    const rejected = await runChecks(this.context, job.verify, null);
    if (stop.request !== null) return null;
    if (rejected === null) {
      const isSentBack = await this.#reviewer.reviewPlan(this.plan);
      if (stop.request !== null || isSentBack) return null;
      const { reviews = [] } = this.context.loop.record;
      const gate = job.verify.map(({ line }) => line);
      return endComplete(this.plan, { verified, gate, reviews, removed: this.#removed.titles });
    }
    if (this.#blocked !== null) return endOf(blockedOn(this.#blocked));
    this.#rejections += 1;
    if (this.#rejections >= job.settings.verify_max_rejections) {
      const reason = verificationStuck(rejected.command, this.#rejections);
      return endOf(reason, undefined, [rejected.tail]);
    }
    this.#feedback = { ...this.#feedback, rejected };
    return null;
  }

  async #takeTurn(
    { number, watch }: Turn,
    item: PlanItem | null,
    isRecovery: boolean,
  ): Promise<RunEnd | null> {
    const { stop, clock, loop, zone, workFolder } = this.context;
    const isAlone = workFolder === loop.facts.project;
    const progress = await ProgressWatch.begin(workFolder, this.plan, isAlone);
    const sentBack = this.#reviewer.findSentBack(item);
    const branches = await this.#branches.tell(this.plan, item);
    const feedback = { ...this.#feedback, sentBack, branches };
    const { keys: waiting } = this.#personItems;
    const state = { number, plan: this.plan, item, waiting, feedback, isRecovery };
    const iteration = await planIteration(this.context, state, this.#breaker.stale);
    if (stop.request !== null) return null;
    announceIteration(this.context, iteration);
    this.#reviewer.noteBegin(iteration.item);
    this.#verifier.forget();
    const judged = await iterate(this.context, iteration, watch);
    recordUsage(this.context, judged);
    this.#branches.note(progress.readMovedHeads(), item);
    const noteEnd = (sentence: string) => {
      const facts = { plan: this.plan, head: progress.readHead() };
      noteUncounted(this.context, sentence, iteration, judged, facts);
    };
    if (stop.request !== null) {
      noteEnd("The agent was terminated, since the run stops");
      return null;
    }
    if (judged.outcome.endedBy === "not-started") {
      noteEnd(`The agent did not start: ${judged.failureText}`);
      return endNotStarted(judged.outcome.exitCode, judged.failureText);
    }
    const lost = await this.readPlan();
    if (lost !== null) return lost;
    const refusal = findRefusal(judged.watch, judged.failure !== null, clock.wallMs(), zone);
    if (refusal === null) return await this.#settle(iteration, judged, progress);
    const hasProgress = await progress.hasMoved(this.plan) || progress.hasAdvanced(this.plan);
    // The next agent begins with an empty context and continues from here.
    if (refusal.cause === "context-full" && hasProgress) {
      return await this.#settle(iteration, judged, progress);
    }
    const head = progress.readHead();
    reportEnd(this.context, iteration, judged, this.plan, { hasProgress, head });
    noteEnd(`The API failed, not the agent, and the turn does not count: ${refusal.detail}`);
    return await this.waiting.forApi(refusal, hasProgress, this.plan.done - this.#doneAtStart);
  }

  /** Verifies the ticked items, and records the iteration. */
  async #settle(
    iteration: Iteration,
    judged: Judged,
    progress: ProgressWatch,
  ): Promise<RunEnd | null> {
    this.waiting.noteAccepted();
    const hasMoved = await progress.hasMoved(this.plan);
    const reverted = await this.#verifier.verify(
      this.plan,
      ({ key }) => !progress.wasDone(key),
    );
    if (this.context.stop.request !== null) return null;
    const ticked = this.plan.items.filter(({ key, state }) =>
      state === "done" && !progress.wasDone(key) && !reverted.some((undone) => undone.key === key)
    );
    this.#reviewer.noteTicked(ticked, iteration.item);
    const hasOpened = await this.#reviewer.reviewDue(this.plan, iteration.number);
    if (this.context.stop.request !== null) return null;
    const lost = reverted.length > 0 || hasOpened ? await this.readPlan() : null;
    if (lost !== null) return lost;
    // A reverted tick does not count as progress.
    const hasProgress = progress.hasAdvanced(this.plan) || hasMoved;
    if (iteration.item === null && (judged.failure === null || hasProgress)) {
      this.#reviewer.noteFixed();
    }
    const head = progress.readHead();
    const left = { verifier: this.#verifier, plan: this.plan, progress, hasMoved };
    const lastTurn = await tellNext(this.context, iteration, judged, left);
    this.#record(iteration, judged, progress, { reverted, lastTurn, hasProgress, head });
    reportEnd(this.context, iteration, judged, this.plan, { hasProgress, head });
    this.#blocked = readTags(judged.watch.lastMessage).blocked;
    const open = this.plan.items.find(({ key, state }) =>
      key === iteration.item?.key && state === "open"
    );
    if (open !== undefined) {
      const need = this.#blocked ?? await this.#branches.findNeed(this.plan, open, judged);
      if (need !== null) {
        return this.#noteNeed(open, need) ? null : this.#personItems.end(this.plan);
      }
    } else if (this.#blocked !== null && this.plan.open > 0) {
      // For a finished plan the verification commands decide first.
      return endOf(blockedOn(this.#blocked));
    }
    this.waiting.noteEnd(judged.outcome, hasProgress);
    return null;
  }

  /** Records the iteration for the breaker, the next prompt and the journal. */
  #record(
    iteration: Iteration,
    judged: Judged,
    progress: ProgressWatch,
    { reverted, lastTurn, hasProgress, head }: Pick<Feedback, "reverted" | "lastTurn"> & {
      readonly hasProgress: boolean;
      readonly head: ReturnType<ProgressWatch["readHead"]>;
    },
  ): void {
    const { outcome, failure, failureText, errors, signature, toolFailure } = judged;
    const hasAdvanced = progress.hasAdvanced(this.plan);
    this.#failures.push(failure);
    this.log.noteInPlace(iteration.item, this.plan, head, outcome.durationMs, failureText);
    const error = signature ??
      (reverted[0] === undefined ? null : `verification: ${reverted[0].command}`);
    this.#breaker = noteIteration(this.#breaker, hasProgress, hasAdvanced ? null : error);
    if (hasProgress) this.#rejections = 0;
    this.#feedback = {
      ...NO_FEEDBACK,
      failure: failureText || toolFailure,
      lastTurn,
      errors: failure === null ? "" : errors,
      unread: readTags(judged.watch.lastMessage).unread,
      reverted,
    };
    const { plan } = this;
    const ticked = this.#verifier.listTicked(plan, progress);
    const facts = { plan, hasProgress, head, ticked, breaker: this.#breaker };
    journalTurn(this.context, iteration, judged, facts, reverted);
  }
}
