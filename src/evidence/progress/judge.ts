/**
 * Judges whether the loop makes progress: similarity of the outputs, idleness, and changes in the project
 * since the marks in the record.
 */
import { cutOutput, outputsToKeep } from "../repetition/find_repetition.ts";
import { judgeRepetition } from "../repetition/judge.ts";
import type { Completion, ProgressChanges } from "../../loop/facts.ts";
import { hash32 } from "../../store/files/file_name.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import type { ProgressMark } from "../../store/records/progress_mark.ts";
import type { SessionRecord } from "../../store/records/session_record.ts";
import type { Settings } from "../../store/settings/settings.ts";
import { findProgress, findProgressSince, type TreeProbe, withTree } from "./mark.ts";

interface ProgressSources {
  /** The agent's last message. */
  readonly message: string;
  readonly record: Pick<LoopRecord, "idle" | "rejected" | "validation">;
  readonly session: Pick<SessionRecord, "recentOutputs">;
  readonly settings: Settings;
  /** True if the agent used no tool in this turn. */
  readonly usedNoTool: boolean;
  readonly completion: Completion;
  /** Takes the cheap mark, without the tree, for a digest of the checklist. */
  readonly takeMark: (checklist: string) => ProgressMark;
  readonly tree: TreeProbe;
}

/** Judges the progress. Reads the tree only if the judgement depends on it. */
export async function judgeProgress(sources: ProgressSources) {
  const { message, record, session, settings, completion, takeMark, tree } = sources;
  const present = {
    text: cutOutput(message),
    mark: takeMark(digestChecklist(completion, record)),
  };
  const judged = await judgeRepetition({
    earlier: session.recentOutputs,
    present,
    threshold: settings.similarity_threshold,
    windowSize: settings.window_size,
    tree,
  });
  const idlePhrase = await findIdle(message, settings.idle_phrases, sources.usedNoTool);
  const isWatched = idlePhrase !== null || record.idle !== null || record.rejected !== null;
  const mark = isWatched ? await withTree(judged.mark, tree) : judged.mark;
  const last = session.recentOutputs.at(-1);
  return {
    facts: {
      changes: last === undefined ? null : {
        kinds: nameChanges(last.mark, mark),
        isTreeKnown: last.mark.tree !== null && mark.tree !== null,
      },
      repetition: judged.repetition,
      alikeOutputs: judged.alikeOutputs,
      idlePhrase,
      mark,
      progressSinceIdle: record.idle === null ? null : findProgress(record.idle.mark, mark),
      progressSinceRejection: record.rejected === null
        ? null
        // An unknown state does not prove that nothing changed, so it does not end a loop.
        : await findProgressSince(record.rejected, mark, tree) ?? ["tree"],
    },
    outputs: [...session.recentOutputs, { text: present.text, mark }]
      .slice(-outputsToKeep(settings.window_size)),
    markTree: () => withTree(mark, tree),
  };
}

/** Names the changes from a person's view: if no item changed, the change was in the validation. */
function nameChanges(since: ProgressMark, now: ProgressMark): ProgressChanges["kinds"] {
  const areItemsSame = itemsOf(since.checklist) === itemsOf(now.checklist);
  return findProgress(since, now)
    .map((kind) => {
      if (kind !== "checklist") return kind;
      if (areItemsSame) return "validation round";
      return doneOf(now.checklist) > doneOf(since.checklist) ? "checklist" : "plan";
    });
}

/** Reads the number of ticked items from a checklist's digest. */
function doneOf(checklist: string): number {
  return parseInt(checklist, 10) || 0;
}

function itemsOf(checklist: string): string {
  return checklist.slice(0, checklist.lastIndexOf(" "));
}

/** Makes a digest of the items and their states. A closed validation round counts as progress too. */
function digestChecklist(
  { done, total, openItems, ledger }: Completion,
  { validation }: Pick<LoopRecord, "validation">,
): string {
  const rounds = `${validation.cycle}.${validation.round}.${validation.closed.length}`;
  // An item that was removed while open counts as if it were still there.
  const { open = openItems, gone = [] } = ledger ?? {};
  const left = [...open, ...gone].toSorted().join("\n");
  return `${done}/${total + gone.length} ${hash32(left)} ${rounds}`;
}

/** Finds an idle phrase. Loads the code for it only if the message contains a phrase at all. */
async function findIdle(
  message: string,
  phrases: readonly string[],
  usedNoTool: boolean,
): Promise<string | null> {
  const plain = flatten(message);
  if (!phrases.some((phrase) => plain.includes(flatten(phrase)))) return null;
  const { findIdlePhrase } = await import("../idleness/find_idle_phrase.ts");
  return findIdlePhrase(message, phrases, usedNoTool);
}

function flatten(text: string): string {
  return text.toLowerCase().replace(/[*_~`]+/g, "").replace(/\s+/g, " ").trim();
}
