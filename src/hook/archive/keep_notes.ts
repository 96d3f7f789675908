/**
 * Keeps what the agent noted for later loops, once the answer is written; also at a loop's end.
 *
 * @module
 */
import type { Tags } from "../../loop/facts.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import type { HookResult } from "../answer.ts";
import type { HookContext } from "../../lifecycle/context.ts";

/**
 * Adds the keeping of the notes to an answer; a message without notes leaves it as it is.
 *
 * @param context Places and clock.
 * @param record The loop's record.
 * @param tags The tags of the agent's last message.
 * @param result The answer.
 */
export function withNotes(
  { now, places }: Pick<HookContext, "places" | "now">,
  { id, iteration, project }: LoopRecord,
  { ideas, worked }: Pick<Tags, "ideas" | "worked">,
  result: HookResult,
): HookResult {
  if (worked.length === 0 && ideas.length === 0) return result;
  const afterwards = async () => {
    await result.afterwards?.();
    const { changeKnowledge } = await import("../../explore/knowledge/store.ts");
    const { addNotes } = await import("../../explore/knowledge/notes.ts");
    const noted = { loopId: id, iteration, nowMs: now() * 1000, worked, ideas };
    changeKnowledge(places, project, (knowledge) => addNotes(knowledge, noted));
  };
  return { ...result, afterwards };
}
