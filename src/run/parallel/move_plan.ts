/**
 * Moves the plan to where an agent moved its copy in its worktree. This happens once the plan is finished:
 * until then other agents and machines know the plan by its old path.
 *
 * @module
 */
import { dirname, join, relative } from "@std/path";
import { ensureDirSync } from "@std/fs/ensure-dir";
import { messageOf } from "../../error.ts";
import { isThere } from "../../store/files/presence.ts";
import { isInPlace, isWithin } from "../../store/project.ts";
import type { RunContext } from "../job/context.ts";
import { filesOfPlan } from "../plan/find_plan.ts";
import { type Plan, readPlan } from "../plan/plan.ts";
import type { Repository } from "./repository.ts";
import { literal, readWorkTree } from "./work_tree.ts";

/** The plan's path, and its new one. */
interface PlanMove {
  readonly from: string;
  readonly to: string;
}

/**
 * Follows an agent that moved its copy of the plan, and reports it.
 *
 * @param plan The finished plan.
 * @param movedTo The copy's path relative to the top of the repository; null if it was not moved.
 * @returns The plan, at its new path if it could be moved.
 */
export async function followMove(
  { job, loop, noteOnce }: Pick<RunContext, "job" | "loop" | "noteOnce">,
  repository: Pick<Repository, "git" | "top">,
  plan: Plan,
  movedTo: string | null,
): Promise<Plan> {
  const { top } = repository;
  const to = movedTo === null ? plan.path : join(top, movedTo);
  if (to === plan.path) return plan;
  const name = relative(top, plan.path);
  const why = await movePlan(repository, loop.facts.project, { from: plan.path, to });
  if (why !== null) {
    noteOnce(`Note: an agent moved its copy of ${name} to ${movedTo}; the plan stays: ${why}`);
    return plan;
  }
  job.planPath = to;
  noteOnce(`Note: ${name} is now ${movedTo}`);
  const read = readPlan(to);
  return read.kind === "plan" ? read.plan : { ...plan, path: to };
}

/**
 * Moves the plan and its companions, and commits the files that git tracks and no one changed.
 *
 * @param project The project's root.
 * @returns Why the plan stays; null if it was moved.
 */
async function movePlan(
  { git, top }: Pick<Repository, "git" | "top">,
  project: string,
  { from, to }: PlanMove,
): Promise<string | null> {
  if (!isWithin(to, project) || !isInPlace(top, to)) return "it is outside of the project";
  if (isThere(to)) return "a file already exists there";
  const targets = filesOfPlan(to);
  const moves = filesOfPlan(from).map((file, index) => ({ from: file, to: targets[index]! }))
    .filter((each) => isThere(each.from) && !isThere(each.to));
  if (moves[0]?.from !== from) return "it no longer exists";
  const nameOf = (path: string) => relative(top, path);
  try {
    ensureDirSync(dirname(to));
    const names = literal(moves.map((each) => nameOf(each.from)));
    const tracked = new Set((await git.ask("ls-files", "-z", "--", ...names)).split("\0"));
    const changed = (await readWorkTree(git, [...tracked].filter((name) => name !== ""))).paths;
    const committed: string[] = [];
    for (const each of moves) {
      const name = nameOf(each.from);
      if (!tracked.has(name) || changed.includes(name)) {
        Deno.renameSync(each.from, each.to);
        continue;
      }
      await git.ask("mv", "--", each.from, each.to);
      committed.push(name, nameOf(each.to));
    }
    if (committed.length === 0) return null;
    const message = `Move the plan to ${nameOf(to)}`;
    await git.ask("commit", "-q", "--no-verify", "-m", message, "--", ...literal(committed));
    return null;
  } catch (error) {
    return isThere(to) ? null : messageOf(error);
  }
}
