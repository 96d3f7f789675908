/**
 * Judges repetition at a Stop event: whether the last outputs are similar, and whether there was progress
 * since the first of them.
 *
 * For equal outputs, the mark of the first is compared with the current mark. In a cycle, each mark of the
 * first round is compared with its counterpart in the last. So reverted changes do not count as progress.
 *
 * The first output of a repetition is not suspicious, so its mark has no tree. Then the files' times
 * decide: no file in the tree may be newer than that Stop. A `touch` looks like progress there, but the
 * repetition is detected a turn or two later, when all marks have their tree.
 *
 * Progress that cannot be determined does not end a loop.
 */
import type { Facts, ProgressKind, Repetition } from "../../loop/facts.ts";
import type { ProgressMark } from "../../store/records/progress_mark.ts";
import { findProgress, findProgressSince, type TreeProbe, withTree } from "../progress/mark.ts";
import {
  countAlike,
  counterpartOf,
  findRepetition,
  isSuspicious,
  type RepetitionFound,
  type RepetitionRule,
} from "./find_repetition.ts";

/** An output with the project's mark at that time. */
export interface MarkedOutput {
  readonly text: string;
  readonly mark: ProgressMark;
}

interface RepetitionContext extends RepetitionRule {
  /** The earlier outputs, oldest first. `outputsToKeep` of them are enough. */
  readonly earlier: readonly MarkedOutput[];
  /** The current output, cut by `cutOutput`, with its cheap mark. */
  readonly present: MarkedOutput;
  readonly tree: TreeProbe;
}

/** The judgement. `repetition` is also null if progress is unknown. `mark` is to be saved with the output. */
type RepetitionJudged = Pick<Facts, "repetition" | "alikeOutputs" | "mark">;

/** Judges the current output. Reads the tree only if the output resembles a recent one. */
export async function judgeRepetition(context: RepetitionContext): Promise<RepetitionJudged> {
  const texts = [...context.earlier, context.present].map(({ text }) => text);
  if (!isSuspicious(texts, context.threshold)) {
    return { repetition: null, alikeOutputs: 1, mark: context.present.mark };
  }
  const mark = await withTree(context.present.mark, context.tree);
  const marks = [...context.earlier.map((output) => output.mark), mark];
  // For a warning, existing marks are enough, so the tree is not read.
  const hasNotMoved = (since: number, now: number) =>
    findProgress(marks[since]!, marks[now]!).length === 0;
  return {
    repetition: await judgeAlike(texts, marks, context),
    alikeOutputs: countAlike(texts, context, hasNotMoved),
    mark,
  };
}

async function judgeAlike(
  texts: readonly string[],
  marks: readonly ProgressMark[],
  context: RepetitionContext,
): Promise<Repetition | null> {
  const alike = findRepetition(texts, context);
  if (alike === null) return null;
  const progress = await findFirstProgress(pairsOf(marks, alike), context.tree);
  const { kind, outputs: count, similarity } = alike;
  return progress && { kind, outputs: count, similarity, progress };
}

/** Finds the progress in the first pair that has any; null if it cannot be determined. */
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

/** Returns the pairs of marks to compare: the first round with the last. */
function pairsOf(
  marks: readonly ProgressMark[],
  { first, period }: RepetitionFound,
): [since: ProgressMark, now: ProgressMark][] {
  return marks.slice(first, first + period).map((since, at) => [
    since,
    marks[counterpartOf(first + at, marks.length, period)]!,
  ]);
}
