/** Refuses runs that cannot succeed, and warns about limits and settings that may not suffice. */
import { describeIgnored } from "../parallel/ignored_files.ts";
import { UsageError } from "../../error.ts";
import { isUnderClaudeFolder } from "../../plan/paths.ts";
import { showCount } from "../../text/human_units.ts";
import { findForeignRepository, findGitFolders } from "../../store/git_exclude.ts";
import { findGitTop } from "../../store/project.ts";
import { knownAgents } from "../agents/known_agents.ts";
import { describeSandbox } from "../sandbox/sandbox.ts";
import type { PreparedRun } from "./prepare.ts";

/** Refuses a plan that the agent cannot tick. @throws {UsageError} With a hint. */
export function refuseUntickable({ choice, plan }: PreparedRun): void {
  if (choice.kind !== "agent") return;
  const { name, reports } = choice.agent;
  // This applies to the known agent's flags; the user's own command may allow more.
  const isClaude = name === "claude" && reports !== null;
  if (!isClaude || plan.open === 0 || !isUnderClaudeFolder(plan.path)) return;
  throw new UsageError(
    `Claude Code does not write under .claude without asking, so it could not tick ${plan.path}`,
    { hint: "Move the plan out of .claude, or give a command that may: --agent 'COMMAND'." },
  );
}

/** Describes where the agents work; empty if no agent will. */
export function describeRunSandbox(
  { plan, job: { sandbox, options } }: PreparedRun,
): string[] {
  return plan.open > 0 ? [describeSandbox(sandbox, options["checks-outside"])] : [];
}

/** Describes what agents will find and what may not suffice, one sentence each. */
export function describeRunNotes(
  {
    plan,
    project,
    job: { agent, sandbox, settings },
    resumed,
    unread,
    parallel,
    parallelNotes,
  }: PreparedRun,
): string[] {
  const started = resumed?.record.iteration ?? 0;
  const left = Math.max(0, settings.max_iterations - started);
  const most = `${showCount(left, "turn")} at most for ${showCount(plan.open, "open item")}`;
  return [
    ...(plan.open > 0 && sandbox.kind === "bwrap" ? describeForeign(project) : []),
    ...(plan.open > 0 && !["none", "command"].includes(sandbox.kind) &&
        agent !== null && knownAgents(agent).length === 0
      ? [
        `Note: ralph does not know ${agent.name}, so it runs in the sandbox without your logins and ` +
        "settings; if it needs them, name them with --sandbox-read, --sandbox-write and --sandbox-env",
      ]
      : []),
    ...parallelNotes,
    ...parallel === null
      ? []
      : describeIgnored(parallel.repository, { sandbox }, settings.worktree_setup),
    ...unread,
    ...(left < plan.open
      ? [`Note: ${most}; --max-iterations ${started + plan.open * 2} would be enough`]
      : []),
  ];
}

function describeForeign(project: string): string[] {
  const folders = findGitFolders(project);
  const top = findGitTop(project);
  const foreign = folders === null || top === null ? null : findForeignRepository(top, folders);
  return foreign === null ? [] : [`Warning: ${foreign}, so agents find that repository read-only`];
}
