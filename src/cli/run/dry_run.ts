/** What `ralph run --dry-run` shows. */
import { messageOf } from "../../error.ts";
import { firstOpenItem } from "../../run/plan/plan.ts";
import type { PreparedRun } from "../../run/prepare/prepare.ts";
import { listItemLines } from "../../run/prepare/run_commands.ts";
import { describeRunNotes, refuseUntickable } from "../../run/prepare/warnings.ts";
import { findSecrets, maskTexts } from "../../run/terminal/secrets.ts";
import type { TrustEntry } from "../../store/trust.ts";
import { SECOND_MS, showElapsed } from "../../text/time.ts";
import { showNeed } from "../core/trust.ts";
import type { CommandContext } from "../core/context.ts";

/**
 * Prints the plan, the agent, the limits and the checks of a prepared run.
 *
 * @param asJson Whether `--json` was given.
 */
export function showDryRun(
  { out }: CommandContext,
  run: PreparedRun,
  wanted: readonly TrustEntry[],
  asJson: boolean,
): void {
  const { plan, choice, job, resumed, project, how, options } = run;
  const { settings } = job;
  const itemCommands = listItemLines(plan);
  const agent = choice.kind === "agent" ? choice.agent : null;
  const first = firstOpenItem(plan);
  const secrets = findSecrets(job.env);
  if (asJson) {
    out.json(maskTexts(secrets, {
      started: false,
      project,
      plan: plan.path,
      found: how,
      counts: { done: plan.done, open: plan.open, skipped: plan.skipped },
      first_item: first?.text ?? null,
      agent: agent?.name ?? null,
      command: agent?.command ?? null,
      agent_problem: choice.kind === "missing" ? choice.why : null,
      max_iterations: settings.max_iterations,
      max_hours: settings.max_hours,
      verify: settings.verify,
      item_commands: itemCommands,
      needs_consent: wanted.map(({ what }) => what),
      resumes: resumed?.facts.id ?? null,
    }));
    return;
  }
  const timeout = (seconds: number) =>
    seconds === 0 ? "no" : showElapsed(seconds * SECOND_MS).replace(/ 00 (?:s|min)$/, "");
  out.text(secrets.mask([
    `Would run in ${project}${resumed === null ? "" : `, resuming ${resumed.facts.id}`}`,
    `Plan: ${plan.path} (${how}), ${plan.open} open, ${plan.done} done, ${plan.skipped} skipped`,
    ...describeFirst(run),
    agent === null
      ? `Agent: none: ${choice.kind === "missing" ? choice.why : ""}`
      : `Agent: ${agent.name}: ${agent.command.join(" ")} PROMPT`,
    `Terminal: ${options.terminal}; ${timeout(options["task-timeout"])} task timeout, ${
      timeout(options["idle-timeout"])
    } idle timeout`,
    `Ends after ${settings.max_iterations} iterations or ${settings.max_hours} h of active time`,
    ...settings.verify.map((command) => `Verifies the end by: ${command}`),
    ...(run.qa === null ? [] : [`Verifies the end by: ${run.qa} (section "QA" of the plan)`]),
    ...itemCommands.map((command) => `Verifies an item by: ${command}`),
    ...describeRefusal(run),
    ...describeRunNotes(run),
    ...wanted.map((need) => `Would ask to trust the ${showNeed(need)}`),
  ].join("\n")));
}

/** Which items a machine that shares the plan works on is said among the notes. */
function describeFirst({ plan, parallel }: PreparedRun): string[] {
  const first = firstOpenItem(plan);
  if (first === null) return ["No item is open: the ticked items would be verified"];
  return parallel?.sharing != null ? [] : [`First item: ${first.text}`];
}

function describeRefusal(run: PreparedRun): string[] {
  try {
    refuseUntickable(run);
    return [];
  } catch (error) {
    return [`Would be refused: ${messageOf(error)}`];
  }
}
