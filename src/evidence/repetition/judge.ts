/**
 * Repetition as one Stop event sees it: are the last outputs alike, and did anything move since the
 * first of them?
 *
 * Where the outputs are the same, the mark of the first is compared with the present one; in a cycle
 * each mark of the first round with its like in the second. So what was changed and changed back
 * did not move.
 *
 * The first output of a repetition resembles nothing before it, so at its Stop the tree was not
 * scanned. Where a mark has no tree, the files' times answer instead: nothing in the tree may be later
 * than that Stop. Times may say "moved" where only a `touch` happened; then the repetition is seen a
 * turn or two later, when all of its marks have their tree.
 *
 * What cannot be known proves nothing: it does not end a loop.
 *
 * @module
 */
import type { ProgressKind, Repetition } from "../../loop/facts.ts";
import type { ProgressMark } from "../../store/records/progress_mark.ts";
import { findProgress, findProgressSince, type TreeProbe, withTree } from "../progress/mark.ts";
import {
  countAlike,
  findRepetition,
  FULL_ROUNDS,
  isSuspicious,
  type RepetitionFound,
  type RepetitionRule,
} from "./find_repetition.ts";

/** An output, with the state of the project when it came. */
export interface MarkedOutput {
  readonly text: string;
  readonly mark: ProgressMark;
}

/** What is judged. */
interface RepetitionContext extends RepetitionRule {
  /** The outputs before the present one, oldest first; `outputsToKeep` of them are enough. */
  readonly earlier: readonly MarkedOutput[];
  /** The present output, cut by `cutOutput`, with its cheap mark. */
  readonly present: MarkedOutput;
  readonly tree: TreeProbe;
}

/** What was found. */
interface RepetitionJudged {
  /** The repetition with what moved since; null also where that cannot be known. */
  readonly repetition: Repetition | null;
  /**
   * How many of the last outputs in a row are alike, the present one included, with nothing seen to
   * have moved since the first of them; 1 where none are.
   */
  readonly alikeOutputs: number;
  /** The present mark, with its tree where there was a suspicion: to be kept with the output. */
  readonly mark: ProgressMark;
}

/**
 * Judges the present output; looks at the tree only where it resembles one shortly before it.
 *
 * @param context What is judged.
 */
export async function judgeRepetition(context: RepetitionContext): Promise<RepetitionJudged> {
  const texts = [...context.earlier, context.present].map(({ text }) => text);
  if (!isSuspicious(texts, context.threshold)) {
    return { repetition: null, alikeOutputs: 1, mark: context.present.mark };
  }
  const mark = await withTree(context.present.mark, context.tree);
  const repetition = await judgeAlike(texts, mark, context);
  return {
    repetition,
    alikeOutputs: countUnmoved(countAlike(texts, context), context.earlier, mark),
    mark,
  };
}

/** As far back as the marks at hand tell of no change: a warning pays for no look at the tree. */
function countUnmoved(
  alike: number,
  earlier: readonly MarkedOutput[],
  now: ProgressMark,
): number {
  const row = earlier.toReversed().slice(0, alike - 1);
  const moved = row.findIndex(({ mark }) => findProgress(mark, now).length > 0);
  return moved === -1 ? alike : moved + 1;
}

async function judgeAlike(
  texts: readonly string[],
  mark: ProgressMark,
  context: RepetitionContext,
): Promise<Repetition | null> {
  const alike = findRepetition(texts, context);
  if (alike === null) return null;
  const marks = [...context.earlier.map((output) => output.mark), mark].slice(alike.first);
  const progress = await findFirstProgress(pairsOf(marks, alike), context.tree);
  const { kind, outputs: count, similarity } = alike;
  return progress && { kind, outputs: count, similarity, progress };
}

/** What moved in the first pair in which anything did; null where that cannot be known. */
async function findFirstProgress(
  pairs: readonly (readonly [since: ProgressMark, now: ProgressMark])[],
  tree: TreeProbe,
): Promise<ProgressKind[] | null> {
  for (const [since, now] of pairs) {
    const progress = await findProgressSince(since, now, tree);
    if (progress === null || progress.length > 0) return progress;
  }
  return [];
}

/** The marks that are compared. */
function pairsOf(
  marks: readonly ProgressMark[],
  { kind, outputs }: RepetitionFound,
): [since: ProgressMark, now: ProgressMark][] {
  if (kind === "same") return [[marks[0]!, marks.at(-1)!]];
  const round = outputs / FULL_ROUNDS;
  return marks.slice(0, round).map((since, at) => [since, marks[at + round]!]);
}
