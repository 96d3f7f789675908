/**
 * What a continuation in exploration shows: the best opportunities. Part of the Stop hook; never
 * throws, since an optional fact must not end a loop.
 */
import { messageOf } from "../error.ts";
import type { Places } from "../store/places.ts";
import type { ConfiguredTasks } from "./checks/configured_tasks.ts";
import { changeKnowledge, readKnowledge } from "./knowledge/store.ts";
import { type Knowledge, offeredInLoop } from "./knowledge/knowledge.ts";
import { learn, OFFERS_IN_A_LOOP } from "./knowledge/learn.ts";
import { CHECKS, type Opportunity } from "./opportunity.ts";
import { type ExploreHead, exploreMemory } from "./head.ts";
import { scanTree } from "./scan_tree.ts";
import { rankOpportunities, type RankRequest } from "./rank.ts";

/** What to explore, and with which limits. */
export interface ExplorationRequest
  extends Pick<RankRequest, "guidance" | "nowMs" | "isBusyworkOut"> {
  readonly places: Places;
  readonly project: string;
  readonly loopId: string;
  /** The iteration that the continuation begins; it also numbers the scans. */
  readonly iteration: number;
  /** Milliseconds for the scan of files; tasks have their own. Default 250 */
  readonly budgetMs?: number;
  /** The commands that may run; null for none. */
  readonly tasks: ConfiguredTasks | null;
  /** Whether anything changed in the project since the last continuation, as the loop sees it. */
  readonly hasMoved: boolean;
  /** Files of the loop itself, from the project's root, such as its plan; never an opportunity. */
  readonly ownFiles?: readonly string[];
}

/** The opportunities that a continuation shows, and how many it leaves out. */
export interface Exploration {
  /** The best, at most five. */
  readonly shown: readonly Opportunity[];
  /** Opportunities that this loop showed before without a change, shown for the last time. */
  readonly repeated: readonly Opportunity[];
  /** Further opportunities, only counted. */
  readonly more: number;
  /** Opportunities that remain, but that this loop does not offer again. */
  readonly worn: number;
  /** What agents noted for later loops, the newest first. */
  readonly learned: { readonly worked: readonly string[]; readonly ideas: readonly string[] };
  /** Whether every file was read; otherwise finding nothing means little. */
  readonly isWhole: boolean;
  /** What was left out and why, one line each, for the journal. */
  readonly leftOut: readonly string[];
  /** What went wrong, one sentence each; to be shown once. */
  readonly problems: readonly string[];
  /**
   * Saves what was shown. To be called after the answer was written: if the hook is killed earlier,
   * the next continuation shows the same again. Takes the project's lock. Counts once per iteration.
   *
   * @returns What could not be saved, one sentence each, for the journal.
   */
  readonly afterwards: () => readonly string[];
}

const BUDGET_MS = 250;
const MAX_SHOWN = 5;
const MAX_REPEATED = 3;

const NOTHING: Exploration = {
  shown: [],
  repeated: [],
  more: 0,
  worn: 0,
  learned: { worked: [], ideas: [] },
  isWhole: false,
  leftOut: [],
  problems: [],
  afterwards: () => [],
};

/**
 * Finds the opportunities that a continuation shows.
 *
 * @returns The opportunities, and how to save that they were shown.
 */
export async function exploreForContinuation(request: ExplorationRequest): Promise<Exploration> {
  try {
    return await explore(request);
  } catch (error) {
    return { ...NOTHING, problems: [`exploration was left out: ${messageOf(error)}`] };
  }
}

async function explore(request: ExplorationRequest): Promise<Exploration> {
  const { places, project, loopId, iteration, nowMs, ownFiles = [], hasMoved } = request;
  const { knowledge, problem } = readKnowledge(project);
  const scan = await scanTree({
    places,
    project,
    nowMs,
    turn: iteration,
    deadline: performance.now() + (request.budgetMs ?? BUDGET_MS),
    isWhole: false,
    ownFiles,
  });
  const tasks = await runTasks(request, scan.head);
  const opportunities = [...tasks.opportunities, ...scan.opportunities]
    .filter(({ file }) => file === null || !ownFiles.includes(file));
  const { ranked, leftOut } = rankOpportunities({ ...request, opportunities, knowledge });
  const { fresh = [], again = [], worn = [] } = Object.groupBy(
    ranked,
    (opportunity) => offerOf(opportunity, knowledge, loopId),
  );
  const shown = fresh.slice(0, MAX_SHOWN - Math.min(again.length, MAX_REPEATED));
  const repeated = again.slice(0, MAX_REPEATED);
  const isWhole = scan.files.unread === 0 && scan.cut === 0;
  const hasRunAll = request.tasks !== null && tasks.problems.length === 0;
  const checked = Object.keys(CHECKS).filter((name) =>
    name === "project-task" ? hasRunAll : isWhole
  );
  return {
    shown,
    repeated,
    more: fresh.length - shown.length + again.length - repeated.length + scan.cut,
    worn: worn.length,
    learned: {
      worked: knowledge.notedWorked.map(({ text }) => text).reverse(),
      ideas: knowledge.notedIdeas.map(({ text }) => text).reverse(),
    },
    isWhole,
    leftOut: [
      [scan.files.unread, "files were not read yet: the time ran out"] as const,
      [scan.cut, "opportunities beyond the limit"] as const,
      [leftOut.forbidden, "opportunities are forbidden"] as const,
      [leftOut.busywork, "opportunities are busywork"] as const,
      [leftOut.sunk, "opportunities of checks that never led to a change"] as const,
      [worn.length, "opportunities were offered before in this loop"] as const,
    ].filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`),
    problems: [...(problem === null ? [] : [problem]), ...scan.problems, ...tasks.problems],
    afterwards: () =>
      changeKnowledge(places, project, (knowledge) =>
        learn(knowledge, {
          loopId,
          iteration,
          nowMs,
          shown: [...repeated, ...shown],
          present: new Set(opportunities.map(({ id }) => id)),
          checked: new Set(checked),
          stamp: scan.head.stamp,
          hasMoved,
        })).said,
  };
}

/**
 * Whether an opportunity is new in this loop, was offered twice, or is no longer offered. A task that
 * fails is always offered.
 */
function offerOf({ check, id }: Opportunity, knowledge: Knowledge, loopId: string) {
  const offered = check === "project-task" ? 0 : offeredInLoop(knowledge, id, loopId);
  if (offered >= OFFERS_IN_A_LOOP) return "worn";
  return offered === OFFERS_IN_A_LOOP - 1 ? "again" : "fresh";
}

async function runTasks(
  { places, project, tasks, nowMs }: ExplorationRequest,
  head: ExploreHead,
): Promise<Pick<Exploration, "problems"> & { opportunities: readonly Opportunity[] }> {
  if (tasks === null) return { opportunities: [], problems: [] };
  const { runConfiguredTasks } = await import("./checks/configured_tasks.ts");
  const ran = await runConfiguredTasks(tasks, head.tasks, head.stamp, nowMs);
  if (!ran.hasRun) return ran;
  const outcome = exploreMemory(places, project).write({ ...head, tasks: ran.results });
  if (outcome.kind === "written") return ran;
  return {
    ...ran,
    problems: [...ran.problems, `results of tasks cannot be saved: ${outcome.why}`],
  };
}
