/**
 * Does the loop get anywhere? Likeness of the outputs, idleness, and what moved in the project since
 * the moments that the record remembers.
 *
 * @module
 */
import {
  findProgress,
  findProgressSince,
  probeTree,
  takeMark,
  withTree,
} from "../../evidence/progress/mark.ts";
import { cutOutput, outputsToKeep } from "../../evidence/repetition/find_repetition.ts";
import { judgeRepetition } from "../../evidence/repetition/judge.ts";
import type { Completion, Facts } from "../../loop/facts.ts";
import { hash32 } from "../../store/files/file_name.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import type { ProgressMark } from "../../store/records/progress_mark.ts";
import type { SessionRecord } from "../../store/records/session_record.ts";
import type { Settings } from "../../store/settings/settings.ts";

/** What is judged. */
export interface ProgressSources {
  readonly message: string;
  readonly record: LoopRecord;
  readonly session: SessionRecord;
  readonly settings: Settings;
  readonly completion: Completion;
  /** How many metrics the project's adapter knows. */
  readonly metrics: number;
  /** Unix seconds. */
  readonly now: number;
}

/** What was found. */
export interface ProgressFound {
  readonly facts: Pick<
    Facts,
    | "repetition"
    | "alikeOutputs"
    | "idlePhrase"
    | "mark"
    | "progressSinceIdle"
    | "progressSinceRejection"
  >;
  /** The outputs to remember, the present one last. */
  readonly outputs: SessionRecord["recentOutputs"];
  /** Whether something moved since the last output. */
  readonly hasMoved: boolean;
  /** Adds the tree to the mark, where it has none yet. */
  readonly markTree: () => Promise<ProgressMark>;
}

/** Judges; the tree is only looked at where something hangs on it. */
export async function judgeProgress(sources: ProgressSources): Promise<ProgressFound> {
  const { message, record, session, settings, completion, metrics, now } = sources;
  // Items of the plan count as the checklist; what else is written into it may be sorrows.
  const tree = probeTree(record.project, record.focus.path === null ? [] : [record.focus.path]);
  const checklist = digestChecklist(completion, record);
  const present = {
    text: cutOutput(message),
    mark: takeMark(record.project, { nowSeconds: now, checklist, metrics }),
  };
  const judged = await judgeRepetition({
    earlier: session.recentOutputs,
    present,
    threshold: settings.similarity_threshold,
    windowSize: settings.window_size,
    tree,
  });
  const idlePhrase = await findIdle(message, settings.idle_phrases);
  const isWatched = idlePhrase !== null || record.idle !== null || record.rejected !== null;
  const mark = isWatched ? await withTree(judged.mark, tree) : judged.mark;
  const last = session.recentOutputs.at(-1);
  return {
    hasMoved: last !== undefined && findProgress(last.mark, mark).length > 0,
    facts: {
      repetition: judged.repetition,
      alikeOutputs: judged.alikeOutputs,
      idlePhrase,
      mark,
      progressSinceIdle: record.idle === null ? null : findProgress(record.idle.mark, mark),
      progressSinceRejection: record.rejected === null
        ? null
        // What cannot be known does not prove that nothing moved: it does not end a loop.
        : await findProgressSince(record.rejected, mark, tree) ?? ["tree"],
    },
    outputs: [...session.recentOutputs, { text: present.text, mark }]
      .slice(-outputsToKeep(settings.window_size)),
    markTree: () => withTree(mark, tree),
  };
}

/** The items and their states; the rounds of a validation go forward like items of their own. */
function digestChecklist(
  { done, total, openItems }: Completion,
  { validation }: LoopRecord,
): string {
  const rounds = `${validation.cycle}.${validation.round}.${validation.closed.length}`;
  return `${done}/${total} ${hash32(openItems.join("\n"))} ${rounds}`;
}

/** Most messages hold no idle phrase at all: then its reader is not even loaded. */
async function findIdle(message: string, phrases: readonly string[]): Promise<string | null> {
  const plain = flatten(message);
  if (!phrases.some((phrase) => plain.includes(flatten(phrase)))) return null;
  const { findIdlePhrase } = await import("../../evidence/idleness/find_idle_phrase.ts");
  return findIdlePhrase(message, phrases);
}

function flatten(text: string): string {
  return text.toLowerCase().replace(/[*_~`]+/g, "").replace(/\s+/g, " ").trim();
}
