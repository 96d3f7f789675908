/** Judges a plan whose file is missing. Loaded only for this case. */
import { readDesignSpec } from "../../plan/items/read_document.ts";
import type { Completion } from "../../loop/facts.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import { showCommand } from "../../text/shell_word.ts";
import { showCount } from "../../text/human_units.ts";
import { findPlanAgain, type PlanFoundAgain } from "./find_plan_again.ts";
import { type CompletionSettings, judgeCompletion } from "./judge.ts";
import { type FocusJudgement, judgedAlone, judgeDocument } from "./judge_document.ts";

const COMMIT_DIGITS = 10;

/**
 * Judges the plan by its items, wherever they are now: in another file, in git's history, or only in the
 * ledger.
 */
export async function judgeMissing(
  path: string,
  project: string,
  settings: CompletionSettings,
  seen: LoopRecord["planSeen"],
): Promise<FocusJudgement> {
  const name = nameIn(project, path);
  const again = await findPlanAgain(path, project, seen.ledger);
  if (again?.kind === "moved") {
    const { document, path: movedTo } = again;
    const judged = judgeDocument(
      { path: movedTo, document, spec: readDesignSpec(movedTo) },
      settings,
      seen,
    );
    const moved = `${name} is now ${nameIn(project, movedTo)}`;
    return { ...judged, movedTo, problems: [moved, ...judged.problems] };
  }
  const wasTicked = seen.ledger !== undefined && seen.items > 0 &&
    seen.ledger.open.length + seen.ledger.gone.length === 0;
  const hasOpen = again?.document.items.some(({ optional, state }) =>
    !optional && state === "open"
  );
  if (wasTicked && hasOpen !== false) {
    return judgedAlone(completeByLedger(seen, name, settings));
  }
  if (again !== null) {
    const judged = judgeDocument({ path, document: again.document, spec: null }, settings, seen);
    const open = judged.completion.openItems.length;
    const problems = open === 0 ? [] : [describeGone(again, path, name, open)];
    // A commit's text is not a file that an agent could edit.
    return { ...judged, document: null, problems: [...problems, ...judged.problems] };
  }
  return judgedAlone(judgeCompletion(null, path, settings), [nameLost(name)]);
}

function completeByLedger(
  { items, ledger }: LoopRecord["planSeen"],
  name: string,
  { all_checkboxes_confidence: confidence, confidence_threshold: threshold }: CompletionSettings,
): Completion {
  const detail = `no item was open when ${name} was last read`;
  const signal = { name: "all_checkboxes", confidence, detail } as const;
  const counts = confidence >= threshold;
  return {
    verdict: counts ? "complete" : "incomplete",
    strongest: counts ? signal : null,
    signals: [signal],
    done: items,
    total: items,
    openItems: [],
    claimOverOpenItems: null,
    ...ledger === undefined ? {} : { ledger },
  };
}

/** Describes that a plan is gone, the last text that git has, and how to continue. */
function describeGone(
  { commit }: Pick<PlanFoundAgain, "commit">,
  path: string,
  name: string,
  open: number,
): string {
  const short = (commit ?? "").slice(0, COMMIT_DIGITS);
  return `${name} is gone. The last commit that has it (${short}) has ${
    showCount(open, "open item")
  }: restore it with \`${
    showCommand(["git", "checkout", short, "--", path])
  }\`, and continue with its open items`;
}

function nameLost(name: string): string {
  return `${name} is gone, and its items are in no other file of the project. Write it again with an ` +
    "item (`- [ ] step`) for each step that is left, and tick each that is done (`- [x] step`)";
}

/** Returns a path relative to the project's root, if it is in the project. */
function nameIn(project: string, path: string): string {
  return path.startsWith(`${project}/`) ? path.slice(project.length + 1) : path;
}
