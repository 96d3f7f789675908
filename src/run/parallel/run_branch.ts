/**
 * The branch that a run merges into. From the commit that the run knows, it may only move forward, by merges
 * of the run and by commits of the user.
 *
 * @module
 */
import type { Repository } from "./repository.ts";
import type { Worktree } from "./save_work.ts";
import { showCommand } from "../../text/shell_word.ts";

const SHOWN = 12;

/** Watches the branch of a run. */
export class RunBranch {
  readonly #repository: Pick<Repository, "git" | "branch">;
  /** The last commit that the branch rightly had; null before the first check. */
  #known: string | null = null;
  /** The commit that a merge is about to move the branch to. */
  #next: string | null = null;
  /** The move that was found; the run does not continue after it. */
  #move: string | null = null;
  /** The commits that the branches of working agents begin at, by branch. */
  readonly #agents = new Map<string, string>();

  /** @param repository The run's repository; with a detached `HEAD` there is nothing to watch. */
  constructor(repository: Pick<Repository, "git" | "branch">) {
    this.#repository = repository;
  }

  /** Notes that an agent begins to work on a branch of its own. */
  noteAgent({ branch, base }: Pick<Worktree, "branch" | "base">): void {
    this.#agents.set(branch, base);
  }

  /** Notes that no agent works on a branch any longer. */
  noteAgentEnd(branch: string): void {
    this.#agents.delete(branch);
  }

  /** Notes a merge of the run, immediately before it. */
  noteMerge(commit: string): void {
    this.#next = commit;
  }

  /**
   * Finds out whether the branch was moved to where the run cannot continue: back, sideways, or to an agent's
   * commit that has not been verified.
   *
   * @returns A sentence about the move; null if the branch is unchanged or moved forward.
   */
  async findMove(): Promise<string | null> {
    return this.#move ??= await this.#look();
  }

  async #look(): Promise<string | null> {
    const { git, branch } = this.#repository;
    if (branch === "") return null;
    const now = await git.find(`refs/heads/${branch}`);
    const known = this.#known;
    if (now === null) return known && `The branch ${branch} was deleted during the run`;
    if (known !== null && now !== known && now !== this.#next) {
      const [to, from] = [now.slice(0, SHOWN), known.slice(0, SHOWN)];
      const moved = `The branch ${branch} was moved to ${to} during the run`;
      if (!await git.contains(now, known)) {
        return `${moved}, which does not contain ${from}: it is not merged into. ` +
          `To go back to that commit and keep all files: ${
            showCommand(["git", "reset", "--soft", from])
          }`;
      }
      for (const [own, base] of this.#agents) {
        const isTheirs = await git.contains(`refs/heads/${own}`, now) &&
          !await git.contains(base, now);
        if (isTheirs) return `${moved}, a commit of the agent on ${own} that nothing has verified`;
      }
    }
    this.#known = now;
    return null;
  }
}
