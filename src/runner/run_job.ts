/**
 * The loop of `ralph run`: one fresh agent per open item, until the plan is done or cannot be.
 *
 * @module
 */
import { readTags } from "../evidence/tags/tags.ts";
import { reachedLimit } from "../loop/rules/limits.ts";
import { blockedOn, verificationStuck } from "../loop/reason.ts";
import {
  type BreakerState,
  CLOSED_BREAKER,
  nextRound,
  noteRecovery,
  noteRound,
} from "./breaker/breaker.ts";
import {
  endByAsk,
  endByLimit,
  endComplete,
  endNotStarted,
  endOf,
  endStuck,
  EXIT,
  type Failure,
} from "./ending.ts";
import { iterate, type Iterated, logPathOf } from "./iterate.ts";
import { announceIteration, describeEnd, reportEnd } from "./iteration_report.ts";
import type { Job, JobEnd, JobWorld } from "./job.ts";
import { firstOpenItem, type Plan } from "./plan/plan.ts";
import { PlanReader } from "./plan/plan_reader.ts";
import { ProgressWatch } from "./progress_watch.ts";
import { buildPrompt, type Feedback, NO_FEEDBACK } from "./prompt.ts";
import { findRateLimit } from "./rate_limit.ts";
import { findUnmeasured, noteUsage } from "./usage.ts";
import { runGate } from "./verify_command.ts";
import { ItemVerifier, type Reverted } from "./verify_items.ts";
import { Waiting } from "./waiting.ts";

/** One run. */
export class RunJob {
  readonly #job: Job;
  readonly #world: JobWorld;
  readonly #reader: PlanReader;
  readonly #verifier: ItemVerifier;
  readonly #waiting: Waiting;
  readonly #doneAtStart: number;
  readonly #said = new Set<string>();
  readonly #failures: (Failure | null)[] = [];
  #plan: Plan;
  #breaker: BreakerState = CLOSED_BREAKER;
  #feedback: Feedback = NO_FEEDBACK;
  #rejections = 0;
  /** The log of the last agent. */
  #log: string | null = null;
  /** What the last agent said that it needs. */
  #blocked: string | null = null;

  /** @param job What to do. @param world What it needs. @param plan The plan as it was found. */
  constructor(job: Job, world: JobWorld, plan: Plan) {
    this.#job = job;
    this.#world = world;
    this.#plan = plan;
    this.#doneAtStart = plan.done;
    this.#reader = new PlanReader(job.planPath, job.project, world);
    this.#verifier = new ItemVerifier(job, world, plan);
    this.#waiting = new Waiting(job, world);
  }

  /** The plan as it was last read. */
  get plan(): Plan {
    return this.#plan;
  }

  /** Works until an end is reached. */
  async run(): Promise<JobEnd> {
    for (;;) {
      const end = await this.#step();
      if (end === null) continue;
      const { ask } = this.#world.stop;
      if (ask === null) return end;
      // Who asked has the last word, unless all is done: what failed meanwhile failed because of it.
      return end.reason.code === "complete"
        ? { ...end, isOnDisk: ask.by === "stop" }
        : endByAsk(ask);
    }
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
    const { settings } = this.#job;
    const limit = reachedLimit(disk.record, settings) ?? findUnmeasured(disk.record, settings);
    if (limit !== null) return endByLimit(limit, this.#completed(), this.#failures);
    const round = nextRound(this.#breaker);
    if (round === "stuck") {
      const last = { failure: this.#feedback.failure, log: this.#log };
      return endStuck(this.#breaker, last, this.#failures);
    }
    if (round === "recovery") this.#breaker = noteRecovery(this.#breaker);
    return await this.#work(round === "recovery");
  }

  /** Everything is ticked: it counts once it is verified. */
  async #finish(): Promise<JobEnd | null> {
    const { stop } = this.#world;
    const reverted = await this.#timed(() => this.#verifier.verify(this.#plan, () => true));
    if (stop.ask !== null) return endByAsk(stop.ask);
    if (reverted.length > 0) {
      this.#feedback = { ...this.#feedback, reverted };
      return await this.#readPlan();
    }
    const rejected = await this.#timed(() => runGate(this.#job, this.#world));
    if (stop.ask !== null) return endByAsk(stop.ask);
    if (rejected === null) {
      const items = this.#verifier.countVerified(this.#plan);
      return endComplete(this.#plan, { items, gate: this.#job.verify });
    }
    if (this.#blocked !== null) return endOf(blockedOn(this.#blocked), EXIT.blocked);
    this.#rejections += 1;
    if (this.#rejections > this.#job.settings.verify_max_rejections) {
      const reason = verificationStuck(rejected.command, this.#rejections);
      return endOf(reason, EXIT.failure, [rejected.tail]);
    }
    this.#feedback = { ...this.#feedback, rejected };
    return null;
  }

  /** One agent process and what comes of it. */
  async #work(isRecovery: boolean): Promise<JobEnd | null> {
    const { stop, disk } = this.#world;
    await this.#waiting.beforeAgent();
    if (stop.ask !== null) return endByAsk(stop.ask);
    const before = this.#plan;
    const progress = await ProgressWatch.begin(this.#job, before);
    const number = disk.record.iteration + 1;
    const prompt = await this.#buildPrompt(number, isRecovery);
    if (stop.ask !== null) return endByAsk(stop.ask);
    const log = logPathOf(this.#job, number);
    this.#log = log;
    announceIteration(this.#job, this.#world, { number, log, plan: before, isRecovery });
    const runtimeSeconds = disk.record.accumulated_runtime_seconds;
    this.#verifier.forget();
    const iterated = await iterate(this.#job, this.#world, {
      number,
      log,
      prompt,
      plan: before,
      runtimeSeconds,
    });
    noteUsage(this.#world, iterated, runtimeSeconds);
    if (stop.ask !== null) return endByAsk(stop.ask);
    if (iterated.result.endedBy === "not-started") return endNotStarted(iterated);

    const lost = await this.#readPlan();
    if (lost !== null) return lost;
    const limit = findRateLimit(
      { watch: iterated.watch, hasFailed: iterated.failure !== null },
      this.#world.clock.wallMs() / 1000,
      this.#world.zone,
    );
    const about = { number, item: firstOpenItem(before)?.text ?? null, log };
    if (limit === null) return await this.#settle(about, iterated, progress);
    const hasProgress = await progress.hasMoved(this.#plan) || progress.hasAdvanced(this.#plan);
    reportEnd(this.#world, about, iterated, this.#plan, hasProgress);
    return await this.#waiting.forLimit(limit, hasProgress, this.#completed());
  }

  /** Verifies what was ticked, and judges the round. */
  async #settle(
    about: { readonly number: number; readonly item: string | null; readonly log: string },
    iterated: Iterated,
    progress: ProgressWatch,
  ): Promise<JobEnd | null> {
    this.#waiting.noteAccepted();
    const hasMoved = await progress.hasMoved(this.#plan);
    const reverted = await this.#timed(() =>
      this.#verifier.verify(this.#plan, ({ key }) => !progress.wasDone(key))
    );
    if (this.#world.stop.ask !== null) return endByAsk(this.#world.stop.ask);
    const lost = reverted.length > 0 ? await this.#readPlan() : null;
    if (lost !== null) return lost;
    // A tick that was taken back is no progress.
    const hasAdvanced = progress.hasAdvanced(this.#plan);
    const hasProgress = hasAdvanced || hasMoved;
    this.#noteRound(iterated, reverted, { hasAdvanced, hasProgress });
    reportEnd(this.#world, about, iterated, this.#plan, hasProgress);
    this.#blocked = readTags(iterated.watch.lastMessage).blocked;
    // Over a finished plan the checks have the first word.
    if (this.#blocked !== null && this.#plan.open > 0) {
      return endOf(blockedOn(this.#blocked), EXIT.blocked);
    }
    this.#waiting.noteEnd(iterated, hasProgress);
    return null;
  }

  #noteRound(
    iterated: Iterated,
    reverted: readonly Reverted[],
    { hasAdvanced, hasProgress }: { hasAdvanced: boolean; hasProgress: boolean },
  ): void {
    this.#failures.push(iterated.failure);
    const error = iterated.signature ??
      (reverted[0] === undefined ? null : `verification: ${reverted[0].command}`);
    this.#breaker = noteRound(this.#breaker, { hasProgress, error: hasAdvanced ? null : error });
    if (hasProgress) this.#rejections = 0;
    const isFailure = iterated.failure !== null;
    this.#feedback = {
      failure: iterated.failureText,
      errors: isFailure ? iterated.errors : "",
      reverted,
      rejected: null,
    };
    this.#world.disk.note({
      kind: "iteration",
      sentence: isFailure ? `The agent failed: ${iterated.failureText}` : "The agent ended",
      ...(isFailure ? { code: iterated.failure ?? "" } : {}),
      evidence: [
        describeEnd(iterated.result),
        `${this.#plan.done}/${this.#plan.total} done`,
        hasProgress ? "progress" : "no progress",
        ...reverted.map(({ item, command }) => `tick undone: ${item} (${command})`),
      ],
    });
  }

  async #buildPrompt(iteration: number, isRecovery: boolean): Promise<string> {
    const { project, settings, extraPrompt: extra } = this.#job;
    const templates = await this.#world.templates();
    const prompt = await buildPrompt({
      project,
      plan: this.#plan,
      iteration,
      maxIterations: settings.max_iterations,
      feedback: this.#feedback,
      isRecovery,
      stale: this.#breaker.stale,
      guidance: await this.#world.guidance(),
      extra,
      templates,
    });
    for (const problem of templates?.problems ?? []) this.#sayOnce(problem);
    return prompt;
  }

  #sayOnce(text: string): void {
    if (this.#said.has(text)) return;
    this.#said.add(text);
    this.#world.report({ kind: "note", text });
  }

  /** Reads the plan; an end where it is lost for good. */
  async #readPlan(): Promise<JobEnd | null> {
    const read = await this.#reader.read();
    if (read.kind === "lost") {
      return endOf({ code: "plan-error", sentence: read.why }, EXIT.failure, [], "halt");
    }
    this.#plan = read.plan;
    return null;
  }

  #completed(): number {
    return this.#plan.done - this.#doneAtStart;
  }

  /** Verification is active time too. */
  async #timed<T>(work: () => Promise<T>): Promise<T> {
    const { clock, disk } = this.#world;
    const began = clock.monotonicMs();
    const value = await work();
    const seconds = (clock.monotonicMs() - began) / 1000;
    if (seconds < 0.1) return value;
    disk.change((record) => ({
      ...record,
      accumulated_runtime_seconds: record.accumulated_runtime_seconds + seconds,
    }));
    return value;
  }
}
