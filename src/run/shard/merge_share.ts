/**
 * The machine that merges: takes the branches that shards pushed through the same merge as those of
 * local agents. Nothing that a result file says is run.
 *
 * @module
 */
import { showAmount, showCount } from "../../text/human_units.ts";
import { oneLine } from "../../text/shorten.ts";
import type { RunContext } from "../job/context.ts";
import { EXIT } from "../../loop/reasons.ts";
import { endOf } from "../job/ending.ts";
import type { UnmergedBranch } from "../job/item_log.ts";
import type { RunEnd } from "../job/job.ts";
import type { ItemScope } from "../parallel/independence.ts";
import type { Repository } from "../parallel/repository.ts";
import type { Share, UnitWork } from "../parallel/share.ts";
import { finishLine } from "../plan/item_line.ts";
import { type Plan, type PlanItem, selectItems } from "../plan/plan.ts";
import { divide, scopesOfSections } from "./division.ts";
import { findFinished, type FinishedItems, type UsableRecord } from "./finished_items.ts";
import type { Remote } from "./remote.ts";
import { takeShardReviews } from "./shard_reviews.ts";
import { addUsed, NOTHING_USED, type Used } from "./usage.ts";
import type { ShardResult } from "./shard_result.ts";

/** How many failed items of each shard are named. */
const MOST_FAILED = 20;

/** The machine that merges. */
export class MergeShare implements Share {
  readonly kept: readonly UnmergedBranch[] = [];
  readonly #repository: Repository;
  readonly #remote: Remote;
  #context!: RunContext;
  /** The items to merge, by key. */
  #items: FinishedItems["usable"] = new Map();
  /** Items that are merged or tried; the next try is an agent's. */
  readonly #tried = new Set<string>();
  #results: readonly ShardResult[] = [];
  #scopes: Map<string, ItemScope> = new Map();
  #used = NOTHING_USED;

  constructor(repository: Repository, remote: Remote) {
    this.#repository = repository;
    this.#remote = remote;
  }

  get usedElsewhere(): Used {
    return this.#used;
  }

  async begin(context: RunContext, plan: Plan): Promise<RunEnd | null> {
    this.#context = context;
    const { shownName } = this.#remote;
    const unreachable = await this.#remote.fetch({
      signal: context.stop.signal,
      onSlow: (text) => this.#say(text),
    });
    if (unreachable !== null) {
      const sentence = `${shownName} cannot be read: ${unreachable}`;
      return endOf({ code: "blocked", sentence });
    }
    const { results, notes } = await this.#remote.readResults();
    const { usable, notes: unusable } = findFinished(plan, results, this.#remote.branches);
    for (const note of [...notes, ...unusable]) this.#say(note);
    this.#results = results;
    this.#used = results.reduce(addUsed, NOTHING_USED);
    const reviews = takeShardReviews(plan, results, usable);
    context.loop.change(({ reviews: own = [], ...record }) => {
      const known = new Set(own.map(({ key }) => key));
      const all = [...own, ...reviews.filter(({ key }) => !known.has(key))];
      return all.length === 0 ? record : { ...record, reviews: all };
    });
    this.#scopes = scopesOfSections(divide(plan, 1));
    this.#items = await this.#chooseRooted(plan, usable);
    if (this.#items.size > 0 || plan.open === 0) return null;
    const sentence = results.length === 0
      ? `Nothing to merge: ${shownName} has no result of ${this.#remote.plan}`
      : `Nothing to merge: no open item of ${this.#remote.plan} is finished on ${shownName}`;
    return endOf({ code: "nothing-to-do", sentence }, EXIT.failure, this.#describeShards());
  }

  narrow(plan: Plan): Plan {
    return selectItems(plan, plan.items.filter(({ key }) => this.#items.has(key)));
  }

  count(plan: Plan): Plan {
    return plan;
  }

  readScopes(): Map<string, ItemScope> {
    return this.#scopes;
  }

  planWork(item: PlanItem): UnitWork {
    const record = this.#items.get(item.key);
    if (record === undefined || this.#tried.has(item.key)) {
      this.#dropReview(item);
      return {};
    }
    this.#tried.add(item.key);
    const { commit, base, progress, findings, by, branch, durationMs, tries = 1 } = record;
    const rawLine = finishLine(item, record.rawLine);
    const notes = [progress, findings] as const;
    return { from: { commit, base }, done: { rawLine, notes, by, branch, durationMs, tries } };
  }

  /** What a shard's reviewer found is not of the work that an agent begins here. */
  #dropReview({ key }: PlanItem): void {
    this.#context.loop.change(({ reviews, ...record }) =>
      reviews === undefined
        ? record
        : { ...record, reviews: reviews.filter((each) => each.key !== key) }
    );
  }

  finish({ open }: Plan): RunEnd | null {
    if (open === 0) return null;
    const merged = showCount(this.#items.size, "item");
    const left = open === 1 ? "1 item is still open" : `${open} items are still open`;
    const sentence = `${merged} merged; ${left}: run the shards again`;
    return endOf({ code: "nothing-to-do", sentence }, EXIT.limit);
  }

  close(end: RunEnd): Promise<RunEnd> {
    if (end.exitCode === EXIT.done && this.#items.size > 0) {
      this.#say(
        `Note: when the merged branch is pushed, delete the shards' branches: ${this.#remote.deletion}`,
      );
    }
    return Promise.resolve({ ...end, evidence: [...end.evidence, ...this.#describeShards()] });
  }

  /**
   * Selects the open items whose changes begin at a commit of the run's branch, or where another such
   * item ends. Anything else would bring in changes of nobody knows whom.
   */
  async #chooseRooted(
    plan: Plan,
    usable: FinishedItems["usable"],
  ): Promise<FinishedItems["usable"]> {
    const { git } = this.#repository;
    const isAncestor = async (one: string, two: string) =>
      (await git.run("merge-base", "--is-ancestor", one, two)).isOk;
    const ends = new Set<string>();
    let waiting = [...usable.values()];
    const rooted = new Map<string, UsableRecord>();
    for (let isMore = true; isMore;) {
      const left: UsableRecord[] = [];
      for (const record of waiting) {
        const { key, base, commit } = record;
        const isRooted = (ends.has(base) || await isAncestor(base, "HEAD")) &&
          await isAncestor(base, commit);
        if (!isRooted) left.push(record);
        else {
          ends.add(commit);
          rooted.set(key, record);
        }
      }
      isMore = left.length < waiting.length;
      waiting = left;
    }
    const open = new Set(plan.items.filter(({ state }) => state === "open").map(({ key }) => key));
    for (const { branch } of waiting.filter((record) => open.has(record.key))) {
      this.#say(`Warning: ${branch} is not merged: it does not begin at a known commit`);
    }
    return new Map([...rooted].filter(([key]) => open.has(key)));
  }

  /** A line for each shard: what it used and why it ended, and what it could not complete. */
  #describeShards(): string[] {
    return this.#results.flatMap(({ shard, shards, failed, end, iterations, tokens, costUsd }) => [
      `shard ${shard}/${shards} (${
        [
          showCount(iterations, "agent"),
          ...tokens === null ? [] : [`${showAmount(tokens)} tokens`],
          ...costUsd === null ? [] : [`$${costUsd.toFixed(2)}`],
        ].join(", ")
      }): ${end === null ? "its end is not known; it may still work" : oneLine(end)}`,
      ...failed.slice(0, MOST_FAILED).map(({ item, why }) =>
        `  not completed: ${oneLine(item, 100)}: ${oneLine(why)}`
      ),
    ]);
  }

  #say(text: string): void {
    this.#context.report({ kind: "note", text: oneLine(text, 1000) });
  }
}
