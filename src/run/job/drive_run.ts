/** Drives a run from its first event to its result. */
import { recoverCommits } from "../repository/confine_with_git.ts";
import { nameOf } from "../agents/choose_agent.ts";
import { join } from "@std/path";
import type { ScanRules } from "../../guidance/constraints/scan_text.ts";
import { DISK_FULL, messageOf } from "../../error.ts";
import { runVerification } from "../../evidence/verification/run_verification.ts";
import { channelsFor, sendNotice } from "../../lifecycle/announce.ts";
import { noticeOfEnd } from "../../lifecycle/end.ts";
import { internalError } from "../../loop/reason.ts";
import { loopPlaces, type Places } from "../../store/places.ts";
import type { RunLoop } from "../loop/run_loop.ts";
import { StopSource } from "../loop/stop_source.ts";
import type { PreparedRun } from "../prepare/prepare.ts";
import { LiveFactsWriter } from "../report/follow_events.ts";
import { renderResult, RESULT_FILE, type RunResult, writeResult } from "../report/result.ts";
import { countsOf, type Reporter, type RunEvent } from "../report/run_event.ts";
import { findSecrets, maskTexts } from "../terminal/secrets.ts";
import { REAL_CLOCK } from "../watchdog/clock.ts";
import { watchAgent } from "../watchdog/watch_agent.ts";
import { ActiveTime } from "./active_time.ts";
import { createNotes, type RunContext } from "./context.ts";
import type { Job, RunEnd } from "./job.ts";
import { endDiskFull, endOf, findResumeCommand, nameRedBefore } from "./ending.ts";
import { nextStep, stateOfEnd } from "../../loop/reasons.ts";
import { keepAwake } from "./keep_awake.ts";
import { ParallelJob } from "../parallel/parallel_job.ts";
import type { Parallel } from "../parallel/prepare_parallel.ts";
import type { Share } from "../parallel/share.ts";
import { MergeShare } from "../shard/merge_share.ts";
import { Remote } from "../shard/remote.ts";
import { addUsed, type Used, usedBy } from "../shard/shard_result.ts";
import { ShardShare } from "../shard/shard_share.ts";
import { RunJob } from "./run_job.ts";

/** A run that begins. */
export interface RunToDrive {
  readonly places: Places;
  readonly run: PreparedRun;
  /** The run's task, with its commands. */
  readonly job: Job;
  readonly loop: RunLoop;
  readonly rules: ScanRules;
  readonly reporter: Reporter;
}

/** The result of a run, and the file it is written to. */
export interface DrivenRun {
  readonly result: RunResult;
  readonly resultFile: string;
  /** The next step for the user, shown after `→`. */
  readonly next: string;
}

/** Drives the run: works until an end, and records the end. */
export async function driveRun(driven: RunToDrive): Promise<DrivenRun> {
  const { places, job, loop, reporter } = driven;
  const secrets = findSecrets(job.env);
  using live = new LiveFactsWriter(places, loop.facts.id, REAL_CLOCK.wallMs);
  const report = (event: RunEvent) => {
    if ("counts" in event) loop.countItems(event.counts);
    const masked = maskTexts(secrets, event);
    live.note(masked);
    reporter.report(masked);
  };
  const announce = announcerOf(driven, secrets);
  // Listens before the run is announced, since a reader of the announcement may send a signal, and until the
  // end is written, since a further Ctrl-C would kill ralph before that.
  using stop = new StopSource(() => loop.findStopRequest());
  const { end, usedElsewhere, ...worked } = await work(driven, stop, report, announce);
  const { record } = loop;
  const resumeCommand = findResumeCommand(end, job.settings, record);
  const again = resumeCommand?.replace(/^ralph /, "") ?? "run --resume";
  loop.change((before) => ({ ...before, again }));
  const used = addUsed(usedBy(record), usedElsewhere);
  const result: RunResult = {
    loop: loop.facts.id,
    end,
    ...worked,
    removed: record.planSeen.ledger?.gone ?? [],
    reviews: record.reviews ?? [],
    ...used,
    reviewers: used.reviewers ?? null,
    activeMs: record.accumulatedRuntimeMs,
    finishedAt: REAL_CLOCK.wallMs(),
    resumeCommand,
    logs: job.iterationsDir,
  };
  const resultFile = finish(driven, result, end, secrets.mask(renderResult(result)), report);
  const next = nextStep(end.reason.code, loop.record, "terminal");
  const happened = end.isOnDisk ? null : noticeOfEnd(loop.record, end.reason, result.finishedAt);
  if (happened !== null) announce(happened);
  reporter.close();
  return { result, resultFile, next };
}

/** Creates the function that notifies the user. Notifications leave the log, so secrets are masked. */
function announcerOf(
  { job, run: { origins }, loop }: RunToDrive,
  secrets: ReturnType<typeof findSecrets>,
): RunContext["announce"] {
  return (happened) => {
    const channels = channelsFor(happened.event, { settings: job.settings, origins });
    if (channels === null) return;
    const sentence = secrets.mask(happened.sentence);
    const more = { pid: Deno.pid, wait: "", delayMs: 0 };
    sendNotice(channels, loop.record, { ...happened, sentence }, more);
  };
}

interface Worked extends Pick<RunResult, "plan" | "items" | "unmerged" | "kept"> {
  readonly end: RunEnd;
  /** Usage by agents of other machines. */
  readonly usedElsewhere: Used;
}

/** Announces the run and works until an end. */
async function work(
  { places, run, job, loop, rules }: RunToDrive,
  stop: StopSource,
  report: (event: RunEvent) => void,
  announce: RunContext["announce"],
): Promise<Worked> {
  using awake = run.options["keep-awake"] ? keepAwake() : null;
  loop.onPutBack = (text) => report({ kind: "note", text: `Note: ${text}` });
  if (awake?.problem) report({ kind: "note", text: `Warning: ${awake.problem}` });
  report({
    kind: "run-started",
    loop: loop.facts.id,
    project: loop.facts.project,
    plan: job.planPath,
    agent: nameOf(job.agent),
    sandbox: job.sandbox.kind,
    counts: countsOf(run.plan),
    max_iterations: job.settings.max_iterations,
    is_resumed: run.resumed !== null,
    logs: job.iterationsDir,
  });
  const noteOnce = createNotes(report);
  const kept: string[] = [];
  const redBefore = new Set<string>();
  const context: RunContext = {
    job,
    loop,
    workFolder: loop.facts.project,
    activeTime: new ActiveTime(loop, REAL_CLOCK),
    present: new Set(),
    places,
    rules,
    clock: REAL_CLOCK,
    zone: Temporal.Now.timeZoneId(),
    stop,
    report,
    noteOnce,
    keep: (sentence) => {
      kept.push(sentence);
      noteOnce(`Note: ${sentence}`);
    },
    redBefore,
    announce,
    runAgent: watchAgent,
    verify: runVerification,
  };
  await recoverCommits(context);
  const { parallel } = run;
  const runJob = parallel === null
    ? new RunJob(context, run.plan)
    : new ParallelJob(context, run.plan, parallel, createShare(parallel, job.planPath));
  const end = await runJob.run().catch((error: unknown) => {
    const full = endDiskFull(messageOf(error));
    if (full !== null) return full;
    const stack = error instanceof Error && error.stack !== undefined ? [error.stack] : [];
    return endOf(internalError(messageOf(error)), undefined, stack);
  });
  const { plan, items, unmerged, usedElsewhere } = runJob;
  return { end: nameRedBefore(end, redBefore), plan, items, unmerged, kept, usedElsewhere };
}

/** Creates the run's share of a plan that several machines work on. */
function createShare({ repository, sharing }: Parallel, planPath: string): Share | null {
  if (sharing === null) return null;
  const remote = new Remote(repository, planPath, sharing.remote);
  return sharing.shard === null
    ? new MergeShare(repository, remote)
    : new ShardShare(repository, remote, sharing.shard);
}

/** Writes the loop's end and the result, and reports it. @returns The result's file. */
function finish(
  { places, loop }: RunToDrive,
  { plan, iterations, tokens, costUsd, reviewers, resumeCommand }: RunResult,
  end: RunEnd,
  text: string,
  report: (event: RunEvent) => void,
): string {
  const { id, project } = loop.facts;
  const resultFile = join(project, RESULT_FILE);
  loop.countItems(plan);
  const problems = [...loop.end(end), ...writeResult(project, loopPlaces(places, id).dir, text)];
  const unwritten = problems.filter((why) => !why.includes(DISK_FULL));
  // One sentence replaces all problems that it covers.
  if (unwritten.length < problems.length) unwritten.push(DISK_FULL);
  for (const why of unwritten) {
    report({ kind: "note", text: `Warning: not recorded: ${why}` });
  }
  report({
    kind: "run-ended",
    code: end.reason.code,
    sentence: end.reason.sentence,
    exit_code: end.exitCode,
    counts: countsOf(plan),
    iterations,
    tokens,
    cost_usd: costUsd,
    reviewers: reviewers === null
      ? null
      : { agents: reviewers.agents, tokens: reviewers.tokens, cost_usd: reviewers.costUsd },
    result_file: resultFile,
    outcome: stateOfEnd(end.reason.code),
    go_on: resumeCommand,
  });
  return resultFile;
}
