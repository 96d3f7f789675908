/**
 * Works through a plan with several agents at a time: independent items in worktrees, everything else in
 * the plan's order.
 *
 * @module
 */
import { reachedLimit } from "../../loop/rules/limits.ts";
import { showCount } from "../../text/human_units.ts";
import type { EarlierTry, RunContext } from "../job/context.ts";
import { Cycle } from "../job/cycle.ts";
import {
  endByLimit,
  endByRequest,
  endDiskFull,
  endNeedsAgent,
  endOf,
  NEEDS_AGENT,
} from "../job/ending.ts";
import { REMOVED, type UnmergedBranch } from "../job/item_log.ts";
import type { RunEnd } from "../job/job.ts";
import { spentSoFar } from "../job/spending.ts";
import { RunJob } from "../job/run_job.ts";
import { isPauseAsked } from "../../store/pause_request.ts";
import type { Plan, PlanItem } from "../plan/plan.ts";
import { countsOf } from "../report/run_event.ts";
import { NOTHING_USED, type Used } from "../shard/shard_result.ts";
import { listReady, readScopes } from "../../plan/order/independence.ts";
import { MergeChecks } from "../repository/merge_checks.ts";
import type { Parallel } from "./prepare_parallel.ts";
import type { Repository } from "./repository.ts";
import { RunBranch } from "./run_branch.ts";
import { followMove } from "./move_plan.ts";
import type { Share, UnitWork } from "./share.ts";
import { runUnit } from "./unit.ts";

/** An item in progress. */
interface Working {
  readonly worker: number;
  readonly done: Promise<void>;
  /** Whether its first agent has its turn, or it does not need one. */
  hasTurn: boolean;
}

/** Interval at which to check for the end of a pause while agents still work, in milliseconds. */
const PAUSE_LOOK_MS = 1_000;

/** Works through a plan with several agents. */
export class ParallelJob extends Cycle {
  readonly #repository: Repository;
  readonly #runBranch: RunBranch;
  readonly #checks = new MergeChecks();
  readonly #workers: number;
  readonly #share: Share | null;
  /** Items in progress, by key. */
  readonly #running = new Map<string, Working>();
  /** Items that could not be completed, by key, and how their agents ended. */
  readonly #failed = new Map<string, { readonly why: string; readonly end: RunEnd | null }>();
  /** Items to do again, alone. */
  readonly #again: PlanItem[] = [];
  /** The results of the first tries of these and earlier items, by key: nothing is done a third time. */
  readonly #repeated = new Map<string, EarlierTry | undefined>();
  #unmerged: readonly UnmergedBranch[] = [];
  /** The path of an agent's moved copy of the plan, relative to the top of the repository. */
  #planMovedTo: string | null = null;
  #turn: Promise<unknown> = Promise.resolve();

  /**
   * @param context The run's dependencies.
   * @param plan The plan at the start.
   * @param parallel The repository, and the maximum number of simultaneous agents.
   * @param share The run's share of a plan that several machines work on; null for the whole plan.
   */
  constructor(
    context: RunContext,
    plan: Plan,
    { repository, workers }: Parallel,
    share: Share | null,
  ) {
    super({
      ...context,
      runCounts: () => countsOf(this.plan),
      report: (event) => {
        if (event.kind === "iteration-started") this.#noteTurn(event.worker);
        context.report(event);
      },
    }, plan);
    this.#repository = repository;
    this.#runBranch = new RunBranch(repository);
    this.#workers = workers;
    this.#share = share;
  }

  get plan(): Plan {
    return this.#share?.count(this.whole) ?? this.whole;
  }

  /** The items that this run works on. */
  get #plan(): Plan {
    return this.#share?.narrow(this.whole) ?? this.whole;
  }

  override get unmerged(): readonly UnmergedBranch[] {
    return [...this.#unmerged, ...this.#share?.kept ?? []];
  }

  protected override get working(): readonly Promise<void>[] {
    return [...this.#running.values()].map(({ done }) => done);
  }

  override get usedElsewhere(): Used {
    return this.#share?.usedElsewhere ?? NOTHING_USED;
  }

  override async run(): Promise<RunEnd> {
    if (this.#share === null) return await super.run();
    const refused = await this.#share.begin(this.context, this.whole);
    const { request } = this.context.stop;
    if (refused !== null) return request === null ? refused : endByRequest(request);
    return await this.#share.close(await super.run(), this.items);
  }

  /** Starts every item that may start, and waits until the first item ends. */
  protected override async work(lost: RunEnd | null): Promise<RunEnd | null> {
    const { clock, loop, places, stop, job } = this.context;
    const limit = reachedLimit(spentSoFar(this.context), job.settings);
    const isPaused = isPauseAsked(places, loop.facts.id);
    const isInVain = [...this.#failed.values()].some(({ end }) => end?.isForAll);
    if (lost === null && limit === null && !isPaused && !isInVain) this.#startReady();
    if (this.#running.size > 0) {
      // A pause may end while agents that began before it still work.
      const look = isPaused ? [clock.sleep(PAUSE_LOOK_MS, stop.signal)] : [];
      await Promise.race([...this.working, ...look]);
      return null;
    }
    if (lost !== null || isPaused) return lost;
    if (this.#plan.open === 0) return this.#share?.finish(this.whole) ?? await this.#finish();
    // An agent that the limit interrupted did not fail at its item.
    const isCutOff = limit !== null && [...this.#failed.values()].some(({ end }) => end?.isByLimit);
    const isStuck = !isCutOff && this.#again.length === 0 && this.#findReady() === undefined;
    if (limit === null || isStuck) return this.#endIncomplete();
    return endByLimit(limit, this.items.filter(({ commit }) => commit !== null).length, []);
  }

  /** Starts every item that can start: independent items or, alone, an item that has to be done again. */
  #startReady(): void {
    while (this.#running.size < this.#workers && this.#countFreeTurns() > 0) {
      const next = this.#findReady();
      if (next === undefined) break;
      this.#start(next);
    }
    if (this.#running.size > 0) return;
    const again = this.#again.shift();
    if (again !== undefined) this.#start(again);
  }

  /** Finds the first item that does not depend on one in progress, failed, or waiting for its second try. */
  #findReady(): PlanItem | undefined {
    const scopes = this.#share?.readScopes(this.whole) ?? readScopes(this.whole);
    const waiting = this.#again.map(({ key }) => key);
    const blocked = new Set([...this.#running.keys(), ...this.#failed.keys(), ...waiting]);
    return listReady(this.#plan, scopes, blocked)[0];
  }

  /** Counts the turns that are left once every item in progress has its first one. */
  #countFreeTurns(): number {
    const { job: { settings }, loop } = this.context;
    const reserved = [...this.#running.values()].filter(({ hasTurn }) => !hasTurn).length;
    return settings.max_iterations - loop.record.iteration - reserved;
  }

  #noteTurn(worker: number | undefined): void {
    for (const working of this.#running.values()) {
      if (working.worker === worker) working.hasTurn = true;
    }
  }

  #start(item: PlanItem): void {
    const workers = new Set([...this.#running.values()].map(({ worker }) => worker));
    let worker = 1;
    while (workers.has(worker)) worker++;
    const work = this.#share?.planWork(item) ?? {};
    const done = this.#work(item, worker, work).finally(() => this.#running.delete(item.key));
    this.#running.set(item.key, { worker, done, hasTurn: work.done !== undefined });
  }

  async #work(item: PlanItem, worker: number, work: UnitWork): Promise<void> {
    const { clock, job, loop, report } = this.context;
    const beganMs = clock.monotonicMs();
    const outcome = await runUnit({
      context: this.context,
      repository: this.#repository,
      runBranch: this.#runBranch,
      checks: this.#checks,
      item,
      number: this.whole.items.findIndex(({ key }) => key === item.key) + 1,
      worker,
      earlier: this.#repeated.get(item.key),
      work,
      inTurn: (work) => this.#inTurn(work),
    });
    const { branch, merged, end, unmerged, tries, isRemoved = false, planMovedTo } = outcome;
    if (merged.kind === "merged" && planMovedTo !== undefined) this.#planMovedTo = planMovedTo;
    const durationMs = clock.monotonicMs() - beganMs;
    // Only an agent could do the item again.
    const lacksAgent = merged.kind === "again" && job.agent === null;
    const why = [
      ...("why" in merged ? [merged.why] : isRemoved ? [REMOVED] : []),
      ...lacksAgent ? [NEEDS_AGENT] : [],
    ].join("; ");
    const commit = "commit" in merged ? merged.commit : null;
    this.log.note(item, {
      ...work.done === undefined ? { worker } : { worker: null, by: work.done.by },
      tries,
      durationMs: durationMs + (work.done?.durationMs ?? 0),
      branch: work.done?.branch ?? branch,
      commit: isRemoved ? null : commit,
      why,
      ...end?.need !== undefined && { need: end.need },
    });
    if (unmerged !== null) this.#unmerged = [...this.#unmerged, unmerged];
    if (!("why" in merged)) this.#noteReplaced(this.#repeated.get(item.key)?.branch);
    if (this.context.stop.request !== null) return;
    const isAgain = merged.kind === "again" && !this.#repeated.has(item.key) && job.agent !== null;
    if (merged.kind === "finished") report({ kind: "finished", item: item.text, worker });
    else {
      const seconds = Math.round(durationMs / 100) / 10;
      report({ kind: "merged", item: item.text, seconds, commit, why, is_again: isAgain, worker });
    }
    const sentence = commit === null
      ? `Not merged: ${item.text}: ${why}`
      : `${merged.kind === "merged" ? "Merged" : "Finished"}: ${item.text}`;
    loop.note({ kind: "merge", code: merged.kind, sentence });
    if (isAgain) {
      const { conflicts, check } = merged;
      this.#repeated.set(
        item.key,
        unmerged === null ? undefined : { branch: unmerged.name, conflicts, check },
      );
      this.#again.push(item);
    } else if (commit === null) this.#failed.set(item.key, { why, end });
    else await this.#noteTick(item);
  }

  #noteReplaced(branch: string | undefined): void {
    this.#unmerged = this.#unmerged.map((each) =>
      each.name === branch ? { ...each, isReplaced: true } : each
    );
  }

  /** Notes an item that cannot be ticked, since the user changed its line; it must not begin again. */
  async #noteTick(item: PlanItem): Promise<void> {
    if (await this.readPlan() !== null) return;
    const now = this.#plan.items.find(({ key }) => key === item.key);
    if (now?.state !== "open") return;
    this.#failed.set(item.key, { why: "it is merged, but its line cannot be ticked", end: null });
  }

  /** Checks and reviews the finished plan, in the project's own tree. */
  async #finish(): Promise<RunEnd> {
    this.whole = await followMove(this.context, this.#repository, this.whole, this.#planMovedTo);
    const job = new RunJob(this.context, this.whole, this.log);
    const end = await job.run();
    this.whole = job.plan;
    return end;
  }

  #endIncomplete(): RunEnd {
    const failures = [...this.#failed.values()];
    const texts = [...this.#failed].map(([key, { why }]) => {
      const item = this.#plan.items.find((each) => each.key === key);
      return `"${item?.text ?? key}": ${why}`;
    });
    for (const code of ["blocked", "rate-limited", "api-error"]) {
      const end = failures.find((failure) => failure.end?.reason.code === code)?.end;
      if (end != null) return { ...end, evidence: texts };
    }
    const full = failures.map(({ why }) => endDiskFull(why)).find((end) => end !== null);
    if (full != null) return { ...full, evidence: texts };
    if (this.context.job.agent === null) return endNeedsAgent(undefined, texts);
    const sentence = `${showCount(failures.length, "item")} could not be completed: ${
      texts[0] ?? ""
    }`;
    return endOf({ code: "stuck", sentence }, undefined, texts.slice(1));
  }

  /** Checks the plan, and the branch, which the run needs too. */
  protected override async findLoss(): Promise<RunEnd | null> {
    const sentence = await this.#runBranch.findMove();
    if (sentence !== null) return endOf({ code: "blocked", sentence });
    return await super.findLoss();
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#turn.then(work);
    this.#turn = mine.catch(() => {});
    return mine;
  }
}
