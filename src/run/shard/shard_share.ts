/**
 * One of several machines that share a plan: works on its own items, and pushes each finished branch with a
 * result file.
 *
 * @module
 */
import { showCount } from "../../text/human_units.ts";
import { oneLine } from "../../text/shorten.ts";
import type { Reason } from "../../loop/decision.ts";
import type { RunContext } from "../job/context.ts";
import { endOf } from "../job/ending.ts";
import { nameRemoved } from "../../lifecycle/view/end_line.ts";
import type { ItemReport, UnmergedBranch } from "../job/item_log.ts";
import type { RunEnd } from "../job/job.ts";
import { movedToOf } from "../parallel/plan_copies.ts";
import { type Merged, type MergeRequest, STOPPED } from "../parallel/merge.ts";
import type { ShardNumber } from "../parallel/prepare_parallel.ts";
import type { Repository } from "../parallel/repository.ts";
import type { ItemScope } from "../../plan/order/independence.ts";
import type { Share, UnitWork } from "../parallel/share.ts";
import { type Plan, type PlanItem, selectItems, titleOf } from "../plan/plan.ts";
import { findSecrets, maskTexts } from "../terminal/secrets.ts";
import {
  divide,
  findShardWork,
  type PlanSection,
  scopesOfSections,
  type ShardWork,
} from "./division.ts";
import { endAtRemote, type FetchedWork, fetchWork, sayOf } from "./finished_items.ts";
import { limitPush } from "./network_git.ts";
import type { Remote } from "./remote.ts";
import {
  cutNote,
  type FinishedRecord,
  isPage,
  NOTHING_USED,
  renderShardResult,
  type ShardResult,
  usedBy,
} from "./shard_result.ts";

/** One of several machines. */
export class ShardShare implements Share {
  readonly #repository: Repository;
  readonly #remote: Remote;
  readonly #shard: ShardNumber;
  #context!: RunContext;
  #sections: readonly PlanSection[] = [];
  #work: ShardWork = { own: new Set(), later: 0 };
  /** The items that this shard finished, now or earlier, by key. */
  readonly #finished = new Map<string, FinishedRecord>();
  /** The local branches of finished items, by key. */
  readonly #local = new Map<string, string>();
  /** The last start's result of this shard: the usage until then, and the failed items. */
  #last: Pick<ShardResult, "used" | "failed"> = { used: {}, failed: [] };
  #pushLimit!: AbortSignal;

  constructor(repository: Repository, remote: Remote, shard: ShardNumber) {
    this.#repository = repository;
    this.#remote = remote;
    this.#shard = shard;
  }

  readonly usedElsewhere = NOTHING_USED;

  get kept(): readonly UnmergedBranch[] {
    return this.#pending.map(({ key, branch, commit }) => ({
      name: this.#local.get(key) ?? branch,
      commit,
    }));
  }

  /** Finished items that are not on the remote yet. */
  get #pending(): readonly FinishedRecord[] {
    return [...this.#finished.values()].filter(({ branch, commit }) =>
      this.#remote.branches.get(branch) !== commit
    );
  }

  async begin(context: RunContext, plan: Plan): Promise<RunEnd | null> {
    this.#context = context;
    this.#work = findShardWork(plan, this.#shard);
    this.#sections = divide(plan, this.#shard.count);
    this.#pushLimit = limitPush(context.stop);
    const fetched = await fetchWork(this.#remote, context, plan);
    if ("end" in fetched) return fetched.end;
    await this.#recall(plan, fetched);
    // Finds out before an agent works whether the remote refuses the push.
    const refusal = await this.#push(null);
    return refusal === null ? null : endAtRemote(this.#remote, "refuses the push", refusal);
  }

  narrow(plan: Plan): Plan {
    return selectItems(
      plan,
      plan.items.filter(({ key }) => this.#work.own.has(key)).map((item) =>
        this.#finished.has(item.key) ? { ...item, state: "done" } : item
      ),
    );
  }

  count(plan: Plan): Plan {
    return this.narrow(plan);
  }

  /** Returns each item's dependencies: items of a section keep their order, since each builds on the last. */
  readScopes(): Map<string, ItemScope> {
    return scopesOfSections(this.#sections);
  }

  planWork(item: PlanItem): UnitWork {
    const beganMs = this.#context.clock.monotonicMs();
    const section = this.#sections.find(({ keys }) => keys.includes(item.key))?.keys ?? [];
    const before = section.slice(0, section.indexOf(item.key));
    const last = before.map((key) => this.#finished.get(key)).findLast((each) =>
      each !== undefined
    );
    return {
      ...last === undefined ? {} : { from: { commit: last.commit, base: last.commit } },
      deliver: (request) => this.#deliver(request, beganMs),
    };
  }

  finish({ open }: Plan): RunEnd {
    const { own, later } = this.#work;
    const wait = later === 0
      ? ""
      : `; ${showCount(later, "more item")} can begin after 'ralph run --merge'`;
    const idle = open === 0
      ? "no item of the plan is open"
      : own.size === 0
      ? "the independent items are with the other shards"
      : null;
    const what = idle === null
      ? `is done: ${showCount(own.size, "item")} finished on ${this.#remote.shownName}`
      : `has nothing to do: ${idle}`;
    const removed = [...this.#finished.values()].filter(({ rawLine }) => rawLine === null)
      .map(({ key }) => titleOf(key));
    const sentence = `Shard ${this.#shard.index}/${this.#shard.count} ${what}${
      nameRemoved(removed)
    }${wait}`;
    return endOf({ code: idle === null ? "complete" : "nothing-to-do", sentence });
  }

  async close(end: RunEnd, items: readonly ItemReport[]): Promise<RunEnd> {
    const failed = items.filter(({ why }) => why !== "").map(({ item, why, need, tries }) => ({
      item,
      why: oneLine(why),
      ...need !== undefined && { need: oneLine(need) },
      tries: tries + this.#countEarlier(item),
    }));
    const refusal = await this.#push(end.reason, failed);
    await this.#dropPushed();
    if (refusal === null) {
      await this.#remote.forgetOwn(this.#shard);
      return end;
    }
    if (this.#context.stop.request !== null) {
      return { ...end, evidence: [...end.evidence, ...this.#describePending(refusal)] };
    }
    const what = this.#pending.length === 0
      ? "the result"
      : showCount(this.#pending.length, "branch", "branches");
    const blocked = endAtRemote(this.#remote, `refuses the push of ${what}`, refusal);
    return { ...blocked, evidence: [end.reason.sentence, ...end.evidence] };
  }

  /** Takes over finished work on the remote, and work that an earlier start could not push. */
  async #recall(plan: Plan, { results, usable }: FetchedWork): Promise<void> {
    const { index, count } = this.#shard;
    const last = results.find(({ shard, shards }) => shard === index && shards === count);
    if (last !== undefined) this.#last = last;
    const earlier = await this.#remote.readOwn(this.#shard);
    for (const record of earlier?.finished ?? []) {
      const { key, branch, commit } = record;
      const { git } = this.#repository;
      const isHere = await git.find(`refs/heads/${branch}`) === commit;
      if (!isHere || !this.#work.own.has(key)) continue;
      this.#finished.set(key, record);
      this.#local.set(key, branch);
    }
    for (const [key, record] of usable) {
      if (!this.#work.own.has(key)) continue;
      this.#finished.set(key, record);
      const item = plan.items.find((each) => each.key === key);
      if (item?.state === "open") this.#say(`Already done by ${record.by}: "${item.text}"`);
    }
  }

  /** Counts the tries in earlier starts in which the item failed. */
  #countEarlier(text: string): number {
    return this.#last.failed.find(({ item }) => item === text)?.tries ?? 0;
  }

  #findReview(key: string): Pick<FinishedRecord, "review"> {
    const { reviews: all = [] } = this.#context.loop.record;
    const { reviews = 0, open = [], missing = null } = all.find((each) => each.key === key) ?? {};
    return reviews > 0 || missing !== null ? { review: { reviews, open, missing } } : {};
  }

  /** Finishes an item's branch and pushes it. If the push fails, it is repeated later. */
  async #deliver(
    { worktree, copies, added, item, isStopped }: MergeRequest,
    beganMs: number,
  ): Promise<Merged> {
    if (isStopped()) return STOPPED;
    const commit = await worktree.git.ask("rev-parse", "HEAD");
    const noteOf = (index: number) => cutNote(added.get(copies[index]?.original ?? "") ?? "");
    const planMovedTo = movedToOf(copies, worktree);
    const record: FinishedRecord = {
      key: item.key,
      branch: this.#remote.freeName(worktree.branch, commit),
      commit,
      base: worktree.base,
      rawLine: item.rawLine,
      progress: noteOf(1),
      findings: noteOf(2),
      durationMs: Math.round(this.#context.clock.monotonicMs() - beganMs),
      tries: item.tries + this.#countEarlier(item.text),
      ...planMovedTo !== undefined && isPage(planMovedTo) && { planMovedTo },
      ...this.#findReview(item.key),
    };
    this.#finished.set(item.key, record);
    this.#local.set(item.key, worktree.branch);
    const refusal = await this.#push(null);
    if (refusal !== null && !isStopped()) {
      this.#say(
        `Warning: ${this.#remote.shownName} refused the push, which will be retried later: ${refusal}`,
      );
    }
    return { kind: "finished", commit };
  }

  /**
   * Pushes the result together with each finished branch that is not on the remote.
   *
   * @param end Why the shard ended; null while it works.
   * @returns Why it failed; null if everything is on the remote.
   */
  async #push(end: Reason | null, failed: ShardResult["failed"] = []): Promise<string | null> {
    const { job, loop: { facts, record } } = this.#context;
    const { index, count } = this.#shard;
    const content = renderShardResult(maskTexts(findSecrets(job.env), {
      plan: this.#remote.plan,
      shard: index,
      shards: count,
      finished: [...this.#finished.values()],
      failed,
      end: end?.sentence ?? null,
      ...end !== null && { code: end.code },
      used: { ...this.#last.used, [facts.id]: usedBy(record) },
    }));
    const result = await this.#remote.commitResult(this.#shard, content);
    const branches = this.#pending;
    const refusal = await this.#remote.push([...branches, result], {
      signal: this.#pushLimit,
      onSlow: this.#say,
    });
    if (refusal !== null) return refusal;
    for (const { branch } of branches) this.#say(`Pushed ${branch} to ${this.#remote.shownName}`);
    return null;
  }

  /** Deletes the local branches that are on the remote. */
  async #dropPushed(): Promise<void> {
    const pending = new Set(this.#pending.map(({ key }) => key));
    for (const [key, name] of this.#local) {
      const { commit } = this.#finished.get(key) ?? {};
      if (commit === undefined || pending.has(key)) continue;
      await this.#repository.git.run("update-ref", "-d", `refs/heads/${name}`, commit);
    }
  }

  /** Describes the work that is not on the remote, on the screen and for the result. */
  #describePending(refusal: string): string[] {
    const { shownName } = this.#remote;
    const names = this.#pending.map(({ branch }) => branch);
    const what = names.length === 0 ? "the result" : `the result, ${names.join(", ")}`;
    const text =
      `Not pushed to ${shownName}: ${what} (${refusal}). The next start of this shard pushes it`;
    this.#say(`Warning: ${text}`);
    return [text];
  }

  readonly #say = (text: string): void => sayOf(this.#context)(text);
}
