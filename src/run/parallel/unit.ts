/**
 * Handles one item of a parallel run: works on it in its own worktree, then merges it.
 *
 * @module
 */
import { ensureDirSync } from "@std/fs/ensure-dir";
import { join, relative } from "@std/path";
import { attempt, messageOf } from "../../error.ts";
import { resolveLinks } from "../../store/project.ts";
import { giveIgnored } from "./ignored_files.ts";
import type { EarlierTry, RunContext } from "../job/context.ts";
import type { UnmergedBranch } from "../job/item_log.ts";
import type { Job, RunEnd } from "../job/job.ts";
import { RunJob } from "../job/run_job.ts";
import { filesOfPlan } from "../plan/find_plan.ts";
import { isRemoved } from "../plan/follow_item.ts";
import { finishLine, isSkipLine } from "../plan/item_line.ts";
import { type PlanItem, readPlan } from "../plan/plan.ts";
import type { RunEvent } from "../report/run_event.ts";
import { ALL, listUntracked, noteKeptOut } from "./kept_out.ts";
import type { MergeChecks } from "../repository/merge_checks.ts";
import { type Merged, mergeItem, type MergeRequest, STOPPED } from "./merge.ts";
import {
  appendToFile,
  followCopies,
  movedToOf,
  placeCopies,
  type PlanCopy,
} from "./plan_copies.ts";
import type { Repository } from "./repository.ts";
import type { RunBranch } from "./run_branch.ts";
import { saveWork, type Worktree } from "./save_work.ts";
import { setUpWorktree } from "./setup.ts";
import type { DoneElsewhere, UnitWork } from "./share.ts";
import { worktreesDirOf } from "../repository/worktree_folders.ts";
import { addWorktree, dropWorktree, removeWorktree } from "./worktrees.ts";

/** An item, its agent's number, and the repository for its worktree. */
interface UnitRequest {
  /** The context of the whole run. */
  readonly context: RunContext;
  readonly repository: Repository;
  readonly runBranch: RunBranch;
  readonly checks: MergeChecks;
  readonly item: PlanItem;
  /** The item's position in the plan, from 1. */
  readonly number: number;
  /** The agent's number, from 1. */
  readonly worker: number;
  /** The previous try, which could not be merged. */
  readonly earlier: EarlierTry | undefined;
  /** How the work differs from the usual way. */
  readonly work: UnitWork;
  /** Runs merges one at a time. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
}

/** The result of an item. */
interface UnitOutcome extends WorkResult {
  /** The branch, if it has commits that were not merged. */
  readonly unmerged: UnmergedBranch | null;
  /** The branch that it was done on; null if no worktree could be created. */
  readonly branch: string | null;
}

/** The result of the work in a worktree. */
interface WorkResult {
  /** Number of agents that worked on it, here or on another machine; 1 if none could begin. */
  readonly tries: number;
  /** How its agents ended; null if none ran. */
  readonly end: RunEnd | null;
  readonly merged: Merged;
  /** True if its agent removed the unfinished item from the plan. */
  readonly isRemoved?: true;
  /** The path of its agent's moved copy of the plan, relative to the top of the repository. */
  readonly planMovedTo?: string;
}

function failed(why: string, end: RunEnd | null = null, tries = 1): WorkResult {
  return { tries, end, merged: { kind: "failed", why } };
}

/** Works on an item in a worktree and merges it; never throws. */
export async function runUnit(request: UnitRequest): Promise<UnitOutcome> {
  const { context, repository, item, number, work } = request;
  const { job, loop, places } = context;
  const all = worktreesDirOf(places.ralphHome);
  // It contains the plan's copies, which must not look like links out of the worktree.
  attempt(() => ensureDirSync(all));
  const folder = join(resolveLinks(all), loop.facts.id);
  const source = { top: repository.top, files: filesOfPlan(job.planPath) };
  let made: Worktree | null = null;
  let copies: readonly PlanCopy[];
  try {
    made = await request.inTurn(() =>
      addWorktree(repository, folder, { number, text: item.text }, job.planPath, work.from)
    );
    copies = await placeCopies(made.git, source);
  } catch (error) {
    const unused = made;
    const unmerged = unused && await request.inTurn(() => dropWorktree(repository, unused));
    const outcome = failed(`no worktree could be made: ${messageOf(error)}`);
    return { ...outcome, unmerged, branch: null };
  }
  const worktree = made;
  const { branch } = worktree;
  request.runBranch.noteAgent(worktree);
  const planPath = copies[0]?.copy ?? job.planPath;
  const own: Job = { ...job, planPath, onlyItem: item.key, verify: [] };
  const outcome = await workIn(worktree, copies, own, request)
    .catch((error) => failed(messageOf(error)));
  const { merged } = outcome;
  let unsaved: string[] = [];
  const unmerged = await request.inTurn(async () => {
    if (merged.kind === "again" || merged.kind === "failed") {
      return await removeWorktree(repository, worktree, followCopies(copies, own.planPath));
    }
    const left = await dropWorktree(repository, worktree);
    return merged.kind === "finished" ? null : left;
  }).catch((error) => {
    unsaved = [messageOf(error), `its worktree stays: ${worktree.path}`];
    return { name: branch, commit: worktree.base };
  });
  request.runBranch.noteAgentEnd(branch);
  if (!("why" in merged)) return { ...outcome, unmerged, branch };
  const why = [...new Set([merged.why, ...unsaved])].join("; ");
  return { ...outcome, merged: { ...merged, why }, unmerged, branch };
}

/** Runs `worktree_setup`, and notes the paths to keep out of commits. @returns Why it failed, or null. */
async function prepareWorktree(
  { git, path }: Worktree,
  copies: readonly PlanCopy[],
  { context, repository: { top, prefix } }: UnitRequest,
): Promise<string | null> {
  const steps = context.job.worktreeSetup;
  const ofPlan = copies.filter(({ tracked }) => tracked === null)
    .map(({ copy }) => relative(path, copy));
  if (steps.length > 0) noteKeptOut(git, ALL);
  const problem = await setUpWorktree(join(path, prefix), join(top, prefix), steps, context);
  if (problem !== null || context.stop.request !== null) return problem;
  // Ignored files do not need a note.
  noteKeptOut(git, [...ofPlan, ...steps.length > 0 ? await listUntracked(git) : []]);
  return null;
}

async function workIn(
  worktree: Worktree,
  placed: readonly PlanCopy[],
  own: Job,
  request: UnitRequest,
): Promise<WorkResult> {
  const { checks, context, repository, runBranch, item, worker, work, inTurn } = request;
  const { job, stop } = context;
  const workFolder = join(worktree.path, repository.prefix);
  const problem = await prepareWorktree(worktree, placed, request);
  if (stop.request !== null) return { tries: 1, end: null, merged: STOPPED };
  if (problem !== null) return failed(problem);
  const unit: RunContext = {
    ...context,
    workFolder,
    branch: worktree.branch,
    given: giveIgnored(repository.ignored, { top: repository.top, worktree: worktree.path }, job),
    ...request.earlier === undefined ? {} : { earlier: request.earlier },
    job: own,
    report: (event) => context.report({ ...withRunCounts(context, event), worker }),
  };
  const done = work.done === undefined
    ? await runAgents(unit, item)
    : { tries: work.done.tries, end: null, rawLine: takeOver(work.done, placed) };
  if ("merged" in done) return done;
  const { tries, end, rawLine } = done;
  const isUnchecked = rawLine === null || isSkipLine(rawLine);
  const command = isUnchecked ? undefined : job.itemCommands.get(item.key);
  unit.report({ kind: "merging", item: item.text });
  // Its agent may have moved the plan.
  const copies = followCopies(placed, own.planPath);
  const { added, problem: unmergeable } = await saveWork(worktree, copies, item.text);
  if (unmergeable !== null) return failed(unmergeable, end, tries);
  const checked = {
    ...{ unit, worktree, item: item.text, gate: job.verify },
    own: command === undefined ? [] : [command],
  };
  const merging: MergeRequest = {
    ...{ repository, runBranch, worktree, copies, added },
    item: { key: item.key, text: item.text, rawLine, tries },
    verify: (target) => checks.verify(checked, target),
    isStopped: () => stop.request !== null,
  };
  const merged = await inTurn(async () => {
    const merged = await (work.deliver ?? mergeItem)(merging);
    if (merged.kind === "merged") checks.noteMerged(merged.commit);
    return merged;
  });
  const planMovedTo = movedToOf(copies, worktree) ?? work.done?.planMovedTo;
  return {
    ...{ tries, end, merged },
    ...rawLine === null && { isRemoved: true },
    ...planMovedTo !== undefined && { planMovedTo },
  };
}

/** Works on an item with agents. @returns Its line at the end if it is complete; null if it was removed. */
async function runAgents(
  unit: RunContext,
  item: PlanItem,
): Promise<WorkResult | Pick<WorkResult, "tries" | "end"> & { readonly rawLine: string | null }> {
  const read = await readPlan(unit.job.planPath);
  if (read.kind !== "plan") return failed("the plan cannot be read");
  const runJob = new RunJob(unit, read.plan);
  const end = await runJob.run();
  const tries = runJob.items[0]?.tries ?? 1;
  const after = runJob.plan.items[0];
  if (end.exitCode === 0 && after === undefined) {
    const now = readPlan(unit.job.planPath);
    return now.kind === "plan" && isRemoved(item, read.plan, now.plan)
      ? { tries, end, rawLine: null }
      : failed("its agent replaced it with other items in its copy of the plan", end, tries);
  }
  const isDone = end.exitCode === 0 && after !== undefined && after.state !== "open";
  return isDone
    ? { tries, end, rawLine: finishLine(item, after.rawLine) }
    : failed(end.reason.sentence, end, tries);
}

/** Takes over another machine's result, including its notes. @returns The item's line. */
function takeOver(
  { rawLine, notes }: DoneElsewhere,
  [, ...companions]: readonly PlanCopy[],
): string | null {
  for (const [index, { copy }] of companions.entries()) {
    const note = notes[index] ?? "";
    if (note.trim() !== "") appendToFile(copy, note);
  }
  return rawLine;
}

/** Adds the counts of the whole plan for people, since an agent's own plan has only one item. */
function withRunCounts({ runCounts }: RunContext, event: RunEvent): RunEvent {
  return "counts" in event && runCounts !== undefined ? { ...event, counts: runCounts() } : event;
}
