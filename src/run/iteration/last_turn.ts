/** Tells the next agent of an item in one line what the turn before it left. */
import { findGitTop } from "../../store/project.ts";
import { askGit } from "../../system/run_git.ts";
import { nameFirst, oneLine } from "../../text/shorten.ts";
import { SECOND_MS } from "../../text/time.ts";
import type { Iteration } from "./iterate.ts";
import type { Judged } from "./judge.ts";
import type { Plan } from "../plan/plan.ts";
import type { RunContext } from "../job/context.ts";
import type { ItemVerifier } from "../job/verify.ts";

/** A turn that left its item open. */
export interface LeftTurn {
  readonly number: number;
  /** The item, by its words: the next agent may get another one. */
  readonly item: string;
  /** Files that it changed, the plan's own left out. */
  readonly changed: readonly string[];
  /** Its commits on any branch: number, title, and the branch that ends there. */
  readonly commits: readonly string[];
  /** The agent's last words; empty without any. */
  readonly words: string;
  /** The item's own check, as it is now; null without one. */
  readonly check: { readonly command: string; readonly hasPassed: boolean } | null;
}

const MOST_NAMED = 5;
const WORDS_CHARACTERS = 200;
const TITLE_CHARACTERS = 80;
const TIMEOUT_MS = 10_000;
/** Clocks of file systems and of git differ by so much. */
const SLACK_MS = 2 * SECOND_MS;

/** Describes a turn in one line. */
export function describeLastTurn(
  { number, item, changed, commits, words, check }: LeftTurn,
): string {
  const list = (names: readonly string[]) => nameFirst(names, MOST_NAMED, (name) => name);
  return [
    `Turn ${number} left "${oneLine(item, TITLE_CHARACTERS)}" open.`,
    // What it committed on another branch is no change of this tree.
    ...changed.length > 0
      ? [`It changed ${list(changed)}.`]
      : commits.length === 0
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
 * @returns Empty for a turn that did not.
 */
export async function tellNext(
  context: RunContext,
  { item, number }: Pick<Iteration, "item" | "number">,
  { outcome: { durationMs }, watch: { lastMessage } }: Judged,
  { verifier, plan, before }: {
    readonly verifier: ItemVerifier;
    readonly plan: Plan;
    readonly before: string;
  },
): Promise<string> {
  const open = plan.items.find(({ key, state }) => key === item?.key && state === "open");
  if (open === undefined) return "";
  const check = await verifier.tryOpen(open, plan);
  const turn = { number, item: open.text, before, durationMs, lastMessage, check };
  return describeLastTurn(await readLastTurn(context, turn));
}

/** Reads what a turn left. */
async function readLastTurn(
  { clock, job, workFolder }: Pick<RunContext, "clock" | "job" | "workFolder">,
  turn: Pick<LeftTurn, "number" | "item" | "check"> & {
    /** The commit before it; empty without git. */
    readonly before: string;
    readonly durationMs: number;
    readonly lastMessage: string;
  },
): Promise<LeftTurn> {
  const { number, item, check, before, durationMs, lastMessage } = turn;
  const top = findGitTop(workFolder);
  const endsAtMs = performance.now() + TIMEOUT_MS;
  const ask = async (question: Parameters<typeof askGit>[1], args: readonly string[]) => {
    if (top === null || before === "") return [];
    const answer = await askGit(top, question, args, endsAtMs);
    return answer.kind === "text" ? answer.text.split("\n").filter((line) => line !== "") : [];
  };
  const since = Math.floor((clock.wallMs() - durationMs - SLACK_MS) / SECOND_MS);
  const commits = await ask("log", [
    ...[`--since=${since}`, "--format=%h %s%d", "--decorate-refs=refs/heads"],
    ...["HEAD", "--branches", "--not", before, "--"],
  ]);
  const changed = [
    ...await ask("diff", ["--name-only", before, "--"]),
    ...await ask("ls-files", ["--others", "--exclude-standard"]),
  ];
  const isOwn = (path: string) => job.planPath.endsWith(`/${path}`);
  return {
    number,
    item,
    check,
    changed: changed.filter((path) => !isOwn(path)),
    commits: commits.map((title) => oneLine(title, TITLE_CHARACTERS)),
    words: oneLine(lastMessage.trim().split("\n").at(-1) ?? "", WORDS_CHARACTERS),
  };
}
