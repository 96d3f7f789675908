/**
 * Reviews finished items and the finished plan with agents of their own, which may not change
 * anything.
 *
 * @module
 */
import { join } from "../../path/path.ts";
import { readCommit } from "../../evidence/progress/commit.ts";
import { takeTreeMark } from "../../evidence/progress/tree_mark.ts";
import type { Finding } from "../../loop/facts.ts";
import { reachedLimit } from "../../loop/rules/limits.ts";
import { quoteBlock } from "../../prompt/foreign_text.ts";
import { openTemplates, renderTemplate } from "../../prompt/render.ts";
import { writeAtomic } from "../../store/files/atomic_file.ts";
import { isThere } from "../../store/files/presence.ts";
import { showCount } from "../../text/human_units.ts";
import type { RunContext } from "../job/context.ts";
import { iterate } from "../iteration/iterate.ts";
import { recordUsage } from "../iteration/report.ts";
import type { Plan, PlanItem } from "../plan/plan.ts";
import { untickItem } from "../plan/untick.ts";
import { type Changes, readChanges } from "./changes.ts";
import { readReview, type Review, withoutEcho } from "./read_review.ts";
import type { ReviewRecord, ReviewSettings, SentBack } from "./review_record.ts";

/** The validation rounds of a loop in a session, which the finished plan gets too. */
const FINAL_ROUNDS = 3;
const LARGEST_QUOTE = 40_000;
const TREE_TIMEOUT_MS = 10_000;

/** The key of the whole plan; items have a number after their text. */
const WHOLE = "";

/** Reviews the work of one run. */
export class Reviewer {
  readonly #context: RunContext;
  readonly #settings: ReviewSettings | null;
  /** The commit before the run. */
  readonly #firstCommit: string;
  /** The commit before each item was begun, by key. */
  readonly #commits = new Map<string, string>();
  /** How often each item was sent back. */
  readonly #sentBack = new Map<string, number>();
  readonly #records = new Map<string, ReviewRecord>();

  /**
   * @param context The run's dependencies; without review settings nothing is reviewed.
   * @param firstCommit The commit before the run. Default: the present commit.
   */
  constructor(context: RunContext, firstCommit?: string) {
    this.#context = context;
    this.#settings = context.job.review;
    this.#firstCommit = firstCommit ?? readCommit(context.workFolder);
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
    if (this.#settings === null) return null;
    const { workFolder, noteOnce } = this.#context;
    for (const item of plan.items) {
      if (item.state !== "done" || !isMeant(item)) continue;
      const commit = this.#commits.get(item.key) ?? this.#commits.get(begun?.key ?? WHOLE) ?? "";
      const changes = await readChanges(workFolder, commit);
      const review = await this.#review({ item, plan, changes, round: 1, rounds: 1 });
      const sentBack = review === null ? null : this.#settle(item.key, item.text, review);
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
    if (this.#settings === null) return null;
    const changes = await readChanges(this.#context.workFolder, this.#firstCommit);
    const serious: Finding[] = [];
    const minor: Finding[] = [];
    for (let round = 1; round <= FINAL_ROUNDS; round++) {
      const part = { item: null, plan, changes, round, rounds: FINAL_ROUNDS };
      const review = await this.#review(part);
      if (review === null) return null;
      if (review.kind === "none") return this.#settle(WHOLE, null, review);
      serious.push(...review.serious);
      minor.push(...review.minor);
    }
    return this.#settle(WHOLE, null, { kind: "reviewed", serious, minor });
  }

  /** Decides whether a review sends the work back, and remembers what it leaves open. */
  #settle(key: string, item: string | null, review: Review): SentBack | null {
    const { loop, report } = this.#context;
    const what = item === null ? "the plan" : `"${item}"`;
    const reviews = this.#records.get(key)?.reviews ?? 0;
    if (review.kind === "none") {
      const sentence = `No review of ${what}: ${review.why}`;
      report({ kind: "note", text: `Warning: ${sentence}` });
      loop.note({ kind: "review", code: "none", sentence });
      this.#records.set(key, { item, reviews, open: [], missing: review.why });
      return null;
    }
    const { serious, minor } = review;
    const open = [...serious, ...minor];
    this.#records.set(key, { item, reviews: reviews + 1, open, missing: null });
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

  /** Runs one reviewer; null where a stop was asked for. */
  async #review(part: ReviewPart): Promise<Review | null> {
    const { job, loop, stop, report } = this.#context;
    if (stop.request !== null || this.#settings === null) return null;
    const limit = reachedLimit({ ...loop.record, iteration: 0 }, job.settings);
    if (limit !== null) return { kind: "none", why: limit.sentence };
    const { agent } = this.#settings;
    const { workFolder } = this.#context;
    const log = findLog(job.iterationsDir, loop.record.iteration);
    const isReadOnly = job.sandbox.kind === "bwrap";
    const prompt = await this.#buildPrompt(part, log, isReadOnly);
    const { item, round, rounds } = part;
    report({ kind: "reviewing", agent: agent.name, item: item?.text ?? null, round, rounds });
    const before = isReadOnly ? null : await takeTreeMark(workFolder, [], TREE_TIMEOUT_MS);
    const context = { ...this.#context, job: { ...job, agent, isReadOnly: true } };
    const iteration = {
      number: loop.record.iteration,
      item: part.item,
      plan: part.plan,
      log,
      prompt,
      isRecovery: false,
    };
    const judged = await iterate(context, iteration);
    recordUsage(context, judged);
    if (stop.request !== null) return null;
    if (judged.failure !== null || judged.outcome.endedBy === "not-started") {
      return { kind: "none", why: `the reviewer failed: ${judged.failureText}` };
    }
    if (before !== null && await takeTreeMark(workFolder, [], TREE_TIMEOUT_MS) !== before) {
      return { kind: "none", why: "the reviewer changed files of the project" };
    }
    // An agent without events has no message of its own: its last lines are the answer.
    const { lastMessage, lines } = judged.watch;
    const { changes } = part;
    const work = [item?.rawLine ?? "", changes.kind === "diff" ? changes.text : ""];
    return readReview(judged.watch.isStructured ? lastMessage : withoutEcho(lines, work));
  }

  async #buildPrompt(part: ReviewPart, log: string, isReadOnly: boolean): Promise<string> {
    const { places, loop } = this.#context;
    const { item, plan, changes, round, rounds } = part;
    const isKnown = changes.kind === "diff";
    const diffFile = log.replace(/\.log$/, ".diff");
    if (isKnown) writeAtomic(diffFile, changes.text, { isFlushed: false });
    const earlier = this.#records.get(item?.key ?? WHOLE)?.open ?? [];
    return await renderTemplate("run-review.md", {
      plan: plan.path,
      item: item?.rawLine ?? null,
      round,
      rounds,
      isReadOnly,
      diffFile: isKnown ? diffFile : "",
      diffLines: isKnown ? changes.text.split("\n").length - 1 : 0,
      diff: isKnown && changes.text !== "" && changes.text.length <= LARGEST_QUOTE
        ? quoteBlock(changes.text, LARGEST_QUOTE)
        : "",
      why: isKnown ? "" : changes.why,
      untracked: isKnown ? changes.untracked.slice(0, 50) : [],
      earlier: earlier.map(({ severity, text }) => `- (${severity}) ${text}`),
    }, await openTemplates(places, loop.facts.project));
  }
}

/** What one reviewer reviews. */
interface ReviewPart {
  /** Null for the whole plan. */
  readonly item: PlanItem | null;
  readonly plan: Plan;
  readonly changes: Changes;
  readonly round: number;
  readonly rounds: number;
}

/** Finds the path of a review's log, beside the logs of the iterations. */
function findLog(iterationsDir: string, iteration: number): string {
  const stem = join(iterationsDir, `${String(iteration).padStart(3, "0")}-review`);
  for (let take = 1;; take++) {
    const path = take === 1 ? `${stem}.log` : `${stem}-${take}.log`;
    if (!isThere(path)) return path;
  }
}
