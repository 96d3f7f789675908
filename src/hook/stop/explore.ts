/**
 * Explores the project of a loop: the last scan, the tasks that may run, and what the user wants.
 * Loaded only if a loop explores.
 */
import { runVerification } from "../../evidence/verification/run_verification.ts";
import { probeTree } from "../../evidence/progress/mark.ts";
import {
  type Exploration,
  exploreForContinuation,
  ownFilesOf,
} from "../../ideas/at_continuation.ts";
import type { ConfiguredTasks } from "../../ideas/checks/configured_tasks.ts";
import type { Steering } from "../../ideas/rank.ts";
import { join } from "../../system/path.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import type { Settings } from "../../store/settings/settings.ts";
import type { ResolvedSettings } from "../../store/settings/resolve.ts";
import { commandsOf, sortCommands } from "../../store/trusted_command.ts";
import type { HookContext } from "../../lifecycle/context.ts";
import { watchOwnCommands } from "./verify.ts";

/** How long one of the project's tasks may take within a Stop. */
const TASK_MS = 60_000;
/** How long all of them together may take. */
const TASKS_BUDGET_MS = 120_000;

interface Explorer {
  readonly record: LoopRecord;
  readonly settings: Settings;
  readonly origins: ResolvedSettings["origins"];
}

type ExplorerContext = Pick<HookContext, "env" | "places" | "nowMs">;

/** Explores the loop's project; never throws. */
export async function exploreHere(
  context: ExplorerContext,
  explorer: Explorer,
  guidance: Steering,
): Promise<Exploration> {
  const { record } = explorer;
  const ownFiles = ownFilesOf(record);
  return await exploreForContinuation({
    places: context.places,
    project: record.project,
    loopId: record.id,
    iteration: record.iteration,
    nowMs: context.nowMs(),
    guidance,
    tasks: await findTasks(context, explorer),
    hasChangedSince: (momentMs) =>
      probeTree([record.project], ownFiles.map((file) => join(record.project, file)))
        .hasMovedSince(momentMs),
    ownFiles,
    isBusyworkOut: record.adapter?.converged ?? false,
  });
}

async function findTasks(
  context: ExplorerContext,
  { record, settings, origins }: Explorer,
): Promise<ConfiguredTasks | null> {
  const wanted = commandsOf("task", { settings, origins });
  if (wanted.lines.length === 0) return null;
  const { trusted } = await sortCommands(context.places, record.project, wanted);
  const endsAt = performance.now() + TASKS_BUDGET_MS;
  return {
    commands: trusted,
    run: (command) =>
      runVerification([command], {
        cwd: record.project,
        timeoutMs: TASK_MS,
        budgetMs: endsAt - performance.now(),
        ...watchOwnCommands(context, record),
        loopId: record.id,
      }),
  };
}
