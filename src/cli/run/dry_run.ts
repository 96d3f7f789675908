/** What `ralph run --dry-run` shows. */
import { groupItems, readScopes } from "../../run/parallel/independence.ts";
import { firstOpenItem, type PlanItem } from "../../run/plan/plan.ts";
import type { PreparedRun } from "../../run/prepare/prepare.ts";
import { listItemLines } from "../../run/prepare/run_commands.ts";
import { describeRunNotes } from "../../run/prepare/warnings.ts";
import { findSecrets, maskTexts } from "../../run/terminal/secrets.ts";
import type { TrustEntry } from "../../store/trust.ts";
import { showCount } from "../../text/human_units.ts";
import { SECOND_MS, showElapsed } from "../../text/time.ts";
import { describeLimits } from "../view/limits_text.ts";
import { showNeed } from "../core/trust.ts";
import { type CommandDocument, show } from "../core/document.ts";

/** Shows the plan, the agent, the limits and the checks of a prepared run. */
export function showDryRun(
  run: PreparedRun,
  wanted: readonly TrustEntry[],
  cleanup: readonly string[],
): CommandDocument {
  const { plan, choice, job, resumed, project, how, options } = run;
  const { settings } = job;
  const itemCommands = listItemLines(plan);
  const agent = choice.kind === "agent" ? choice.agent : null;
  const first = firstOpenItem(plan);
  const groups = findGroups(run);
  const secrets = findSecrets(job.env);
  const problem = choice.kind === "missing" ? choice.why : null;
  const value = maskTexts(secrets, {
    started: false,
    project,
    plan: plan.path,
    found: how,
    counts: { done: plan.done, open: plan.open, skipped: plan.skipped },
    first_item: first?.text ?? null,
    together: groups.map((group) => group.map(({ text }) => text)),
    agent: agent?.name ?? null,
    command: agent?.command ?? null,
    agent_problem: problem,
    max_iterations: settings.max_iterations,
    max_hours: settings.max_hours,
    max_tokens: settings.max_tokens,
    max_cost_usd: settings.max_cost_usd,
    verify: settings.verify,
    item_commands: itemCommands,
    needs_consent: wanted.map(({ what }) => what),
    resumes: resumed?.facts.id ?? null,
  });
  const timeout = (seconds: number) =>
    seconds === 0 ? "no" : showElapsed(seconds * SECOND_MS).replace(/ 00 (?:s|min)$/, "");
  const lines = [
    `Would run in ${project}${resumed === null ? "" : `, resuming ${resumed.facts.id}`}`,
    `Plan: ${plan.path} (${how}), ${plan.open} open, ${plan.done} done, ${plan.skipped} skipped`,
    ...describeFirst(run, groups),
    agent === null
      ? `Agent: none: ${problem}`
      : `Agent: ${agent.name}: ${agent.command.join(" ")} PROMPT`,
    `Terminal: ${options.terminal}; ${timeout(options["task-timeout"])} task timeout, ${
      timeout(options["idle-timeout"])
    } idle timeout`,
    `Ends ${describeLimits(settings)}`,
    ...settings.verify.map((command) => `Verifies the end by: ${command}`),
    ...(run.qa === null ? [] : [`Verifies the end by: ${run.qa} (section "QA" of the plan)`]),
    ...itemCommands.map((command) => `Verifies an item by: ${command}`),
    ...cleanup,
    ...describeRunNotes(run),
    ...wanted.map((need) => `Would ask to trust the ${showNeed(need)}`),
  ];
  return show(value, () => secrets.mask(lines.join("\n")));
}

/** What would be worked on side by side; empty for one agent at a time. */
function findGroups({ plan, parallel }: PreparedRun): PlanItem[][] {
  if (parallel === null || parallel.sharing !== null) return [];
  return groupItems(plan, readScopes(plan), parallel.workers);
}

/** Which items a machine that shares the plan works on is said among the notes. */
function describeFirst(
  { plan, parallel }: PreparedRun,
  groups: readonly (readonly PlanItem[])[],
): string[] {
  const first = firstOpenItem(plan);
  if (first === null) return ["No item is open: the ticked items would be verified"];
  if (parallel === null) return [`First item: ${first.text}`];
  if (parallel.sharing !== null) return [];
  const more = plan.open - groups.flat().length;
  return [
    `Order, at most ${showCount(parallel.workers, "agent")} at a time:`,
    ...groups.flatMap((group, at) =>
      group.map(({ text }, index) => `${index === 0 ? `${at + 1}.`.padStart(5) : "    +"} ${text}`)
    ),
    ...more > 0 ? [`      and ${showCount(more, "more item")}`] : [],
  ];
}
