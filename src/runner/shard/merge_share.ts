/**
 * The machine that merges: takes the branches that shards pushed through the same merge as those of
 * local agents. Nothing that a result file says is run.
 *
 * @module
 */
import { showCount } from "../../text/human_units.ts";
import { oneLine } from "../../text/shorten.ts";
import type { RunContext } from "../job/context.ts";
import { endOf, EXIT } from "../job/ending.ts";
import type { ItemReport, UnmergedBranch } from "../job/item_log.ts";
import type { RunEnd } from "../job/job.ts";
import type { Scope } from "../parallel/independence.ts";
import type { Repository } from "../parallel/repository.ts";
import type { Share, UnitWork } from "../parallel/share.ts";
import { type Plan, type PlanItem, selectItems } from "../plan/plan.ts";
import { divide, scopesOfSections } from "./division.ts";
import { findFinished } from "./finished_items.ts";
import type { Remote } from "./remote.ts";
import { type FinishedRecord, type ShardResult, tickLine } from "./shard_result.ts";

/** How many failed items of each shard are named. */
const MOST_FAILED = 20;

/** The machine that merges. */
export class MergeShare implements Share {
  readonly kept: readonly UnmergedBranch[] = [];
  readonly #repository: Repository;
  readonly #remote: Remote;
  #context!: RunContext;
  /** The items to merge, by key. */
  #items: ReadonlyMap<string, FinishedRecord> = new Map();
  /** Items that are merged or tried; the next try is an agent's. */
  readonly #tried = new Set<string>();
  #results: readonly ShardResult[] = [];
  #scopes: Map<string, Scope> = new Map();

  constructor(repository: Repository, remote: Remote) {
    this.#repository = repository;
    this.#remote = remote;
  }

  async begin(context: RunContext, plan: Plan): Promise<RunEnd | null> {
    this.#context = context;
    const { shownName } = this.#remote;
    const unreachable = await this.#remote.fetch();
    if (unreachable !== null) {
      const sentence = `${shownName} cannot be read: ${unreachable}`;
      return endOf({ code: "blocked", sentence }, EXIT.blocked);
    }
    const { results, notes } = await this.#remote.readResults();
    const { usable, notes: unusable } = findFinished(plan, results, this.#remote.branches);
    for (const note of [...notes, ...unusable]) this.#say(note);
    this.#results = results;
    this.#scopes = scopesOfSections(divide(plan, 1));
    this.#items = await this.#chooseBases(plan, usable);
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

  readScopes(): Map<string, Scope> {
    return this.#scopes;
  }

  planWork(item: PlanItem): UnitWork {
    const record = this.#items.get(item.key);
    if (record === undefined || this.#tried.has(item.key)) return {};
    this.#tried.add(item.key);
    const { commit, base, progress, findings } = record;
    const done = { rawLine: tickLine(item, record.rawLine), notes: [progress, findings] } as const;
    return { from: { commit, base }, done };
  }

  finish({ open }: Plan): RunEnd | null {
    if (open === 0) return null;
    const merged = showCount(this.#items.size, "item");
    const left = open === 1 ? "1 item is still open" : `${open} items are still open`;
    const sentence = `${merged} merged; ${left}: run the shards again`;
    return endOf({ code: "stuck", sentence }, EXIT.limit);
  }

  close(end: RunEnd, _items: readonly ItemReport[]): Promise<RunEnd> {
    const branches = [...this.#items.values()].map(({ branch }) => branch);
    if (end.exitCode === EXIT.done && branches.length > 0) {
      this.#say(
        `Note: when the merged branch is pushed, the shards' branches can be deleted: git push ${this.#remote.shownName} --delete ${
          [...this.#remote.branches.keys()].join(" ")
        }`,
      );
    }
    return Promise.resolve({ ...end, evidence: [...end.evidence, ...this.#describeShards()] });
  }

  /**
   * Finds the commit that each item's changes begin at. A record that names a commit which is neither
   * in the run's branch nor another finished item is left out: it would bring in other changes.
   */
  async #chooseBases(
    plan: Plan,
    usable: ReadonlyMap<string, FinishedRecord>,
  ): Promise<Map<string, FinishedRecord>> {
    const { git } = this.#repository;
    const isAncestor = async (one: string, two: string) =>
      (await git.run("merge-base", "--is-ancestor", one, two)).isOk;
    const stacked = new Set([...usable.values()].map(({ commit }) => commit));
    const chosen = new Map<string, FinishedRecord>();
    for (const { key, state } of plan.items) {
      const record = usable.get(key);
      if (record === undefined || state !== "open") continue;
      const { base, commit, branch } = record;
      const isKnown = stacked.has(base) || await isAncestor(base, "HEAD");
      if (isKnown && await isAncestor(base, commit)) chosen.set(key, record);
      else this.#say(`Warning: ${branch} is not merged: it does not begin at a known commit`);
    }
    return chosen;
  }

  /** A line for each shard: what it used, and what it could not complete. */
  #describeShards(): string[] {
    return this.#results.flatMap((
      { shard, shards, finished, failed, end, iterations, tokens, costUsd },
    ) => [
      [
        `shard ${shard}/${shards}: ${finished.length} finished, ${failed.length} failed`,
        showCount(iterations, "agent"),
        ...tokens === null ? [] : [`${tokens} tokens`],
        ...costUsd === null ? [] : [`$${costUsd.toFixed(2)}`],
        end === null ? "it has not ended" : oneLine(end),
      ].join(", "),
      ...failed.slice(0, MOST_FAILED).map(({ item, why }) =>
        `  not completed: "${oneLine(item, 100)}": ${oneLine(why)}`
      ),
    ]);
  }

  #say(text: string): void {
    this.#context.report({ kind: "note", text: oneLine(text, 1000) });
  }
}
