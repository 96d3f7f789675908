/**
 * The texts for a session that claims a loop. The user sees its task, its limits and how to stop it, the
 * agent its task, focus and next item, which the prompt may not mention.
 */
import { basename } from "../../system/path.ts";
import { nameWithPlace, type Place } from "../../text/command_name.ts";
import { showText } from "../../text/show_text.ts";
import { showCount } from "../../text/human_units.ts";
import { HOUR_MS, showDuration } from "../../text/time.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import type { Settings } from "../../store/settings/settings.ts";
import type { LoopEvent } from "../../lifecycle/event.ts";
import { type Answer, briefSession, type HookResult, plain } from "../answer.ts";
import { describeAsking } from "../../loop/permission_mode.ts";

const NOTE =
  "A person just typed in this session: do what they say first, then continue with the task.";

const TASK_CHARACTERS = 60;

/** In `said` while the first prompt after a claim still has to name the permission mode. */
export const MODE_UNNAMED = "permission mode not named";

/**
 * Describes a loop to the user of the session that claimed it.
 *
 * @param mode The session's permission mode; null if the event does not name it.
 * @param isPrompt Whether a prompt begins a turn now; if not, the user has to type one.
 *
 * @example
 * `The loop over PLAN.md runs in this session, for at most 9 h or 99 turns …`
 */
export function describeClaim(
  { focus, task }: LoopRecord,
  settings: Pick<Settings, "max_hours" | "max_iterations">,
  isPrompt: boolean,
  mode: string | null,
  place: Place,
): string {
  const what = focus.path !== null
    ? ` over ${showText(basename(focus.path), TASK_CHARACTERS)}`
    : task !== null
    ? `: "${showText(task, TASK_CHARACTERS)}"`
    : " without a plan";
  const limits = `at most ${showDuration(settings.max_hours * HOUR_MS)} or ${
    showCount(settings.max_iterations, "turn")
  }`;
  const next = isPrompt ? "" : " Type anything to begin.";
  const line = `The loop${what} runs in this session, for ${limits}.${next} ` +
    `Stop: ${nameWithPlace("stop", place)}, or touch .claude/STOP_LOOP`;
  return [line, ...describeAsking(mode)].join("\n");
}

/**
 * Adds the briefing to an answer. If it cannot be rendered, the answer stays unchanged: the next
 * continuation says the same.
 */
export async function withBrief(
  call: LoopEvent,
  record: LoopRecord,
  answer: Answer,
): Promise<HookResult> {
  try {
    const { renderBriefing } = await import("./brief.ts");
    const { text, afterwards } = await renderBriefing(call, record, [NOTE]);
    return { ...plain({ ...answer, ...briefSession(text, "UserPromptSubmit") }), afterwards };
  } catch {
    return plain(answer);
  }
}
