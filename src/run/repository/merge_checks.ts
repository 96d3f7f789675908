/**
 * Verifies work that is about to be merged. If a check of the whole plan already failed on the run's branch
 * before the merge, it does not block the merge, but must pass at the end.
 *
 * @module
 */
import type { TrustedCommand } from "../../store/trusted_command.ts";
import type { RunContext } from "../job/context.ts";
import type { FailedCheck } from "../job/job.ts";
import { runChecks } from "../job/verify.ts";
import type { Git } from "../parallel/git.ts";
import type { Worktree } from "../parallel/save_work.ts";

/** A branch that is about to be merged, and its checks. */
export interface CheckedMerge {
  /** The context of its worktree. */
  readonly unit: RunContext;
  readonly worktree: Pick<Worktree, "branch"> & { readonly git: Pick<Git, "run" | "ask"> };
  /** The item's text. */
  readonly item: string;
  /** The item's own command, which must pass. */
  readonly own: readonly TrustedCommand[];
  /** The checks of the whole plan. */
  readonly gate: readonly TrustedCommand[];
}

/** Whether each check of the whole plan passed, by command. */
type Verdicts = Map<string, boolean>;

/** The checks of consecutive merges: the state after one is the state before the next. */
export class MergeChecks {
  #before: { readonly commit: string; readonly verdicts: Verdicts } = {
    commit: "",
    verdicts: new Map(),
  };
  #after: Verdicts = new Map();

  /** Verifies a rebased worktree. @param target The commit of the run's branch that it was rebased onto. */
  async verify(merge: CheckedMerge, target: string): Promise<FailedCheck | null> {
    const { unit, item, own, gate } = merge;
    this.#after = new Map();
    const failed = await runChecks(unit, own, item);
    if (failed !== null) return failed;
    for (const command of gate) {
      if (unit.stop.request !== null) return null;
      const failure = await runChecks(unit, [command], item);
      this.#after.set(command.line, failure === null);
      if (failure !== null && await this.#passedBefore(merge, command, target)) return failure;
    }
    return null;
  }

  /** Notes that the last verified work is merged. @param commit The tip of the run's branch afterwards. */
  noteMerged(commit: string): void {
    this.#before = { commit, verdicts: this.#after };
  }

  async #passedBefore(
    { unit, worktree: { branch, git }, item }: CheckedMerge,
    command: TrustedCommand,
    target: string,
  ): Promise<boolean> {
    if (this.#before.commit !== target) this.#before = { commit: target, verdicts: new Map() };
    const { verdicts } = this.#before;
    if (!verdicts.has(command.line)) {
      await git.ask("checkout", "-q", "--force", "--detach", target);
      const failure = await runChecks(unit, [command], item);
      await git.ask("checkout", "-q", "--force", branch);
      verdicts.set(command.line, failure === null);
    }
    if (verdicts.get(command.line) === true) return true;
    unit.redBefore.add(command.line);
    unit.noteOnce(
      `Note: \`${command.line}\` failed before the merge too: it does not block the item, ` +
        "but must pass at the end",
    );
    return false;
  }
}
