/**
 * Runs the agents that review. Each gets its own prompt and log, and waits while the API fails.
 *
 * @module
 */
import { nameOf } from "../agents/choose_agent.ts";
import { attempt } from "../../error.ts";
import { takeTreeMark } from "../../evidence/progress/tree_mark.ts";
import type { Finding } from "../../loop/facts.ts";
import { needsPerson } from "../../loop/api_failure.ts";
import { reachedLimit } from "../../loop/rules/limits.ts";
import { describeNeed } from "../../loop/time/pause_cause.ts";
import { ComposedText, quoteBlock } from "../../prompt/foreign_text.ts";
import { openTemplates } from "../../prompt/project_templates.ts";
import { renderTemplate } from "../../prompt/interpret.ts";
import { writeAtomic } from "../../store/files/atomic_file.ts";
import type { Agent } from "../agents/choose_agent.ts";
import type { RunContext } from "../job/context.ts";
import { findUnmeasured } from "../job/ending.ts";
import { findRefusal } from "../job/refusal.ts";
import { Waiting } from "../job/waiting.ts";
import { iterate, logPathOf, renderTurnHeader } from "../iteration/iterate.ts";
import type { Judged } from "../iteration/judge.ts";
import { recordUsage } from "../iteration/report.ts";
import type { Plan, PlanItem } from "../plan/plan.ts";
import { plainText } from "../terminal/plain_text.ts";
import type { Changes } from "./changes.ts";
import {
  newReviewCode,
  readReview,
  type Review,
  type ReviewCode,
  withoutEcho,
} from "./read_review.ts";

const LARGEST_QUOTE = 40_000;
const TREE_TIMEOUT_MS = 60_000;

/** The subject of one review. */
interface ReviewPart {
  /** Null for the whole plan. */
  readonly item: PlanItem | null;
  /** The iteration that did the work; with another number, the reviewer would count as its agent. */
  readonly iteration: number;
  readonly plan: Plan;
  readonly changes: Changes;
  readonly round: number;
  readonly rounds: number;
  /** The findings of the previous review. */
  readonly earlier: readonly Finding[];
}

/** Starts reviewers, one at a time. */
export class ReviewAgent {
  readonly #context: RunContext;
  readonly #waiting: Waiting;
  /** Why no more reviewers are started: they do not report a limited amount. Null if they are started. */
  #unmeasured: string | null = null;

  /** @param context The run's dependencies, whose agent is a worker. */
  constructor(context: RunContext, agent: Agent) {
    this.#context = { ...context, job: { ...context.job, agent, isReadOnly: true } };
    this.#waiting = new Waiting(this.#context);
  }

  /** Time spent waiting for the API. */
  get waitedMs(): number {
    return this.#waiting.totalMs;
  }

  /** Runs a reviewer, again after a failure of the API. Null if a stop was requested. */
  async review(part: ReviewPart): Promise<Review | null> {
    const { job, loop, stop, clock, zone, workFolder } = this.#context;
    for (;;) {
      if (stop.request !== null) return null;
      const limit = reachedLimit({ ...loop.record, iteration: 0 }, job.settings)?.sentence ??
        this.#unmeasured;
      if (limit !== null) return { kind: "none", why: limit };
      const isWatched = job.sandbox.kind !== "bwrap";
      const before = isWatched ? await takeTreeMark(workFolder, [], TREE_TIMEOUT_MS) : null;
      const log = logPathOf(job.iterationsDir, part.iteration, "-review");
      const code = newReviewCode();
      const prompt = await this.#buildPrompt(part, log, code);
      const judged = await this.#run(part, log, prompt);
      if (stop.request !== null) return null;
      const refusal = findRefusal(judged.watch, judged.failure !== null, clock.wallMs(), zone);
      if (refusal === null) {
        this.#waiting.noteAccepted();
        this.#noteUnmeasured(judged);
        const after = isWatched ? await takeTreeMark(workFolder, [], TREE_TIMEOUT_MS) : null;
        return before === after
          ? readAnswer(judged, part, code)
          : { kind: "none", why: "the reviewer changed files of the project" };
      }
      if (needsPerson(refusal.cause)) {
        return { kind: "none", why: describeNeed(refusal, nameOf(job.agent)) };
      }
      const detail = `reviewer ${nameOf(job.agent)}: ${refusal.detail}`;
      const tooLong = await this.#waiting.waitOut({ ...refusal, detail });
      if (tooLong !== null) return { kind: "none", why: tooLong.why };
    }
  }

  async #run(part: ReviewPart, log: string, prompt: string): Promise<Judged> {
    const { job, report } = this.#context;
    const { item, iteration: number, plan, round, rounds } = part;
    report({
      kind: "reviewing",
      agent: nameOf(job.agent),
      item: item?.text ?? null,
      round,
      rounds,
    });
    const judged = await iterate(this.#context, {
      ...{ number, item, plan, log, prompt },
      isRecovery: false,
    });
    recordUsage(this.#context, judged);
    return judged;
  }

  /** Notes a budget whose amount a reviewer does not report, since it could exceed the budget unnoticed. */
  #noteUnmeasured({ watch, failure }: Judged): void {
    const [budget] = failure === null ? findUnmeasured(this.#context.job.settings, watch) : [];
    if (budget === undefined) return;
    const { what } = budget;
    this.#unmeasured = `The limit on ${what} cannot be kept: the reviewer reports no ${what}`;
  }

  async #buildPrompt(part: ReviewPart, log: string, code: ReviewCode): Promise<string> {
    const { places, loop, job } = this.#context;
    const { item, plan, changes, round, rounds, earlier } = part;
    const isKnown = changes.kind === "diff";
    const diffFile = log.replace(/\.log$/, ".diff");
    if (isKnown) attempt(() => writeAtomic(diffFile, changes.text, { isFlushed: false }));
    return renderTemplate("run-review.md", {
      header: new ComposedText(renderTurnHeader(this.#context, part.iteration, plan)),
      code,
      plan: plan.path,
      item: item?.rawLine ?? null,
      round,
      rounds,
      isReadOnly: job.sandbox.kind === "bwrap",
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

function readAnswer(
  { watch, outcome, failure, failureText }: Judged,
  { item, changes }: ReviewPart,
  code: ReviewCode,
): Review {
  if (failure !== null || outcome.endedBy === "not-started") {
    return { kind: "none", why: `the reviewer failed: ${failureText}` };
  }
  if (outcome.endedBy === "limit" || outcome.endedBy === "stop") {
    return { kind: "none", why: "the reviewer was terminated, since a limit was reached" };
  }
  if (watch.isStructured) return readReview(watch.lastMessage, code);
  // An agent without events has no separate message: all of its output is the answer.
  const work = [item?.rawLine ?? "", changes.kind === "diff" ? changes.text : ""];
  return readReview(withoutEcho(watch.lines.map(plainText), work), code);
}
