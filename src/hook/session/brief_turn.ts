/**
 * What the agent is told when a person's prompt begins a turn of the loop: task, focus and next
 * item, since the prompt itself may say nothing of them.
 *
 * @module
 */
import type { LoopRecord } from "../../store/records/loop_record.ts";
import { type Answer, briefSession, type HookResult, plain } from "../answer.ts";
import type { FoundLoop } from "../../lifecycle/loop.ts";
import type { HookContext } from "../../lifecycle/context.ts";

const NOTE =
  "A person just typed in this session: do what they say first, then continue with the task.";

/**
 * Adds the briefing to an answer. A briefing that fails takes nothing away: the next continuation
 * carries the same.
 *
 * @param record The loop's record as it was written.
 * @param answer What the user is told.
 */
export async function withBrief(
  here: FoundLoop,
  context: HookContext,
  record: LoopRecord,
  answer: Answer,
): Promise<HookResult> {
  try {
    const { tellAgain } = await import("../stop/instruct.ts");
    const { text, afterwards } = await tellAgain(context, here, record, [NOTE]);
    return { ...plain({ ...answer, ...briefSession(text, "UserPromptSubmit") }), afterwards };
  } catch {
    return plain(answer);
  }
}
