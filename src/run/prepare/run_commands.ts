/** The commands of a run: what needs trust before it, and what may be run once that is asked for. */
import { StateError } from "../../error.ts";
import { listCommandNeeds, takeTaskCommands } from "../../evidence/verification/command_needs.ts";
import { listNotifyNeeds } from "../../lifecycle/notify/channel.ts";
import { listTemplateNeeds } from "../../prompt/template_trust.ts";
import type { Places } from "../../store/places.ts";
import { needsTrust, type TrustNeed } from "../../store/trust.ts";
import { sortCommands, type TrustedCommand } from "../../store/trusted_command.ts";
import type { ResolvedSettings } from "../../store/settings/resolve.ts";
import type { Job, JobCommands } from "../job/job.ts";
import { listGitNeeds } from "../parallel/git_programs.ts";
import type { Parallel } from "../parallel/prepare_parallel.ts";
import type { Plan } from "../plan/plan.ts";

/** Where a run's commands come from. */
interface CommandSources extends Pick<ResolvedSettings, "origins"> {
  readonly project: string;
  readonly plan: Plan;
  /** The command of the plan's section "QA"; null without one. */
  readonly qa: string | null;
  readonly parallel: Parallel | null;
  readonly job: Pick<Job, "settings">;
}

/** Lists what in the project's files must be trusted before the run. */
export async function listRunNeeds(run: CommandSources): Promise<TrustNeed[]> {
  const { project, origins, parallel, job: { settings } } = run;
  const resolved = { settings, origins };
  const { lines, isForeign } = setupOf(run);
  return [
    ...listCommandNeeds(resolved, linesOf(run)),
    ...isForeign
      ? lines.map((step) => ({ kind: "setup", what: step, content: step }) as const)
      : [],
    ...parallel === null
      ? []
      : await listGitNeeds(parallel.repository.git, parallel.sharing !== null),
    ...await listTemplateNeeds(project),
    ...listNotifyNeeds(resolved),
  ];
}

/**
 * Takes the commands of a run.
 *
 * @throws {StateError} If one of them is not trusted.
 */
export async function takeRunCommands(places: Places, run: CommandSources): Promise<JobCommands> {
  const { project, plan, qa, origins, job: { settings } } = run;
  const task = await takeTaskCommands({ places, project, settings, origins }, linesOf(run));
  const { lines, isForeign } = setupOf(run);
  const setup = await sortCommands(places, project, lines, { kind: "setup", isForeign });
  const [refused] = [...task.untrusted, ...setup.untrusted];
  if (refused !== undefined) {
    throw new StateError(`Nothing was run: \`${refused}\` is not trusted`, {
      hint: "Read it, then run with --trust.",
    });
  }
  const take = (line: string): TrustedCommand[] => {
    const command = task.trusted.get(line);
    return command === undefined ? [] : [command];
  };
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

/** The steps that prepare worktrees, where the run has any. */
function setupOf({ parallel, origins, job: { settings } }: CommandSources) {
  const lines = parallel === null ? [] : settings.worktree_setup;
  return { lines, isForeign: needsTrust(origins.worktree_setup) };
}
