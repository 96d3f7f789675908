/** Judges a focus file from its text, wherever that was read. */
import type { Document } from "../../plan/items/document.ts";
import type { Completion } from "../../loop/facts.ts";
import { describeLostItems } from "../../loop/reason.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import { fitList } from "../../text/shorten.ts";
import { type ItemCheck, listItemChecks } from "../verification/command_needs.ts";
import { type CompletionSettings, judgeCompletion } from "./judge.ts";

/** The verdict on a focus file, its verification commands, and problems of the file. */
export interface FocusJudgement {
  readonly completion: Completion;
  /** The commands of ticked items. They must pass before the task counts as complete. */
  readonly checks: readonly ItemCheck[];
  readonly problems: readonly string[];
  /** The file that was judged; null if none could be read. */
  readonly document: Document | null;
  /** Its new path, if it was moved. */
  readonly movedTo?: string;
}

/** Makes the judgement of a task without a readable plan. */
export function judgedAlone(
  completion: Completion,
  problems: readonly string[] = [],
): FocusJudgement {
  return { completion, document: null, checks: [], problems };
}

interface ReadFocus {
  readonly path: string;
  readonly document: Document;
  /** The design spec that belongs to it; null without one. */
  readonly spec: Document | null;
}

/** Judges a focus file that has been read. Pure. */
export function judgeDocument(
  { path, document, spec }: ReadFocus,
  settings: CompletionSettings,
  seen: LoopRecord["planSeen"],
): FocusJudgement {
  const completion = judgeCompletion(document, path, settings, spec, seen);
  const isEmptied = document.readable && completion.total === 0 && seen.items > 0;
  return {
    completion,
    document,
    checks: listItemChecks([document, spec], seen.checks),
    problems: [
      ...document.problems,
      ...isEmptied
        ? [`${describeLostItems(path, seen.items)}${nameRemoved(completion.removed)}: ${PUT_BACK}`]
        : [],
    ],
  };
}

function nameRemoved(removed: readonly string[] = []): string {
  if (removed.length === 0) return "";
  return ` (${fitList(removed, ITEMS_NAMED, (title) => `"${title}"`).join(", ")})`;
}

const ITEMS_NAMED = 5;
const PUT_BACK = "restore them: without them nothing can show that the task is complete";
