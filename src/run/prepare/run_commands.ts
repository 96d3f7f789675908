/** The commands of a run: lists those that need trust, and takes them once trust has been asked for. */
import { StateError } from "../../error.ts";
import { verifyingCommands } from "../../evidence/verification/command_needs.ts";
import { notifyCommands } from "../../lifecycle/notify/channel.ts";
import { listTemplateNeeds } from "../../prompt/template_trust.ts";
import type { Places } from "../../store/places.ts";
import type { TrustNeed } from "../../store/trust.ts";
import {
  commandsOf,
  listNeeds,
  sortCommands,
  type TrustedCommand,
} from "../../store/trusted_command.ts";
import type { ResolvedSettings } from "../../store/settings/resolve.ts";
import type { Job, JobCommands } from "../job/job.ts";
import { listGitNeeds } from "../parallel/git_programs.ts";
import type { Parallel } from "../parallel/prepare_parallel.ts";
import type { Plan } from "../plan/plan.ts";

/** The sources of a run's commands. */
interface CommandSources extends Pick<ResolvedSettings, "origins"> {
  readonly project: string;
  readonly plan: Plan;
  /** The command of the plan's section "QA"; null if there is none. */
  readonly qa: string | null;
  readonly parallel: Parallel | null;
  readonly job: Pick<Job, "settings">;
}

/** Lists the parts of the project's files that must be trusted before the run. */
export async function listRunNeeds(run: CommandSources): Promise<TrustNeed[]> {
  const { project, origins, parallel, job: { settings } } = run;
  const resolved = { settings, origins };
  return [
    ...listNeeds(...verifyingCommands(resolved, linesOf(run)), ...setupOf(run)),
    ...parallel === null
      ? []
      : await listGitNeeds(parallel.repository.git, parallel.sharing !== null),
    ...await listTemplateNeeds(project),
    ...listNeeds(notifyCommands(resolved)),
  ];
}

/** Takes the commands of a run. @throws {StateError} If one of them is not trusted. */
export async function takeRunCommands(places: Places, run: CommandSources): Promise<JobCommands> {
  const { project, plan, qa, origins, job: { settings } } = run;
  const verifying = verifyingCommands({ settings, origins }, linesOf(run));
  const task = await sortCommands(places, project, ...verifying);
  const setup = await sortCommands(places, project, ...setupOf(run));
  const [refused] = [...task.untrusted, ...setup.untrusted];
  if (refused !== undefined) {
    throw new StateError(`Nothing was run: \`${refused}\` is not trusted`, {
      hint: "Read it, then run with --trust.",
    });
  }
  const take = (wanted: string): readonly TrustedCommand[] =>
    task.trusted.filter(({ line }) => line === wanted).slice(0, 1);
  return {
    verify: [...new Set([...settings.verify, ...qa === null ? [] : [qa]])].flatMap(take),
    itemCommands: new Map(
      plan.items.flatMap(({ key, command }) =>
        take(command ?? "").map((trusted) => [key, trusted] as const)
      ),
    ),
    worktreeSetup: setup.trusted,
  };
}

/** Lists the commands of a plan's items, each once. */
export function listItemLines({ items }: Pick<Plan, "items">): string[] {
  return [...new Set(items.flatMap(({ command }) => command ?? []))];
}

function linesOf({ plan, qa }: CommandSources): string[] {
  return [...listItemLines(plan), ...qa === null ? [] : [qa]];
}

/** Returns the steps that prepare worktrees, if the run has any. */
function setupOf({ parallel, origins, job: { settings } }: CommandSources) {
  return parallel === null ? [] : [commandsOf("setup", { settings, origins })];
}
