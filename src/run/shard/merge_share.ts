/**
 * The machine that merges: takes the branches that shards pushed through the same merge as local agents'
 * branches. It never runs anything from a result file.
 *
 * @module
 */
import { showCount } from "../../text/human_units.ts";
import { oneLine } from "../../text/shorten.ts";
import type { RunContext } from "../job/context.ts";
import { blockedOn } from "../../loop/reason.ts";
import { EXIT } from "../../loop/reasons.ts";
import { endOf } from "../job/ending.ts";
import type { UnmergedBranch } from "../job/item_log.ts";
import type { RunEnd } from "../job/job.ts";
import { type ItemScope, listReady, readScopes } from "../../plan/order/independence.ts";
import type { Repository } from "../parallel/repository.ts";
import type { Share, UnitWork } from "../parallel/share.ts";
import { finishLine } from "../plan/item_line.ts";
import { type Plan, type PlanItem, selectItems } from "../plan/plan.ts";
import { NO_REVIEW } from "../review/review_record.ts";
import { divide, scopesOfSections } from "./division.ts";
import { type FetchedWork, fetchWork, sayOf, type UsableRecord } from "./finished_items.ts";
import type { Remote } from "./remote.ts";
import { describeShards, endByShards } from "./shard_ends.ts";
import { type ShardResult, type Used, usedByShards } from "./shard_result.ts";

/** The machine that merges. */
export class MergeShare implements Share {
  readonly kept: readonly UnmergedBranch[] = [];
  readonly #repository: Repository;
  readonly #remote: Remote;
  #context!: RunContext;
  /** The items to merge, by key. */
  #items: FetchedWork["usable"] = new Map();
  /** Items that are merged or were tried; an agent makes the next try. */
  readonly #tried = new Set<string>();
  #results: readonly ShardResult[] = [];
  #scopes: Map<string, ItemScope> = new Map();

  constructor(repository: Repository, remote: Remote) {
    this.#repository = repository;
    this.#remote = remote;
  }

  get usedElsewhere(): Used {
    return usedByShards(this.#results);
  }

  async begin(context: RunContext, plan: Plan): Promise<RunEnd | null> {
    this.#context = context;
    const fetched = await fetchWork(this.#remote, context, plan);
    if ("end" in fetched) return fetched.end;
    const { results, usable } = fetched;
    this.#results = results;
    this.#takeReviews(plan, usable);
    this.#scopes = scopesOfSections(divide(plan, 1));
    this.#items = await this.#chooseRooted(plan, usable);
    if (this.#items.size > 0 || plan.open === 0) return null;
    const { shownName, plan: planName } = this.#remote;
    const sentence = results.length === 0
      ? `Nothing to merge: ${shownName} has no result of ${planName}`
      : `Nothing to merge: no open item of ${planName} is finished on ${shownName}`;
    const end = this.#findBlocked(plan) ?? endByShards(results, "Nothing to merge") ??
      endOf({ code: "nothing-to-merge", sentence });
    return { ...end, evidence: [...end.evidence, ...describeShards(results)] };
  }

  /** Takes over the results of reviews, if they are not known from an earlier start. */
  #takeReviews({ items }: Plan, usable: FetchedWork["usable"]): void {
    const taken = items.flatMap(({ key, text }) => {
      const review = usable.get(key)?.review;
      return review === undefined ? [] : [{ ...NO_REVIEW, ...review, key, item: text }];
    });
    if (taken.length === 0) return;
    this.#context.loop.change(({ reviews = [], ...record }) => {
      const known = new Set(reviews.map(({ key }) => key));
      return { ...record, reviews: [...reviews, ...taken.filter(({ key }) => !known.has(key))] };
    });
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
    const { commit, base, progress, findings, by, branch, durationMs, tries, planMovedTo } = record;
    const rawLine = record.rawLine === null ? null : finishLine(item, record.rawLine);
    const notes = [progress, findings] as const;
    const done = { rawLine, notes, by, branch, durationMs, tries };
    return {
      from: { commit, base },
      done: { ...done, ...planMovedTo !== undefined && { planMovedTo } },
    };
  }

  /** Drops the findings of a shard's reviewer, which do not apply to work that an agent begins here. */
  #dropReview({ key }: PlanItem): void {
    this.#context.loop.change(({ reviews, ...record }) =>
      reviews === undefined
        ? record
        : { ...record, reviews: reviews.filter((each) => each.key !== key) }
    );
  }

  finish(plan: Plan): RunEnd | null {
    const { open } = plan;
    if (open === 0) return null;
    const blocked = this.#findBlocked(plan);
    if (blocked !== null) return blocked;
    const merged = showCount(this.#items.size, "item");
    const left = open === 1 ? "1 item is still open" : `${open} items are still open`;
    const stuck = endByShards(this.#results, `${merged} merged; ${left}`);
    if (stuck?.reason.code === "shard-stuck") return stuck;
    const sentence = `${merged} merged; ${left}: run the shards again`;
    return endOf({ code: "items-left", sentence });
  }

  /** Creates the end of a plan in which only items that wait for a person, and their dependents, are open. */
  #findBlocked(plan: Plan): RunEnd | null {
    const needs = new Map(
      this.#results.flatMap(({ failed }) => failed).map(({ item, need }) => [item, need]),
    );
    const waiting = plan.items.filter(({ state, text }) => state === "open" && needs.get(text));
    const [first] = waiting;
    if (first === undefined) return null;
    const keys = new Set(waiting.map(({ key }) => key));
    if (listReady(plan, readScopes(plan), keys).length > 0) return null;
    return endOf(blockedOn(oneLine(needs.get(first.text) ?? "")));
  }

  close(end: RunEnd): Promise<RunEnd> {
    if (end.exitCode === EXIT.done && this.#items.size > 0) {
      sayOf(this.#context)(
        `Note: when the merged branch is pushed, delete the shards' branches: ${this.#remote.deletion}`,
      );
    }
    return Promise.resolve({
      ...end,
      evidence: [...end.evidence, ...describeShards(this.#results)],
    });
  }

  /**
   * Selects the open items whose changes begin at a commit of the run's branch, or at the end of another
   * selected item. Anything else would bring in changes of unknown origin.
   */
  async #chooseRooted(
    plan: Plan,
    usable: FetchedWork["usable"],
  ): Promise<FetchedWork["usable"]> {
    const { git } = this.#repository;
    const ends = new Set<string>();
    let waiting = [...usable.values()];
    const rooted = new Map<string, UsableRecord>();
    for (let isMore = true; isMore;) {
      const left: UsableRecord[] = [];
      for (const record of waiting) {
        const { key, base, commit } = record;
        const isRooted = (ends.has(base) || await git.contains("HEAD", base)) &&
          await git.contains(commit, base);
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
      sayOf(this.#context)(`Warning: ${branch} is not merged: it does not begin at a known commit`);
    }
    return new Map([...rooted].filter(([key]) => open.has(key)));
  }
}
