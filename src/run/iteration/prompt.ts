/** Builds the prompt of an iteration from plan, item, progress, errors and the user's guidance. */
import type { EarlierTry } from "../job/context.ts";
import { shortCommit, type UnmergedTicks } from "../../loop/unmerged.ts";
import type { UnreadTag } from "../../loop/facts.ts";
import type { GuidancePromptData } from "../../guidance/merge.ts";
import { ComposedText, quoteBlock } from "../../prompt/foreign_text.ts";
import type { ProjectTemplates } from "../../prompt/project_templates.ts";
import { renderTemplate } from "../../prompt/interpret.ts";
import { fitList } from "../../text/shorten.ts";
import { readEnd, statOf } from "../../plan/files.ts";
import { infoOf } from "../../store/files/presence.ts";
import { companionsOf } from "../plan/find_plan.ts";
import type { Plan, PlanItem } from "../plan/plan.ts";
import { taskOf } from "../../plan/order/tasks.ts";
import type { SentBack } from "../review/review_record.ts";
import type { FailedCheck } from "../job/job.ts";
import type { Reverted } from "../job/verify.ts";

/** The feedback of the last iteration to the next. */
export interface Feedback {
  /** How the last agent failed; empty if it succeeded. */
  readonly failure: string;
  /** One line on what the previous turn left of the same item; empty for another item. */
  readonly lastTurn: string;
  /** Lines around its last error; empty without an error. */
  readonly errors: string;
  /** Tags in the last agent's message that did not count. */
  readonly unread: readonly UnreadTag[];
  readonly reverted: readonly Reverted[];
  /** The user's verification command that failed for a finished plan. */
  readonly rejected: FailedCheck | null;
  /** Work without a box in a plan without open items; the agent is asked about it. */
  readonly remaining: readonly string[];
  /** Items that were removed while they were open, if no other item is open. */
  readonly removed: readonly string[];
  /** A reviewer's findings in the work of the last agent, or in the whole plan. */
  readonly sentBack: SentBack | null;
  /** Branches with work of earlier turns that is not merged into the project's checkout. */
  readonly branches: readonly UnmergedTicks[];
}

/** The feedback of the first iteration. */
export const NO_FEEDBACK: Feedback = {
  failure: "",
  lastTurn: "",
  errors: "",
  unread: [],
  reverted: [],
  rejected: null,
  remaining: [],
  removed: [],
  sentBack: null,
  branches: [],
};

interface PromptInput {
  readonly project: string;
  readonly plan: Plan;
  /** The item to do; null for a finished plan. */
  readonly item: PlanItem | null;
  /** The keys of items that wait for a person. */
  readonly waiting: ReadonlySet<string>;
  /** The turn, time and items, as in every prompt. */
  readonly header: string;
  readonly iteration: number;
  readonly maxIterations: number;
  readonly feedback: Feedback;
  readonly isRecovery: boolean;
  /** The previous try of the item, which could not be merged. */
  readonly earlier: EarlierTry | null;
  /** Consecutive iterations without progress. */
  readonly stale: number;
  readonly guidance: GuidancePromptData;
  readonly extra: string;
  /** The project's own templates; their `problems` name what was skipped. */
  readonly templates: ProjectTemplates | null;
}

const NEXT_ITEMS_SHOWN = 4;
const REMAINING_SHOWN = 10;
const REMOVED_SHOWN = 12;
const PROGRESS_BYTES = 1_200;
const TAIL_CHARACTERS = 1_200;
const QUOTE_CHARACTERS = 4_000;

/** Renders the prompt of an iteration: the first open item, feedback and guidance. */
export function buildPrompt(
  { plan, item: first, waiting, feedback, extra, templates, earlier, ...shown }: PromptInput,
): string {
  const { progress, findings } = companionsOf(plan.path);
  const index = first === null ? -1 : plan.items.indexOf(first);
  const task = first === null ? null : taskOf(first, index, plan.items.length, plan.tasks);
  // The items that this one is a step of do not come after it, and other parents are named by their steps.
  const open = plan.items.filter(({ key, state }) =>
    state === "open" && key !== first?.key && !waiting.has(key)
  );
  const withSteps = new Set(
    [first, ...open].map((item) => item?.parent ?? null).filter((parent) => parent !== null),
  );
  const later = open.filter(({ key }) => !withSteps.has(key));
  return renderTemplate("run-iteration.md", {
    ...shown,
    header: new ComposedText(shown.header),
    plan: plan.path,
    isFirst: shown.iteration === 1 && plan.done === 0,
    done: plan.done,
    total: plan.total,
    item: first,
    task,
    next: later.slice(0, NEXT_ITEMS_SHOWN).map(({ text }) => text),
    moreOpen: Math.max(0, later.length - NEXT_ITEMS_SHOWN),
    remaining: feedback.remaining.slice(0, REMAINING_SHOWN),
    moreRemaining: Math.max(0, feedback.remaining.length - REMAINING_SHOWN),
    progressFile: progress,
    findingsFile: findings,
    progress: quoteOf(tailOf(progress)),
    hasFindings: statOf(findings)?.kind === "file",
    branches: feedback.branches.map((branch) => ({
      ...branch,
      commit: shortCommit(branch),
      ticked: branch.ticked.map((text) => `"${text}"`).join(", "),
    })),
    failure: feedback.failure,
    lastTurn: feedback.lastTurn,
    unread: feedback.unread.findLast(({ tag }) => tag === "blocked")?.line ?? "",
    errors: quoteOf(feedback.errors),
    rejected: feedback.rejected === null
      ? null
      : { ...feedback.rejected, tail: quoteOf(feedback.rejected.tail) },
    removed: first === null
      ? fitList(feedback.removed, REMOVED_SHOWN, (title) => `- [ ] ${title}`)
      : [],
    earlier: earlier === null ? null : {
      branch: earlier.branch,
      conflicts: earlier.conflicts,
      check: earlier.check?.command ?? "",
      tail: quoteOf(earlier.check?.tail.slice(-TAIL_CHARACTERS) ?? ""),
    },
    reverted: feedback.reverted.map((item) => ({
      ...item,
      tail: quoteOf(item.tail.slice(-TAIL_CHARACTERS)),
    })),
    reviewed: feedback.sentBack === null ? null : {
      item: feedback.sentBack.item,
      branch: feedback.sentBack.branch,
      findings: quoteOf(
        feedback.sentBack.findings.map(({ severity, text }) => `(${severity}) ${text}`).join("\n"),
      ),
    },
    extra: new ComposedText(extra.trim()),
  }, templates);
}

/** Quotes lines that the user or a program wrote; empty for no lines. */
function quoteOf(text: string): string | ComposedText {
  return text.trim() === "" ? "" : quoteBlock(text, QUOTE_CHARACTERS);
}

/** Reads the last lines of a file; empty if it cannot be read. */
function tailOf(path: string): string {
  // An agent in a sandbox could link to a file that it may not read.
  const bytes = infoOf(path)?.isSymlink === true ? null : readEnd(path, PROGRESS_BYTES);
  if (bytes === null) return "";
  const text = new TextDecoder().decode(bytes).trim();
  return bytes.length < PROGRESS_BYTES ? text : text.slice(text.indexOf("\n") + 1);
}
