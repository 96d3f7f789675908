/** Plans an iteration: its number, item, log and prompt. */
import { openTemplates } from "../../prompt/render.ts";
import { firstOpenItem, type Plan } from "../plan/plan.ts";
import type { RunContext } from "../job/context.ts";
import { readRunGuidance } from "../job/guidance.ts";
import { type Iteration, logPathOf } from "./iterate.ts";
import { buildPrompt, type Feedback } from "./prompt.ts";

/** What an iteration begins with. */
export interface IterationState {
  readonly plan: Plan;
  readonly feedback: Feedback;
  /** Whether it is the last iteration unless it makes progress. */
  readonly isRecovery: boolean;
}

/** Plans the next iteration. @param stale Number of iterations in a row without progress. */
export async function planIteration(
  context: RunContext,
  { plan, feedback, isRecovery }: IterationState,
  stale: number,
): Promise<Iteration> {
  const { job, loop, places, noteOnce, workFolder } = context;
  const number = loop.record.iteration + 1;
  // Another agent may plan its iteration meanwhile.
  loop.change((record) => ({ ...record, iteration: number }));
  const templates = await openTemplates(places, loop.facts.project);
  const prompt = await buildPrompt({
    project: workFolder,
    plan,
    iteration: number,
    maxIterations: job.settings.max_iterations,
    feedback,
    isRecovery,
    stale,
    guidance: await readRunGuidance(context),
    extra: job.extraPrompt,
    templates,
  });
  for (const problem of templates?.problems ?? []) noteOnce(problem);
  return {
    number,
    item: firstOpenItem(plan),
    plan,
    log: logPathOf(job.iterationsDir, number),
    prompt,
    isRecovery,
  };
}
