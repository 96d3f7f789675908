/**
 * What a continuation in exploration shows: the best opportunities, and afterwards the note that they
 * were shown. Part of the Stop hook; never throws, since an optional fact never ends a loop.
 *
 * @module
 */
import { messageOf } from "../error.ts";
import type { Places } from "../store/places.ts";
import type { ConfiguredTasks } from "./checks/configured_tasks.ts";
import { changeKnowledge, readKnowledge } from "./knowledge/store.ts";
import { type Knowledge, offeredInLoop } from "./knowledge/knowledge.ts";
import { learn, OFFERS_IN_A_LOOP } from "./knowledge/learn.ts";
import { type CheckName, CHECKS, type Opportunity } from "./opportunity.ts";
import { type Ranking, rankOpportunities } from "./rank.ts";
import { exploreMemory } from "./head.ts";
import { scanTree, type TreeScan } from "./scan_tree.ts";
import type { Steering } from "./rank.ts";

/** Whose opportunities are wanted. */
export interface ExplorationRequest {
  readonly places: Places;
  /** The resolved path of the project's root. */
  readonly project: string;
  readonly loopId: string;
  /** The iteration that the continuation begins; it counts the looks, too. */
  readonly iteration: number;
  /** Unix milliseconds. */
  readonly nowMs: number;
  /** Milliseconds for the look at files; tasks have their own. Default 250. */
  readonly budgetMs?: number;
  readonly guidance: Steering;
  /** The commands that may run; null for none. */
  readonly tasks: ConfiguredTasks | null;
  /** Whether something moved in the project since the last continuation, as the loop sees it. */
  readonly hasMoved: boolean;
  /** Files of the loop itself, from the project's root, such as its plan: never a find. */
  readonly ownFiles?: readonly string[];
  /** Whether busywork is out, since the adapter has converged. */
  readonly isBusyworkOut: boolean;
}

/** What a continuation shows. */
export interface Exploration {
  /** The best, at most five. */
  readonly shown: readonly Opportunity[];
  /** Those that this loop showed before without a change: once more, and then no more. */
  readonly repeated: readonly Opportunity[];
  /** How many more there are. */
  readonly more: number;
  /** How many are there still, but are not offered again in this loop. */
  readonly worn: number;
  /** What agents noted for later loops, the newest first. */
  readonly learned: { readonly worked: readonly string[]; readonly ideas: readonly string[] };
  /** Whether every file was read: only then finding nothing means that there is nothing. */
  readonly isWhole: boolean;
  /** What was left out and why, one line each, for the journal. */
  readonly leftOut: readonly string[];
  /** What went wrong, one sentence each; to be said once. */
  readonly problems: readonly string[];
  /**
   * For after the answer was written: killed before, the next continuation shows the same again.
   * Takes the project's lock. Called twice, or by two hooks of one event, it counts once.
   *
   * @returns what could not be kept, one sentence each, for the journal
   */
  readonly afterwards: () => readonly string[];
}

const BUDGET_MS = 250;
const MOST_SHOWN = 5;
const MOST_REPEATED = 3;

/**
 * Explores for the continuation that is being made.
 *
 * @param request whose
 * @returns the opportunities, and what to do afterwards
 */
export async function exploreForContinuation(request: ExplorationRequest): Promise<Exploration> {
  try {
    return await explore(request);
  } catch (error) {
    return {
      shown: [],
      repeated: [],
      more: 0,
      worn: 0,
      learned: { worked: [], ideas: [] },
      isWhole: false,
      leftOut: [],
      problems: [`exploration was left out: ${messageOf(error)}`],
      afterwards: () => [],
    };
  }
}

async function explore(request: ExplorationRequest): Promise<Exploration> {
  const { places, project, loopId, iteration, nowMs, guidance, isBusyworkOut } = request;
  const { knowledge, problem } = readKnowledge(project);
  const scan = await scanTree({
    places,
    project,
    nowMs,
    turn: iteration,
    deadline: performance.now() + (request.budgetMs ?? BUDGET_MS),
    isWhole: false,
    ownFiles: request.ownFiles ?? [],
  });
  const tasks = request.tasks === null ? NO_TASKS : await runTasks(request, request.tasks, scan);
  const opportunities = [...tasks.opportunities, ...scan.opportunities]
    .filter(({ file }) => file === null || !(request.ownFiles ?? []).includes(file));
  const ranking = rankOpportunities({ opportunities, guidance, knowledge, nowMs, isBusyworkOut });
  const { fresh, repeated, worn } = splitByOffers(ranking.ranked, knowledge, loopId);
  const shown = fresh.slice(0, MOST_SHOWN - Math.min(repeated.length, MOST_REPEATED));
  const again = repeated.slice(0, MOST_REPEATED);
  return {
    shown,
    repeated: again,
    more: fresh.length - shown.length + repeated.length - again.length + scan.cut,
    worn: worn.length,
    learned: {
      worked: knowledge.noted_worked.map(({ text }) => text).reverse(),
      ideas: knowledge.noted_ideas.map(({ text }) => text).reverse(),
    },
    isWhole: isWhole(scan),
    leftOut: [
      ...describeLeftOut(ranking, scan),
      ...(worn.length > 0 ? [`${worn.length} opportunities were offered before in this loop`] : []),
    ],
    problems: [...(problem === null ? [] : [problem]), ...scan.problems, ...tasks.problems],
    afterwards: () =>
      changeKnowledge(places, project, (before) =>
        learn(before, {
          loopId,
          iteration,
          nowMs,
          shown: [...again, ...shown],
          present: new Set(opportunities.map(({ id }) => id)),
          checked: completeChecks(scan, request.tasks !== null && tasks.problems.length === 0),
          stamp: scan.head.stamp,
          hasMoved: request.hasMoved,
        })).said,
  };
}

/**
 * Parts what is new in this loop from what it offered twice already, and from what it offers no more.
 * A task of the project that fails is offered as long as it fails.
 */
function splitByOffers(ranked: readonly Opportunity[], knowledge: Knowledge, loopId: string) {
  const fresh: Opportunity[] = [];
  const repeated: Opportunity[] = [];
  const worn: Opportunity[] = [];
  for (const opportunity of ranked) {
    const offered = opportunity.check === "project-task"
      ? 0
      : offeredInLoop(knowledge, opportunity.id, loopId);
    if (offered >= OFFERS_IN_A_LOOP) worn.push(opportunity);
    else if (offered === OFFERS_IN_A_LOOP - 1) repeated.push(opportunity);
    else fresh.push(opportunity);
  }
  return { fresh, repeated, worn };
}

function isWhole({ files, cut }: TreeScan): boolean {
  return files.unread === 0 && cut === 0;
}

function completeChecks(scan: TreeScan, hasTasks: boolean): Set<string> {
  const names = Object.keys(CHECKS) as CheckName[];
  return new Set(names.filter((name) => name === "project-task" ? hasTasks : isWhole(scan)));
}

const NO_TASKS = { opportunities: [], problems: [] };

async function runTasks(
  request: ExplorationRequest,
  tasks: ConfiguredTasks,
  { head }: TreeScan,
): Promise<{ opportunities: readonly Opportunity[]; problems: readonly string[] }> {
  const { runConfiguredTasks } = await import("./checks/configured_tasks.ts");
  const ran = await runConfiguredTasks(tasks, head.tasks, head.stamp, request.nowMs);
  if (!ran.hasRun) return ran;
  const memory = exploreMemory(request.places, request.project);
  const outcome = memory.write({ ...head, tasks: ran.results });
  if (outcome.kind === "written") return ran;
  return { ...ran, problems: [...ran.problems, `results of tasks are not kept: ${outcome.why}`] };
}

function describeLeftOut({ leftOut }: Ranking, { files, cut }: TreeScan): string[] {
  const { forbidden, busywork, sunk } = leftOut;
  return [
    ...(files.unread > 0 ? [`${files.unread} files were not read yet: the time was over`] : []),
    ...(cut > 0 ? [`${cut} opportunities beyond the limit`] : []),
    ...(forbidden > 0 ? [`${forbidden} opportunities are forbidden`] : []),
    ...(busywork > 0 ? [`${busywork} opportunities are busywork`] : []),
    ...(sunk > 0 ? [`${sunk} opportunities of checks that never led to a change`] : []),
  ];
}
