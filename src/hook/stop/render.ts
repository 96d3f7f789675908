/** Renders the answer to a Stop event that does not end the loop. */
import { changeLoop } from "../../lifecycle/change.ts";
import type { Facts } from "../../loop/facts.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import type { SessionRecord } from "../../store/records/session_record.ts";
import type { Settings } from "../../store/settings/settings.ts";
import { continueWith, type HookResult, NO_OPINION, plain, tellUser } from "../answer.ts";
import { renderContinuation } from "./continuation.ts";
import type { JudgedStop } from "./judge.ts";
import type { StopEvent } from "./session.ts";
import { remember } from "./write.ts";

/** Renders the answer: a continuation, a wait, or no opinion. */
export async function renderAnswer(
  stop: StopEvent,
  judged: JudgedStop,
  record: LoopRecord,
): Promise<HookResult> {
  const { loop, origins, said, settings } = stop;
  const { facts, outcome: { decision, nearEnd, remarks, isRepeat }, problems, session } = judged;
  if (decision.kind === "wait") return renderWait(decision.on, loop.record, said);
  if (decision.kind !== "continue") return plain(NO_OPINION);
  const { text, news, afterwards } = await renderContinuation(stop, {
    ...judged,
    record,
    settings,
    origins,
    completion: facts.completion,
    instruction: decision.instruction,
    notes: [...problems, ...judged.notes],
    outputs: session.recentOutputs,
    edited: judged.tick.reading.toolCalls.flatMap(({ edits = [] }) => edits),
    nearEnd,
    remarks,
    // A session that got no continuation yet does not know the rules.
    isRepeat: isRepeat && session.answered !== null,
  });
  const lines = [...said, ...news];
  const answer = continueWith(text, howToContinue(settings, session), session.clientVersion);
  return {
    ...plain(lines.length === 0 ? answer : { ...answer, ...tellUser(...lines) }),
    afterwards: async () => {
      await afterwards();
      if (news.length === 0) return;
      changeLoop(stop, loop, (present) => ({ ...present, said: remember(present, news) }));
    },
  };
}

/** Renders a wait, which the user sees once, not at every Stop. */
export function renderWait(
  on: string,
  before: Pick<LoopRecord, "said">,
  said: readonly string[],
): HookResult {
  const lines = before.said.includes(on) ? said : [...said, `The loop waits for ${on}`];
  return plain(lines.length === 0 ? NO_OPINION : tellUser(...lines));
}

/**
 * Chooses how to continue a session: a client that ignored additional context once gets a block,
 * which always works.
 */
export function howToContinue(
  { continue_with: how }: Pick<Settings, "continue_with">,
  { unhonoured }: Pick<SessionRecord, "unhonoured">,
): Settings["continue_with"] {
  return unhonoured?.by === "client" && how === "auto" ? "block" : how;
}

/**
 * Saves the agent's notes for later loops once the answer is written; also at a loop's end.
 *
 * @param result The answer, returned unchanged if the message contains no notes.
 */
export function withNotes(
  { loop: { record: { id, iteration, project } }, nowMs, places }: StopEvent,
  { ideas, worked }: Pick<Facts["tags"], "ideas" | "worked">,
  result: HookResult,
): HookResult {
  if (worked.length === 0 && ideas.length === 0) return result;
  const afterwards = async () => {
    await result.afterwards?.();
    const { changeKnowledge } = await import("../../ideas/knowledge/store.ts");
    const { addNotes } = await import("../../ideas/knowledge/knowledge.ts");
    const noted = { loopId: id, iteration, nowMs: nowMs(), worked, ideas };
    changeKnowledge(places, project, (knowledge) => addNotes(knowledge, noted));
  };
  return { ...result, afterwards };
}
