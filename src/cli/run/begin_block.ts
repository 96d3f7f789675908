/** Describes the beginning of a run, in the same block as `start`. A dry run shows it, too. */
import { firstOpenItem, type Plan } from "../../run/plan/plan.ts";
import { NAMED } from "../../run/plan/find_plan.ts";
import type { PreparedRun } from "../../run/prepare/prepare.ts";
import { describeRunSandbox } from "../../run/prepare/warnings.ts";
import type { Environment } from "../../store/environment.ts";
import type { BlockRow } from "../../text/block.ts";
import { showCount } from "../../text/human_units.ts";
import { showText } from "../../text/show_text.ts";
import type { Style } from "../core/style.ts";
import { describeYours } from "../start/plan_file.ts";
import { describeStop, planRow } from "../start/report.ts";
import { headRows } from "../status/phrases.ts";
import { describeLimits } from "../view/limits_text.ts";
import { shortenPath } from "../view/task_lines.ts";

/** Describes a run that begins: its state, its plan, its agent and its end. */
export function describeBegin(run: PreparedRun, style: Style): BlockRow[] {
  const { choice, job: { settings }, resumed } = run;
  const turns = resumed === null ? null : showCount(resumed.record.iteration, "turn");
  const text = turns === null ? "ralph run" : `ralph run, resumed after ${turns}`;
  return [
    ...headRows("working", text, null, style),
    describePlan(run),
    { label: "ends", text: describeLimits(settings) },
    ...choice.kind === "agent" ? [{ label: "agent", text: choice.agent.name }] : [],
  ];
}

/** Describes the open and done items of the plan. */
export function describePlan(
  { plan, project, qa, job: { settings } }: PlannedChecks & Pick<PreparedRun, "project">,
): BlockRow {
  const hasChecks = qa !== null || settings.verify.length > 0 ||
    plan.items.some(({ state, command }) => state === "done" && command !== null);
  return planRow(showText(shortenPath(plan.path, project), 200), describeOpen(plan, hasChecks));
}

interface PlannedChecks extends Pick<PreparedRun, "plan" | "qa"> {
  readonly job: { readonly settings: Pick<PreparedRun["job"]["settings"], "verify"> };
}

function describeOpen(plan: Plan, hasChecks: boolean): string {
  const { done, open, skipped, remaining, yours } = plan;
  const first = firstOpenItem(plan)?.text ?? remaining[0];
  const label = open > 0 ? "first" : "without a box";
  const work = [
    [
      open === 0 ? "nothing open" : `${open} open`,
      `${done} done`,
      ...skipped === 0 ? [] : [`${skipped} skipped`],
    ].join(", "),
    first !== undefined
      ? `${label}: ${showText(first, 100)}`
      : hasChecks
      ? "the ticked items are verified"
      : "nothing is verified: the plan has no checks",
  ].join("; ");
  return work + describeYours(yours);
}

/** Describes where agents work, further notes, and how to end the run. */
export function describeTerms(
  run: PreparedRun,
  env: Environment,
  messages: readonly string[],
): BlockRow[] {
  return [
    ...describeRunSandbox(run).map((text) => ({ label: "sandbox", text })),
    ...describeStop(env, run.project, [
      ...run.how === NAMED ? [] : [`Taken as the plan: ${run.how}`],
      ...messages,
    ]),
  ];
}
