/**
 * What `ralph run` warns about: things that would make it work in vain.
 *
 * @module
 */
import type { RunPlan } from "./run_prepare.ts";
import { isUnderClaudeFolder } from "./start_focus.ts";

/** The warnings, one sentence each. */
export function describeRunWarnings(run: Pick<RunPlan, "choice" | "plan" | "unread">): string[] {
  return [...run.unread, ...describeUnwritable(run)];
}

function describeUnwritable({ choice, plan }: Pick<RunPlan, "choice" | "plan">): string[] {
  if (choice.kind !== "agent") return [];
  const { name, reports } = choice.agent;
  // With the flags that we give it; a command of the user's own may allow more (contract §1.13).
  const isClaude = name === "claude" && reports !== null;
  if (!isClaude || plan.open === 0 || !isUnderClaudeFolder(plan.path)) return [];
  return [
    `Warning: Claude Code refuses to write under .claude without asking, so it cannot tick ${plan.path}: move the plan, or name an --agent command that allows it`,
  ];
}
