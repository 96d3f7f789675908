/**
 * The loop of `ralph run`: one fresh agent per open item, until the plan is done or cannot be
 * (issue 6).
 *
 * @module
 */
import { readTags } from "../evidence/tags.ts";
import type { Reason } from "../loop/decision.ts";
import { reachedLimit } from "../loop/limits.ts";
import { pause, resume, toInstant } from "../loop/pausing.ts";
import { blockedOn, verificationStuck } from "../loop/reason.ts";
import { backOffMs, YOUNG_MS } from "./breaker/back_off.ts";
import {
  type BreakerState,
  CLOSED_BREAKER,
  nextRound,
  noteRecovery,
  noteRound,
} from "./breaker/breaker.ts";
import { markTree } from "./breaker/tree_mark.ts";
import { endByAsk, endByLimit, endOf, EXIT, type Failure } from "./ending.ts";
import { countsOf, iterate, type Iterated, logPathOf } from "./iterate.ts";
import type { Job, JobEnd, JobWorld } from "./job.ts";
import { companionsOf } from "./plan/find_plan.ts";
import { firstOpenItem, type Plan } from "./plan/plan.ts";
import { PlanReader } from "./plan/plan_reader.ts";
import { buildPrompt, type Feedback, NO_FEEDBACK } from "./prompt.ts";
import { findRateLimit, planWait } from "./rate_limit.ts";
import { ItemVerifier, type Reverted } from "./verify_items.ts";

/** One run. */
export class RunJob {
  readonly #job: Job;
  readonly #world: JobWorld;
  readonly #reader: PlanReader;
  readonly #verifier: ItemVerifier;
  readonly #doneAtStart: number;
  readonly #failures: (Failure | null)[] = [];
  #plan: Plan;
  #breaker: BreakerState = CLOSED_BREAKER;
  #feedback: Feedback = NO_FEEDBACK;
  #rejections = 0;
  #youngDeaths = 0;
  #refusals = 0;
  #waitedSeconds = 0;

  /**
   * @param job What to do.
   * @param world What it needs.
   * @param plan The plan as it was found.
   */
  constructor(job: Job, world: JobWorld, plan: Plan) {
    this.#job = job;
    this.#world = world;
    this.#plan = plan;
    this.#doneAtStart = plan.done;
    this.#reader = new PlanReader(job.planPath, world);
    this.#verifier = new ItemVerifier(job, world, plan);
  }

  /** The plan as it was last read. */
  get plan(): Plan {
    return this.#plan;
  }

  /** Works until an end is reached. */
  async run(): Promise<JobEnd> {
    for (;;) {
      const end = await this.#step();
      if (end !== null) return this.#withAsk(end);
    }
  }

  /** Who asked for the end has the last word: what failed meanwhile failed because of it. */
  #withAsk(end: JobEnd): JobEnd {
    const { ask } = this.#world.stop;
    return ask === null || end.reason.code === "complete" ? end : endByAsk(ask);
  }

  /** One round; null to go on. */
  async #step(): Promise<JobEnd | null> {
    const { stop, disk } = this.#world;
    if (stop.ask !== null) return endByAsk(stop.ask);
    const lost = await this.#readPlan();
    if (lost !== null) return lost;
    if (this.#plan.open === 0) {
      const end = await this.#finish();
      if (end !== null) return end;
    }
    const limit = reachedLimit(disk.record, this.#job.settings) ?? this.#unmeasured();
    if (limit !== null) return this.#endByLimit(limit);
    const round = nextRound(this.#breaker);
    if (round === "stuck") return this.#endStuck();
    if (round === "recovery") this.#breaker = noteRecovery(this.#breaker);
    return await this.#work(round === "recovery");
  }

  /** Everything is ticked: it counts once it is verified (design §14). */
  async #finish(): Promise<JobEnd | null> {
    const reverted = await this.#timed(() => this.#verifier.verify(this.#plan, () => true));
    if (this.#world.stop.ask !== null) return endByAsk(this.#world.stop.ask);
    if (reverted.length > 0) {
      this.#feedback = { ...this.#feedback, reverted };
      return await this.#readPlan();
    }
    const rejected = await this.#timed(() => this.#runGate());
    if (this.#world.stop.ask !== null) return endByAsk(this.#world.stop.ask);
    if (rejected === null) return this.#endComplete();
    this.#rejections += 1;
    if (this.#rejections > this.#job.settings.verify_max_rejections) {
      const reason = verificationStuck(rejected.command, this.#rejections);
      return endOf(reason, EXIT.failure, [rejected.tail]);
    }
    this.#feedback = { ...this.#feedback, rejected };
    return null;
  }

  #endComplete(): JobEnd {
    const { done, skipped } = this.#plan;
    if (done === 0) {
      const sentence = `Nothing to do: all ${skipped} items of the plan are skipped`;
      return endOf({ code: "nothing-to-do", sentence }, EXIT.done);
    }
    const rest = skipped > 0 ? ` (${skipped} skipped)` : "";
    const sentence = `Plan complete: all ${done} items done and verified${rest}`;
    return endOf({ code: "complete", sentence }, EXIT.done);
  }

  /** The user's own checks; what could not be run has not passed. */
  async #runGate(): Promise<Feedback["rejected"]> {
    const { report, verify, stop } = this.#world;
    const { project: cwd, verifyTimeoutSeconds: timeoutSeconds } = this.#job;
    for (const command of this.#job.verify) {
      report({ kind: "verifying", command, item: null });
      const verdict = await verify([command], {
        cwd,
        timeoutSeconds,
        budgetSeconds: timeoutSeconds + 1,
        isStopAsked: () => stop.ask !== null,
      });
      if (stop.ask !== null) return null;
      const tail = verdict.kind === "rejected"
        ? verdict.tail
        : verdict.kind === "unknown"
        ? verdict.why
        : null;
      const said = tail === null ? "passed" : "failed";
      const detail = tail?.split("\n").at(-1) ?? "";
      report({ kind: "verified", command, item: null, verdict: said, detail });
      if (tail !== null) return { command, tail };
    }
    return null;
  }

  /** One agent process and what comes of it. */
  async #work(isRecovery: boolean): Promise<JobEnd | null> {
    const { stop, disk, report } = this.#world;
    const before = this.#plan;
    const treeBefore = await this.#markTree();
    const number = disk.record.iteration + 1;
    const { max_iterations: maxIterations } = this.#job.settings;
    const prompt = await buildPrompt({
      project: this.#job.project,
      plan: before,
      iteration: number,
      maxIterations,
      feedback: this.#feedback,
      isRecovery,
      stale: this.#breaker.stale,
      guidance: await this.#world.guidance(),
      extra: this.#job.extraPrompt,
    });
    if (stop.ask !== null) return endByAsk(stop.ask);
    report({
      kind: "iteration-started",
      iteration: number,
      max_iterations: maxIterations,
      item: firstOpenItem(before)?.text ?? null,
      counts: countsOf(before),
      is_recovery: isRecovery,
      log: logPathOf(this.#job, number),
    });
    const runtimeSeconds = disk.record.accumulated_runtime_seconds;
    this.#noteTurn("running", (record) => ({ ...record, iteration: number }));
    this.#verifier.forget();
    const iterated = await iterate(this.#job, this.#world, {
      number,
      prompt,
      plan: before,
      runtimeSeconds,
      taskTimeoutMs: this.#taskTimeoutMs(runtimeSeconds),
    });
    this.#noteUsage(iterated, runtimeSeconds);
    if (stop.ask !== null) return endByAsk(stop.ask);

    const now = this.#world.clock.wallMs() / 1000;
    const limit = findRateLimit(
      { watch: iterated.watch, hasFailed: iterated.failure !== null },
      now,
      this.#world.nextTime,
    );
    const lost = await this.#readPlan();
    if (lost !== null) return lost;
    const moved = await this.#hasMoved(before, treeBefore);
    if (limit !== null) {
      this.#reportEnded(number, iterated, moved);
      return await this.#waitForLimit(limit, moved);
    }
    this.#refusals = 0;
    this.#waitedSeconds = 0;
    return await this.#settle(number, before, iterated, moved);
  }

  /** Verifies what was ticked, and judges the round. */
  async #settle(
    number: number,
    before: Plan,
    iterated: Iterated,
    hasMoved: boolean,
  ): Promise<JobEnd | null> {
    const { stop, disk } = this.#world;
    const wasDone = new Set(
      before.items.filter(({ state }) => state === "done").map(({ key }) => key),
    );
    const reverted: Reverted[] = await this.#timed(() =>
      this.#verifier.verify(this.#plan, ({ key }) => !wasDone.has(key))
    );
    if (stop.ask !== null) return endByAsk(stop.ask);
    if (reverted.length > 0) {
      const lost = await this.#readPlan();
      if (lost !== null) return lost;
    }
    // A tick that was taken back is no progress; what else moved is.
    const hasProgress = this.#hasAdvanced(before) || hasMoved;
    this.#failures.push(iterated.failure);
    this.#reportEnded(number, iterated, hasProgress);
    const error = iterated.signature ??
      (reverted[0] === undefined ? null : `verification: ${reverted[0].command}`);
    this.#breaker = noteRound(this.#breaker, {
      hasProgress,
      error: this.#hasAdvanced(before) ? null : error,
    });
    if (hasProgress) this.#rejections = 0;
    this.#feedback = {
      failure: iterated.failureText,
      errors: iterated.failure === null ? "" : iterated.errors,
      reverted,
      rejected: null,
    };
    disk.note({
      kind: "iteration",
      sentence: iterated.failureText === ""
        ? "The agent ended"
        : `The agent failed: ${iterated.failureText}`,
      ...(iterated.failure === null ? {} : { code: iterated.failure }),
      evidence: [
        `${this.#plan.done}/${this.#plan.total} done`,
        hasProgress ? "progress" : "no progress",
        ...reverted.map(({ item, command }) => `tick undone: ${item} (${command})`),
      ],
    });
    const { blocked } = readTags(iterated.watch.lastMessage);
    if (blocked !== null && this.#plan.open > 0) return endOf(blockedOn(blocked), EXIT.blocked);
    await this.#backOff(iterated, hasProgress);
    return null;
  }

  /** Reads the plan; an end where it is lost for good. */
  async #readPlan(): Promise<JobEnd | null> {
    const read = await this.#reader.read();
    if (read.kind === "plan") {
      this.#plan = read.plan;
      return null;
    }
    const { ask } = this.#world.stop;
    if (ask !== null) return endByAsk(ask);
    return endOf({ code: "plan-error", sentence: read.why }, EXIT.failure, [], "halt");
  }

  /** More items done, or fewer open ones: skipping is an answer too. */
  #hasAdvanced(before: Plan): boolean {
    return this.#plan.done > before.done || this.#plan.open < before.open;
  }

  async #hasMoved(before: Plan, treeBefore: string | null): Promise<boolean> {
    const after = await this.#markTree();
    const hasNewItems = this.#plan.items.length !== before.items.length;
    return hasNewItems || treeBefore !== null && after !== null && after !== treeBefore;
  }

  #markTree(): Promise<string | null> {
    const { project, planPath } = this.#job;
    const { progress, findings } = companionsOf(planPath);
    return markTree(project, [planPath, progress, findings]);
  }

  #taskTimeoutMs(runtimeSeconds: number): number {
    const { settings, limits } = this.#job;
    const leftMs = Math.max(1_000, (settings.max_hours * 3600 - runtimeSeconds) * 1000);
    return limits.taskTimeoutMs <= 0 ? leftMs : Math.min(limits.taskTimeoutMs, leftMs);
  }

  async #timed<T>(work: () => Promise<T>): Promise<T> {
    const { clock, disk } = this.#world;
    const began = clock.monotonicMs();
    const value = await work();
    const seconds = (clock.monotonicMs() - began) / 1000;
    if (seconds >= 0.1) {
      disk.change((record) => ({
        ...record,
        accumulated_runtime_seconds: record.accumulated_runtime_seconds + seconds,
      }));
    }
    return value;
  }
