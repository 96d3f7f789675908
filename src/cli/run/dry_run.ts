/** Renders `ralph run --dry-run`. */
import { groupItems, readScopes } from "../../plan/order/independence.ts";
import { firstOpenItem, type PlanItem } from "../../run/plan/plan.ts";
import type { PreparedRun } from "../../run/prepare/prepare.ts";
import { listItemLines } from "../../run/prepare/run_commands.ts";
import { describeRunNotes } from "../../run/prepare/warnings.ts";
import { findSecrets, maskTexts } from "../../run/terminal/secrets.ts";
import type { TrustEntry } from "../../store/trust.ts";
import { showCount } from "../../text/human_units.ts";
import { showCommand } from "../../text/shell_word.ts";
import { SECOND_MS, showElapsed } from "../../text/time.ts";
import type { Environment } from "../../store/environment.ts";
import type { BlockRow } from "../../text/block.ts";
import { describeWanted } from "../core/trust.ts";
import { type CommandDocument, show } from "../core/document.ts";
import type { Style } from "../core/style.ts";
import { renderStart } from "../start/report.ts";
import { describeLimits } from "../view/limits_text.ts";
import { describePlan, describeTerms } from "./begin_block.ts";

/** Shows the plan, the agent, the limits and the checks of a prepared run. */
export function showDryRun(
  run: PreparedRun,
  wanted: readonly TrustEntry[],
  cleanup: readonly string[],
  env: Environment,
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
  const describe = (style: Style): BlockRow[] => [
    {
      label: "DRY RUN",
      text: resumed === null
        ? "nothing is started"
        : `nothing is started; it would resume ${resumed.facts.id}`,
      markLabel: style.bold,
    },
    describePlan(run),
    ...listRows("order", describeOrder(run, groups)),
    { label: "ends", text: describeLimits(settings) },
    {
      label: "agent",
      text: agent === null
        ? `none: ${problem}`
        : `${agent.name}: ${showCommand(agent.command)} PROMPT`,
    },
    { label: "terminal", text: describeTerminal(options) },
    ...listRows("checks", [
      ...settings.verify.map((command) => `\`${command}\``),
      ...run.qa === null ? [] : [`\`${run.qa}\` (section "QA" of the plan)`],
      ...itemCommands.map((command) => `\`${command}\` for its item`),
    ]),
    ...describeTerms(run, env, [
      ...cleanup,
      ...describeRunNotes(run),
      ...describeWanted(wanted),
    ]),
  ];
  return show(
    value,
    (_value, layout) => secrets.mask(renderStart(describe(layout.style), layout)),
    { isData: true },
  );
}

function describeTerminal(options: PreparedRun["options"]): string {
  const show = (name: "task" | "idle") => {
    const seconds = options[`${name}-timeout`];
    return seconds === 0
      ? `no ${name} timeout`
      : `${name} timeout ${showElapsed(seconds * SECOND_MS).replace(/ 00 (?:s|min)$/, "")}`;
  };
  return `${options.terminal} · ${show("task")} · ${show("idle")}`;
}

/** Makes rows that share a label. */
function listRows(label: string, texts: readonly string[]): BlockRow[] {
  return texts.map((text, at) => ({ label: at === 0 ? label : "", text }));
}

/** Groups the items that would be worked on in parallel; empty for one agent at a time. */
function findGroups({ plan, parallel }: PreparedRun): PlanItem[][] {
  if (parallel === null || parallel.sharing !== null) return [];
  return groupItems(plan, readScopes(plan), parallel.workers);
}

/** Describes the order of the work. The notes name the items of a machine that shares the plan. */
function describeOrder(
  { plan, parallel }: PreparedRun,
  groups: readonly (readonly PlanItem[])[],
): string[] {
  if (parallel === null || parallel.sharing !== null || plan.open === 0) return [];
  const more = plan.open - groups.flat().length;
  return [
    `at most ${showCount(parallel.workers, "agent")} at a time`,
    ...groups.flatMap((group, at) =>
      group.map(({ text }, index) => `${index === 0 ? `${at + 1}.`.padStart(3) : "  +"} ${text}`)
    ),
    ...more > 0 ? [`    and ${showCount(more, "more item")}`] : [],
  ];
}
