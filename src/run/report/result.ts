/** The result of a run: writes `.ralph-result`, and renders the summary at the end. */
import { showCommand } from "../../text/shell_word.ts";
import { failuresOf } from "../../error.ts";
import { fitList } from "../../text/shorten.ts";
import { renderInstant } from "../../text/instant.ts";
import { join, relative } from "@std/path";
import { isWithin } from "../../store/project.ts";
import { writeAtomic } from "../../store/files/atomic_file.ts";
import { removeFile } from "../../store/files/presence.ts";
import { stateOfEnd } from "../../loop/reasons.ts";
import { showAmount, showCount } from "../../text/human_units.ts";
import { makeVisible } from "../../text/show_text.ts";
import type { LoopRecord, ReviewRecord } from "../../store/records/loop_record.ts";
import { showDuration, showElapsed } from "../../text/time.ts";
import type { ItemReport, UnmergedBranch } from "../job/item_log.ts";
import type { RunEnd } from "../job/job.ts";
import { splitScreen } from "../terminal/plain_text.ts";
import type { Plan } from "../plan/plan.ts";

/** The file's name, in the project's root. */
export const RESULT_FILE = ".ralph-result";

/** Maximum number of open items that are listed, in the file and on the screen. */
const MOST_ITEMS = 50;
const MOST_ITEMS_SHOWN = 10;
/** The parts of a result. */
export interface RunResult {
  readonly loop: string;
  readonly end: Pick<RunEnd, "reason" | "exitCode" | "evidence">;
  readonly plan: Plan;
  /** Items that were removed while they were open; left out if there are none. */
  readonly removed?: readonly string[];
  /** The results of the reviews; empty without a reviewer. */
  readonly reviews: readonly ReviewRecord[];
  /** The result of each item that an agent began. */
  readonly items: readonly ItemReport[];
  /** Branches with commits that were not merged. */
  readonly unmerged: readonly UnmergedBranch[];
  /** Parts of agents' work that are kept elsewhere, as one sentence each. */
  readonly kept: readonly string[];
  readonly iterations: number;
  readonly activeMs: number;
  readonly tokens: number | null;
  readonly costUsd: number | null;
  /** The reviewers' part of tokens and cost; null without reviewers. */
  readonly reviewers: NonNullable<LoopRecord["usage"]["reviewers"]> | null;
  readonly finishedAt: number;
  /** The command that resumes the run; null if there is none. */
  readonly resumeCommand: string | null;
  /** The folder of the iterations' logs; null if no agent could start. */
  readonly logs: string | null;
}

function showCost(costUsd: number | null): string {
  return costUsd === null ? "unknown" : `$${costUsd.toFixed(2)}`;
}

/** Names an end in the term that `status` uses, with the exit code. */
function titleOf({ reason, exitCode }: RunResult["end"]): string {
  const state = stateOfEnd(reason.code);
  return `${state.toUpperCase()} (exit ${exitCode})`;
}

/** Renders the result for its file. */
export function renderResult(result: RunResult): string {
  const { end, plan, loop, iterations, tokens, costUsd, reviewers } = result;
  const { finishedAt, resumeCommand, logs } = result;
  const open = plan.items.filter(({ state }) => state === "open");
  return [
    "# Ralph Loop Result",
    "",
    `- **Status:** ${titleOf(end)}`,
    `- **Plan:** ${plan.path}`,
    `- **Completed:** ${plan.done}`,
    `- **Remaining:** ${plan.open}`,
    `- **Skipped:** ${plan.skipped}`,
    `- **Reason:** ${end.reason.code} — ${end.reason.sentence}`,
    `- **Iterations:** ${iterations}`,
    `- **Tokens:** ${tokens ?? "unknown"}`,
    `- **Cost:** ${showCost(costUsd)}`,
    ...(reviewers === null ? [] : [
      `- **Of that, reviewers:** ${showCount(reviewers.agents, "agent")}, tokens ${
        reviewers.tokens ?? "unknown"
      }, cost ${showCost(reviewers.costUsd)}`,
    ]),
    ...(resumeCommand === null ? [] : [`- **Resume:** \`${resumeCommand}\``]),
    ...(logs === null ? [] : [`- **Logs:** ${logs}`]),
    `- **Loop:** ${loop}`,
    `- **Finished at:** ${renderInstant(finishedAt)}`,
    ...(end.evidence.length === 0 ? [] : ["", "## Evidence", ""]),
    ...end.evidence.flatMap((text) => splitScreen(text).map((line) => `    ${line}`)),
    ...renderItems(result.items),
    ...renderUnmerged(result.unmerged),
    ...(result.kept.length === 0 ? [] : ["", "## Kept", ""]),
    ...result.kept.map((sentence) => `- ${sentence}`),
    ...renderReviews(result.reviews),
    ...renderRemoved(result.removed),
    ...(open.length === 0 ? [] : ["", "## Remaining Items", ""]),
    ...fitList(open, MOST_ITEMS, ({ rawLine }) => rawLine.trim()),
    "",
  ].map(showLine).join("\n");
}

/** Makes a line of the result safe for a terminal and keeps it on one line, whoever wrote its parts. */
export function showLine(line: string): string {
  return makeVisible(line).replaceAll("\n", "⏎");
}

function renderItems(items: readonly ItemReport[]): string[] {
  if (items.length === 0) return [];
  const rows = items.map(({ item, worker, by, tries, durationMs, branch, commit, why }) =>
    [
      `- ${item}: ${showCount(tries, "try", "tries")}, ${showElapsed(durationMs)}`,
      ...by === undefined ? [] : [by],
      ...worker === null ? [] : [`agent ${worker}`],
      ...branch === null ? [] : [`branch ${branch}`],
      ...commit === null ? [] : [`commit ${commit.slice(0, 12)}`],
      ...why === "" ? [] : [`not completed: ${why}`],
    ].join(", ")
  );
  return ["", "## Items", "", ...rows];
}

function renderRemoved(removed: readonly string[] = []): string[] {
  if (removed.length === 0) return [];
  return [
    "",
    "## Removed unfinished",
    "",
    ...fitList(removed, MOST_ITEMS, (title) => `- ${title}`),
  ];
}

function renderUnmerged(branches: readonly UnmergedBranch[]): string[] {
  if (branches.length === 0) return [];
  const rows = branches.map(({ name, commit, isReplaced }) =>
    `- ${name} (${commit.slice(0, 12)}): ${
      isReplaced === true ? "an earlier try of merged work; " : ""
    }see it with \`${showCommand(["git", "log", name])}\`, delete it with \`${
      showCommand(["git", "branch", "-D", name])
    }\``
  );
  return ["", "## Unmerged branches", "", ...rows];
}

function renderReviews(reviews: readonly ReviewRecord[]): string[] {
  const rows = reviews.flatMap((review) => {
    const { item, open, waitedMs } = review;
    const outcome = describeReview(review);
    const waited = waitedMs === 0 ? "" : ` (${showDuration(waitedMs)} of waiting for the API)`;
    return outcome === null ? [] : [
      `- ${item ?? "The whole plan"}: ${outcome}${waited}`,
      ...open.map(({ severity, text }) => `  - (${severity}) ${text}`),
    ];
  });
  return rows.length === 0 ? [] : ["", "## Review", "", ...rows];
}

/** Describes the result of a review; null for work that no agent has ticked yet. */
function describeReview({ reviews, open, missing, isDue }: ReviewRecord): string | null {
  if (missing !== null) return `no review: ${missing}`;
  if (reviews === 0) return isDue ? "not reviewed yet" : null;
  const later = isDue ? ", not reviewed again yet" : "";
  return `${showCount(reviews, "review")}, ${open.length} open${later}`;
}

function showUsage(tokens: number | null, costUsd: number | null): string[] {
  return [
    ...(tokens === null ? [] : [`${showAmount(tokens)} tokens`]),
    ...(costUsd === null ? [] : [showCost(costUsd)]),
  ];
}

/** A row of the summary: its label and its text. */
type SummaryRow = readonly [label: string, text: string];

/** Describes a run's result for the screen. @param project Its root; the plan's path is relative to it. */
export function describeSummary(result: RunResult, project: string): SummaryRow[] {
  const { plan, iterations, activeMs, tokens, costUsd, reviewers, logs } = result;
  const open = plan.items.filter(({ state }) => state === "open");
  const more = open.length - MOST_ITEMS_SHOWN;
  const used = [
    showCount(iterations, "turn"),
    `${showDuration(activeMs)} active`,
    ...showUsage(tokens, costUsd),
  ];
  const ofReviewers = reviewers === null
    ? ""
    : ` (${showCount(reviewers.agents, "reviewer")}: ${
      showUsage(reviewers.tokens, reviewers.costUsd).join(", ") || "tokens and cost unknown"
    })`;
  const path = isWithin(plan.path, project) ? relative(project, plan.path) : plan.path;
  const skipped = plan.skipped === 0 ? "" : `, ${plan.skipped} skipped`;
  const rows: SummaryRow[] = [
    [path, `${plan.done} of ${showCount(plan.total, "item")} done${skipped}`],
    ...open.slice(0, MOST_ITEMS_SHOWN).map((
      { text },
      at,
    ): SummaryRow => [at === 0 ? "open" : "", text]),
    ...more > 0 ? [["", `and ${more} more`] as const] : [],
    ...(result.removed ?? []).slice(0, MOST_ITEMS_SHOWN).map((
      title,
      at,
    ): SummaryRow => [at === 0 ? "removed" : "", title]),
    ["used", `${used.join(" · ")}${ofReviewers}`],
    ...result.unmerged.filter(({ isReplaced }) => isReplaced !== true)
      .map(({ name }): SummaryRow => ["not merged", `branch ${name}`]),
    ...result.kept.map((sentence): SummaryRow => ["kept", sentence]),
    ...logs === null ? [] : [["logs", logs] as const],
  ];
  return rows.map(([label, text]) => [showLine(label), showLine(text)]);
}

/**
 * Writes the result into the project, and a copy next to the loop's records. Only the user may read it,
 * since it quotes the plan and the output of checks.
 *
 * @param loopDir The loop's folder; null if no loop began.
 * @param text The result, with secrets masked.
 * @returns Problems with writing, one sentence each.
 */
export function writeResult(project: string, loopDir: string | null, text: string): string[] {
  const folders = loopDir === null ? [project] : [project, loopDir];
  return failuresOf(
    folders.map((folder) => () => writeAtomic(join(folder, RESULT_FILE), text, { mode: 0o600 })),
  );
}

/** Removes an earlier run's result, so that it is not mistaken for this run's. */
export function clearResult(project: string): void {
  removeFile(join(project, RESULT_FILE));
}
