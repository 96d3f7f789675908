/**
 * One item of a parallel run: worked on in a worktree of its own, then merged.
 *
 * @module
 */
import { ensureDirSync } from "@std/fs/ensure-dir";
import { join, relative } from "@std/path";
import { attempt, messageOf } from "../../error.ts";
import { resolveLinks } from "../../store/project.ts";
import { giveIgnored } from "./ignored_files.ts";
import type { TrustedCommand } from "../../store/trusted_command.ts";
import type { EarlierTry, RunContext } from "../job/context.ts";
import type { UnmergedBranch } from "../job/item_log.ts";
import type { RunEnd } from "../job/job.ts";
import { RunJob } from "../job/run_job.ts";
import type { FailedCheck } from "../job/job.ts";
import { verifyCommand } from "../job/verify.ts";
import { filesOfPlan } from "../plan/find_plan.ts";
import { finishLine, isSkipLine } from "../plan/item_line.ts";
import { type PlanItem, readPlan } from "../plan/plan.ts";
import type { RunEvent } from "../report/run_event.ts";
import { ALL, listUntracked, noteKeptOut } from "./kept_out.ts";
import { finishBranch, type Merged, mergeItem } from "./merge.ts";
import { appendToFile, placeCopies, type PlanCopy, withdrawCopies } from "./plan_copies.ts";
import type { Repository } from "./repository.ts";
import type { RunBranch } from "./run_branch.ts";
import { releaseGit, type Worktree } from "./save_work.ts";
import { listPlaced, setUpWorktree } from "./setup.ts";
import type { DoneElsewhere, UnitWork } from "./share.ts";
import { literal, withFolders } from "./work_tree.ts";
import { addWorktree, dropWorktree, removeWorktree, worktreesDirOf } from "./worktrees.ts";

/** An item, the agent number and the repository that its worktree is made of. */
export interface UnitRequest {
  /** The context of the whole run. */
  readonly context: RunContext;
  readonly repository: Repository;
  readonly runBranch: RunBranch;
  readonly item: PlanItem;
  /** The item's position in the plan, from 1. */
  readonly number: number;
  /** The agent's number, from 1. */
  readonly worker: number;
  /** The try before, which could not be merged. */
  readonly earlier: EarlierTry | undefined;
  /** What is different from the usual. */
  readonly work: UnitWork;
  /** Runs merges one at a time. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
}

/** What came of an item. */
export interface UnitOutcome {
  /** How many agents worked on it, here or on another machine; 1 where none could begin. */
  readonly tries: number;
  /** How its agents ended; null where none ran. */
  readonly end: RunEnd | null;
  /** The merge; null where the item was not completed. */
  readonly merged: Merged | null;
  /** Why it is not completed; empty if it is. */
  readonly why: string;
  /** The branch, if it has commits that were not merged. */
  readonly unmerged: UnmergedBranch | null;
  /** The branch that it was done on; null where no worktree could be made. */
  readonly branch: string | null;
}

/** Works on an item in a worktree and merges it; never throws. */
export async function runUnit(request: UnitRequest): Promise<UnitOutcome> {
  const { context, repository, item, number, work } = request;
  const { job, loop, places } = context;
  const all = worktreesDirOf(places.ralphHome);
  // The plan's copies are in it, and must not seem to be links out of the worktree.
  attempt(() => ensureDirSync(all));
  const folder = join(resolveLinks(all), loop.facts.id);
  const nothing = { tries: 1, end: null, merged: null, unmerged: null, branch: null };
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
    return { ...nothing, unmerged, why: `no worktree could be made: ${messageOf(error)}` };
  }
  const worktree = made;
  const { branch } = worktree;
  request.runBranch.noteAgent(worktree);
  const outcome = await workIn(worktree, copies, request)
    .catch((error) => ({ ...nothing, why: messageOf(error) }));
  let unsaved = "";
  const unmerged = await request.inTurn(async () => {
    const kind = outcome.merged?.kind;
    if (kind === "merged" || kind === "finished") {
      const left = await dropWorktree(repository, worktree);
      return kind === "finished" ? null : left;
    }
    // What is kept of an unfinished item is the agent's work, not its copy of the plan.
    await releaseGit(worktree);
    await withdrawCopies(worktree.git, worktree.base, copies);
    return await removeWorktree(repository, worktree);
  }).catch((error) => {
    unsaved = messageOf(error);
    return { name: branch, commit: worktree.base };
  });
  const stays = unsaved === "" ? "" : `its worktree stays: ${worktree.path}`;
  request.runBranch.noteAgentEnd(branch);
  const why = [outcome.why, unsaved, stays].filter((text) => text !== "");
  return { ...outcome, why: [...new Set(why)].join("; "), unmerged, branch };
}

/** Runs `worktree_setup`, and notes what no commit may have. @returns Why it failed, or null. */
async function prepareWorktree(
  { git, path }: Worktree,
  copies: readonly PlanCopy[],
  { context, repository: { top, prefix } }: UnitRequest,
): Promise<string | null> {
  const steps = context.job.worktreeSetup;
  const ofPlan = copies.filter(({ tracked }) => tracked === null)
    .map(({ copy }) => relative(path, copy));
  const placed = listPlaced(steps).map((one) => join(prefix, one));
  const tracked = placed.length === 0
    ? new Set<string>()
    : withFolders((await git.ask("ls-files", "-z", "--", ...literal(placed))).split("\0"));
  if (steps.length > 0) noteKeptOut(git, ALL);
  const problem = await setUpWorktree(join(path, prefix), join(top, prefix), steps, context);
  if (problem !== null || context.stop.request !== null) return problem;
  const ofSetup = steps.length > 0 ? await listUntracked(git) : [];
  noteKeptOut(git, [...ofPlan, ...placed.filter((one) => !tracked.has(one)), ...ofSetup]);
  return null;
}

async function workIn(
  worktree: Worktree,
  copies: readonly PlanCopy[],
  request: UnitRequest,
): Promise<Omit<UnitOutcome, "unmerged" | "branch">> {
  const { context, repository, runBranch, item, worker, work, inTurn } = request;
  const { job, stop } = context;
  const planPath = copies[0]?.copy ?? job.planPath;
  const workFolder = join(worktree.path, repository.prefix);
  const problem = await prepareWorktree(worktree, copies, request);
  const nothing = { tries: 1, end: null, merged: null };
  if (stop.request !== null) return { ...nothing, why: "the run was stopped" };
  if (problem !== null) return { ...nothing, why: problem };
  const unit: RunContext = {
    ...context,
    workFolder,
    branch: worktree.branch,
    given: giveIgnored(repository.ignored, { top: repository.top, worktree: worktree.path }, job),
    ...request.earlier === undefined ? {} : { earlier: request.earlier },
    job: { ...job, planPath, onlyItem: item.key, verify: [] },
    report: (event) => context.report({ ...withRunCounts(context, event), worker }),
  };
  const done = work.done === undefined
    ? await runAgents(unit, item)
    : { ...nothing, tries: work.done.tries, ...takeOver(work.done, copies) };
  const { tries, end, rawLine } = done;
  if (rawLine === null) return { tries, end, merged: null, why: done.why };
  const own = isSkipLine(rawLine) ? undefined : job.itemCommands.get(item.key);
  const commands = [...own === undefined ? [] : [own], ...job.verify];
  const verify = () => verifyMerged(unit, item, commands);
  const finished = { key: item.key, text: item.text, rawLine, tries };
  const isStopped = () => stop.request !== null;
  unit.report({ kind: "merging", item: item.text });
  const added = await finishBranch(worktree, copies, item.text);
  const deliver = work.deliver ?? mergeItem;
  const merged = await inTurn(() =>
    deliver({ repository, runBranch, worktree, copies, added, item: finished, verify, isStopped })
  );
  const why = merged.kind === "merged" || merged.kind === "finished"
    ? ""
    : merged.kind === "stopped"
    ? "the run was stopped"
    : merged.why;
  return { tries, end, merged, why };
}

/** Works on an item with agents. @returns Its line in the end; null where it is not completed. */
async function runAgents(
  unit: RunContext,
  item: PlanItem,
): Promise<Pick<UnitOutcome, "tries" | "end" | "why"> & { readonly rawLine: string | null }> {
  const read = await readPlan(unit.job.planPath);
  if (read.kind !== "plan") {
    return { tries: 1, end: null, rawLine: null, why: "the plan cannot be read" };
  }
  const runJob = new RunJob(unit, read.plan);
  const end = await runJob.run();
  const after = runJob.plan.items[0];
  const isDone = end.exitCode === 0 && after !== undefined && after.state !== "open";
  const rawLine = isDone ? finishLine(item, after.rawLine) : null;
  return { tries: runJob.items[0]?.tries ?? 1, end, rawLine, why: end.reason.sentence };
}

/** Takes over what another machine did, notes included. */
function takeOver(
  { rawLine, notes }: DoneElsewhere,
  [, ...companions]: readonly PlanCopy[],
): { readonly rawLine: string; readonly why: string } {
  for (const [index, { copy }] of companions.entries()) {
    const note = notes[index] ?? "";
    if (note.trim() !== "") appendToFile(copy, note);
  }
  return { rawLine, why: "" };
}

/** Runs the commands in the rebased worktree. @returns The first that fails. */
async function verifyMerged(
  context: RunContext,
  { text }: PlanItem,
  commands: readonly TrustedCommand[],
): Promise<FailedCheck | null> {
  for (const each of commands) {
    const tail = await verifyCommand(context, each, text);
    if (context.stop.request !== null) return null;
    if (tail !== null) return { command: each.line, tail };
  }
  return null;
}

/** An agent's own plan has one item; people want to see the counts of the whole plan. */
function withRunCounts({ runCounts }: RunContext, event: RunEvent): RunEvent {
  return "counts" in event && runCounts !== undefined ? { ...event, counts: runCounts() } : event;
}
