/** Tells an item's next agent in one line what the previous turn left. */
import { findGitTop } from "../../store/project.ts";
import { askGitLines } from "../../system/run_git.ts";
import { nameFirst, oneLine } from "../../text/shorten.ts";
import type { Iteration } from "./iterate.ts";
import type { Judged } from "./judge.ts";
import type { Plan } from "../plan/plan.ts";
import type { RunContext } from "../job/context.ts";
import type { ProgressWatch } from "../job/progress_watch.ts";
import type { ItemVerifier } from "../job/verify.ts";
import type { TurnCommits } from "./turn_commits.ts";

/** A turn that left its item open. */
export interface LeftTurn {
  readonly number: number;
  /** The item's text, since the next agent may get another item. */
  readonly item: string;
  /** Files that it changed, without the plan's own files. */
  readonly changed: readonly string[];
  /** Its commits on any branch: number, title, and the branch that ends with it. */
  readonly commits: readonly string[];
  /** Whether any file that counts as progress changed, including files of nested repositories. */
  readonly hasMoved: boolean;
  /** The agent's last words; empty if there are none. */
  readonly words: string;
  /** The result of the item's own check, run now; null if it has none. */
  readonly check: { readonly command: string; readonly hasPassed: boolean } | null;
}

const MOST_NAMED = 5;
const WORDS_CHARACTERS = 200;
const TITLE_CHARACTERS = 80;
const TIMEOUT_MS = 10_000;

/** Describes a turn in one line. */
export function describeLastTurn(
  { number, item, changed, commits, hasMoved, words, check }: LeftTurn,
): string {
  const list = (names: readonly string[]) => nameFirst(names, MOST_NAMED, (name) => name);
  return [
    `Turn ${number} left "${oneLine(item, TITLE_CHARACTERS)}" open.`,
    // A commit on another branch does not change this tree.
    ...changed.length > 0
      ? [`It changed ${list(changed)}.`]
      : commits.length === 0 && !hasMoved
      ? ["It changed no file."]
      : [],
    ...commits.length === 0 ? [] : [`Its commits: ${list(commits)}.`],
    ...words === "" ? [] : [`Its last words: "${words}"`],
    ...check === null
      ? []
      : check.hasPassed
      ? [`\`${check.command}\` passes now, but the box is open: if it is complete, tick it.`]
      : [`\`${check.command}\` fails.`],
  ].join(" ");
}

/**
 * Describes a turn that left its item open, and runs the item's own check.
 *
 * @returns The line; empty if the turn did not leave its item open.
 */
export async function tellNext(
  context: RunContext,
  { item, number }: Pick<Iteration, "item" | "number">,
  { watch: { lastMessage } }: Judged,
  { verifier, plan, progress, hasMoved }: {
    readonly verifier: ItemVerifier;
    readonly plan: Plan;
    readonly progress: ProgressWatch;
    readonly hasMoved: boolean;
  },
): Promise<string> {
  const open = plan.items.find(({ key, state }) => key === item?.key && state === "open");
  if (open === undefined) return "";
  const check = await verifier.tryOpen(open, plan);
  const { commit: before, commits } = progress;
  const turn = { number, item: open.text, before, commits, hasMoved, lastMessage, check };
  return describeLastTurn(await readLastTurn(context, turn));
}

/** Reads what a turn changed, committed and said last. */
async function readLastTurn(
  { job, workFolder }: Pick<RunContext, "job" | "workFolder">,
  { before, commits, lastMessage, ...turn }:
    & Pick<LeftTurn, "number" | "item" | "check" | "hasMoved">
    & {
      /** The commit before the turn; empty without git. */
      readonly before: string;
      readonly commits: TurnCommits;
      readonly lastMessage: string;
    },
): Promise<LeftTurn> {
  const top = findGitTop(workFolder);
  const endsAtMs = performance.now() + TIMEOUT_MS;
  const changed = top === null || before === "" ? [] : [
    ...await askGitLines(top, "diff", ["--name-only", before, "--"], endsAtMs),
    ...await askGitLines(top, "ls-files", ["--others", "--exclude-standard"], endsAtMs),
  ];
  const isOwn = (path: string) => job.planPath.endsWith(`/${path}`);
  return {
    ...turn,
    changed: changed.filter((path) => !isOwn(path)),
    commits: (await commits.list()).map((title) => oneLine(title, TITLE_CHARACTERS)),
    words: oneLine(lastMessage.trim().split("\n").at(-1) ?? "", WORDS_CHARACTERS),
  };
}
