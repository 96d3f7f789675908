/**
 * Picks what a continuation shows in exploration: the best opportunities of the last scan, and the
 * configured tasks that fail. Part of the Stop hook; never throws, since an optional fact must not end a
 * loop.
 */
import { messageOf } from "../error.ts";
import { join } from "../system/path.ts";
import { infoOf } from "../store/files/presence.ts";
import type { Places } from "../store/places.ts";
import { readLastScan } from "./tree/last_scan.ts";
import type { ConfiguredTasks } from "./checks/configured_tasks.ts";
import { noteShown, offeredInLoop, OFFERS_IN_A_LOOP, type Tried } from "./knowledge/knowledge.ts";
import { changeKnowledge, readKnowledge } from "./knowledge/store.ts";
import { type Opportunity, readOpportunities } from "./opportunity.ts";
import { rankOpportunities, type RankRequest } from "./rank.ts";

/** The project to explore, and the limits. */
export interface ExplorationRequest extends Pick<RankRequest, "guidance" | "isBusyworkOut"> {
  readonly places: Places;
  readonly project: string;
  readonly nowMs: number;
  readonly loopId: string;
  /** The number of the turn that the continuation begins. */
  readonly iteration: number;
  /** The configured tasks that may run; null if none may. */
  readonly tasks: ConfiguredTasks | null;
  /** Checks whether a file of the project changed after a moment; null if unknown. */
  readonly hasChangedSince: (momentMs: number) => Promise<boolean | null>;
  /** The loop's own files, such as its plan, from the project's root; never an opportunity. */
  readonly ownFiles: readonly string[];
}

/** The opportunities that a continuation shows, and how many it leaves out. */
export interface Exploration {
  /** The best, at most five. */
  readonly shown: readonly Opportunity[];
  /** Opportunities that this loop showed before without a change, shown for the last time. */
  readonly repeated: readonly Opportunity[];
  /** Further opportunities, only counted. */
  readonly more: number;
  /** Opportunities that remain, but are not offered again in this loop. */
  readonly worn: number;
  /** Notes of agents for later loops, the newest first. */
  readonly learned: { readonly worked: readonly string[]; readonly ideas: readonly string[] };
  /** True if the scan saw every file as it is now; otherwise an empty result means little. */
  readonly isWhole: boolean;
  /** Omissions and their reasons, one line each, for the journal. */
  readonly leftOut: readonly string[];
  /** Problems, one sentence each, to be shown once. */
  readonly problems: readonly string[];
  /**
   * Records what was shown. Call it after writing the answer: if the hook is killed before that, the next
   * continuation shows the same again. Takes the project's lock. Counts once per turn.
   *
   * @returns Problems with saving, one sentence each, for the journal.
   */
  readonly afterwards: () => readonly string[];
}

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

/** Lists the loop's own files from the project's root: its plan, if it is in the project. */
export function ownFilesOf(
  { focus, project }: {
    readonly focus: { readonly path: string | null };
    readonly project: string;
  },
): string[] {
  if (focus.path === null || !focus.path.startsWith(`${project}/`)) return [];
  return [focus.path.slice(project.length + 1)];
}

/**
 * Picks the opportunities that a continuation shows.
 *
 * @returns The opportunities, and a function that records that they were shown.
 */
export async function exploreForContinuation(request: ExplorationRequest): Promise<Exploration> {
  try {
    return await explore(request);
  } catch (error) {
    return { ...NOTHING, problems: [`exploration was left out: ${messageOf(error)}`] };
  }
}

async function explore(request: ExplorationRequest): Promise<Exploration> {
  const { places, project, loopId, iteration, nowMs, ownFiles } = request;
  const { knowledge, problem } = readKnowledge(project);
  const last = readLastScan(places, project);
  const found = readOpportunities(last?.opportunities ?? []);
  const scan = found === null ? null : last;
  const tasks = await runTasks(request);
  const opportunities = [
    ...tasks.opportunities,
    ...stillSeen(found ?? [], scan?.beganAtMs ?? 0, project),
  ]
    .filter(({ file }) => file === null || !ownFiles.includes(file));
  const { ranked, leftOut } = rankOpportunities({ ...request, opportunities, knowledge });
  const { fresh = [], again = [], worn = [] } = Object.groupBy(ranked, ({ check, id }) => {
    // A task that fails is always offered.
    const offered = check === "project-task" ? 0 : offeredInLoop(knowledge, id, loopId);
    if (offered >= OFFERS_IN_A_LOOP) return "worn";
    return offered === OFFERS_IN_A_LOOP - 1 ? "again" : "fresh";
  });
  const shown = fresh.slice(0, MAX_SHOWN - Math.min(again.length, MAX_REPEATED));
  const repeated = again.slice(0, MAX_REPEATED);
  const cut = scan?.cut ?? 0;
  const present = new Set(opportunities.map(({ id }) => id));
  const hasRunAll = request.tasks !== null && tasks.problems.length === 0;
  const isGone = ({ id, check, at }: Tried) => {
    if (present.has(id)) return false;
    return check === "project-task"
      ? hasRunAll
      : scan !== null && scan.isComplete && cut === 0 && scan.beganAtMs > at;
  };
  return {
    shown,
    repeated,
    more: fresh.length - shown.length + again.length - repeated.length + cut,
    worn: worn.length,
    learned: {
      worked: knowledge.notedWorked.map(({ text }) => text).reverse(),
      ideas: knowledge.notedIdeas.map(({ text }) => text).reverse(),
    },
    // Asking git takes time, and only matters if nothing was found.
    isWhole: scan !== null && scan.isComplete &&
      (ranked.length > 0 || await request.hasChangedSince(scan.beganAtMs) === false),
    leftOut: [
      [cut, "opportunities beyond the limit"] as const,
      [leftOut.forbidden, "opportunities are forbidden"] as const,
      [leftOut.busywork, "opportunities are busywork"] as const,
      [worn.length, "opportunities were offered before in this loop"] as const,
    ].filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`),
    problems: [
      ...(problem === null ? [] : [problem]),
      ...scan?.problems ?? [],
      ...tasks.problems,
    ],
    afterwards: () =>
      changeKnowledge(places, project, (known) =>
        noteShown(known, {
          loopId,
          iteration,
          nowMs,
          shown: [...repeated, ...shown],
          isGone,
        })).said,
  };
}

/** Leaves out opportunities in files that have changed since the scan: they may have been fixed. */
function stillSeen(
  found: readonly Opportunity[],
  beganAtMs: number,
  project: string,
): Opportunity[] {
  return found.filter(({ file }) => {
    if (file === null) return true;
    const changed = infoOf(join(project, file))?.mtime ?? null;
    return changed !== null && changed.getTime() < beganAtMs;
  });
}

async function runTasks(
  request: ExplorationRequest,
): Promise<Pick<Exploration, "problems"> & { readonly opportunities: readonly Opportunity[] }> {
  if (request.tasks === null) return { opportunities: [], problems: [] };
  const { runConfiguredTasks } = await import("./checks/configured_tasks.ts");
  return await runConfiguredTasks(request.tasks, request);
}
