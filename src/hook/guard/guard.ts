/**
 * `ralph hook guard`: keeps the agent off the loop's control files, answers questions while no person
 * is there, and ends the turn when the kill switch is set.
 *
 * It runs at every command of the agent: docs/start-up.md.
 */
import { judgeCall } from "../../guard/judge.ts";
import { deny, type HookResult, NO_OPINION, plain, tellUser } from "../answer.ts";
import type { HookEvent } from "../../lifecycle/event.ts";
import { noteBeat } from "../beat.ts";
import { noteCallBegins } from "../../repair/agent_calls.ts";
import { checkLoopFiles } from "../../repair/check_loop_files.ts";
import { withRepair } from "../with_repair.ts";
import { checkRecord } from "../../lifecycle/check_record.ts";
import { type FoundLoop, recordOf } from "../../lifecycle/loop.ts";
import type { HookContext } from "../../lifecycle/context.ts";

const UNATTENDED = "this session works unattended in a ralph loop.";
const ELSE_BLOCKED =
  "If only a human can decide, write <blocked>what is needed</blocked> on a line of its own.";

/** Calls that wait for a person: refused if the setting `unattended` is on. */
const QUESTIONS: Readonly<Record<string, string>> = {
  AskUserQuestion:
    `nobody can answer now: ${UNATTENDED} Decide yourself and continue. ${ELSE_BLOCKED}`,
  ExitPlanMode:
    `Nobody can approve a plan now: ${UNATTENDED} Skip the approval and do the work. ${ELSE_BLOCKED}`,
};

/** Answers a PreToolUse event. Never allows: that would skip the user's own permission prompt. */
export async function answerGuard(event: HookEvent, context: HookContext): Promise<HookResult> {
  const check = await checkLoopFiles(event, context);
  if (check === null) return plain(NO_OPINION);
  return await withRepair(await judge(event, check.found, context), check, event, context);
}

async function judge(event: HookEvent, here: FoundLoop, context: HookContext): Promise<HookResult> {
  const isOurs = isDriven(event, here, context);
  if (here.killSwitch !== null && isOurs) {
    const { endByKillSwitch } = await import("../end.ts");
    return endByKillSwitch({ ...context, event, loop: { ...here, record: recordOf(here) } });
  }
  if (isOurs) {
    const name = event.agentId ? "subagent-tool-start" : "tool-start";
    noteBeat(context, here, { event: name, toolUseId: event.toolUseId });
  }

  const isLookDue = here.limitLookAtMs !== null && context.nowMs() >= here.limitLookAtMs;
  if (isLookDue && isOurs && !context.env.isInsideRun) {
    const { judgeTurnLimit } = await import("./turn_limit.ts");
    return await judgeTurnLimit(event, here, context, () => judgeContent(event, here, context));
  }
  return await judgeContent(event, here, context);
}

/** Judges the effects of a call. */
async function judgeContent(
  event: HookEvent,
  here: FoundLoop,
  context: HookContext,
): Promise<HookResult> {
  const isOurs = isDriven(event, here, context);
  const question = QUESTIONS[event.toolName];
  if (question !== undefined) {
    const { loadLoopSettings } = await import("../../lifecycle/settings.ts");
    const { record } = checkRecord(here);
    const isPaused = record === null || record.state === "paused";
    const isUnattended = isOurs && !isPaused &&
      loadLoopSettings(context, here, { said: [] }).settings.unattended;
    return plain(isUnattended ? deny(question) : NO_OPINION);
  }
  // The user removed the marker: the loop ends with this turn, and its files may go.
  if (!here.hasMarker) return plain(NO_OPINION);
  const cwd = event.cwd ?? here.project;
  const judgement = await judgeCall(
    { toolName: event.toolName, toolInput: event.toolInput, cwd },
    {
      projectDir: here.project,
      homeDir: context.env.home ?? "/",
      claudeDir: context.places.claudeDir,
      ralphHome: context.places.ralphHome,
    },
  );
  switch (judgement.kind) {
    case "deny":
      return plain(deny(judgement.reason));
    case "unsure":
      noteCallBegins(event, here, context);
      return plain(tellUser(`The guard could not check this call: ${judgement.problem}`));
    case "pass": {
      let lost: readonly string[] = [];
      const { plansAtRisk } = judgement;
      const edited = event.toolInput["file_path"];
      if (plansAtRisk.length > 0 || typeof edited === "string" && /\.md$/i.test(edited)) {
        const { findEditedPlan, keepPlans } = await import("../keep_plans.ts");
        const plans = [...plansAtRisk, ...findEditedPlan(edited, event.cwd, here, context)];
        lost = await keepPlans(plans, here, context);
      }
      noteCallBegins(event, here, context);
      return plain(lost.length > 0 ? tellUser(...lost) : NO_OPINION);
    }
  }
}

/** Checks whether the call comes from the loop's session, or from an agent of the runner. */
function isDriven(event: HookEvent, { owner }: FoundLoop, { env }: HookContext): boolean {
  if (env.isInsideRun) return true;
  // If the owner is unknown, the user's kill switch must still count.
  if (owner === undefined) return true;
  return owner === event.sessionId && event.sessionId !== "";
}
