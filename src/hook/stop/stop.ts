/**
 * `ralph hook stop`: continues with the next instruction, waits, or ends the loop.
 *
 * One pass: gather the facts, judge them, satisfy what the judgement needs, write, render.
 */
import { messageOf } from "../../error.ts";
import type { HookContext } from "../../lifecycle/context.ts";
import type { HookEvent, LoopEvent } from "../../lifecycle/event.ts";
import { type FoundLoop, openLoop, readOwnRecord, readUsersMarks } from "../../lifecycle/loop.ts";
import { isOwner } from "../../loop/ownership.ts";
import { judgeRequestedEnd } from "../../loop/rules/requested_end.ts";
import { findCutOff } from "../../loop/time/pause_cause.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import { type HookResult, NO_OPINION, plain } from "../answer.ts";
import { noteCallsEnd } from "../../repair/agent_calls.ts";
import { checkLoopFiles } from "../../repair/check_loop_files.ts";
import { withRepair } from "../with_repair.ts";
import { gather, type Gathered } from "./gather.ts";
import { type JudgedStop, judgeStop, satisfyBy } from "./judge.ts";
import { renderAnswer, withNotes } from "./render.ts";
import { isAnswered, openStop, type StopEvent } from "./session.ts";
import { writeJudged } from "./write.ts";

/** Attempts, at least, if another process keeps changing the record. */
const MIN_ATTEMPTS = 3;

/** How long attempts are repeated: a hundred hooks at once must not end a loop. */
const ATTEMPTS_LIMIT_MS = 60_000;

/** Maximum random delay between two attempts, so that two hooks do not stay in step. */
const RETRY_JITTER_MS = 20;

const SILENT: HookResult = plain(NO_OPINION);

const loadRare = () => import("./rare.ts");
const loadEnd = () => import("../end.ts");

/** Answers a Stop event; one of a subagent or of the runner's agents without an opinion. */
export async function answerStop(event: HookEvent, context: HookContext): Promise<HookResult> {
  if (event.agentId) return SILENT;
  const { isInsideRun } = context.env;
  const check = await checkLoopFiles(event, context);
  if (check === null) {
    return isInsideRun ? SILENT : (await loadRare()).answerWithoutLoop(context, event.sessionId);
  }
  noteCallsEnd(event, check.found, context);
  if (isInsideRun) return SILENT;
  const answer = await answerFor(event, context, check.found);
  return await withRepair(answer, check, event, context);
}

async function answerFor(
  event: HookEvent,
  context: HookContext,
  found: FoundLoop,
): Promise<HookResult> {
  const receivedAtMs = context.nowMs();
  const broken = async (why: string) => (await loadRare()).answerBroken(context, event, found, why);
  const loop = openLoop(found);
  if (loop === null) return await broken(`the loop's ${found.damage}`);
  let call: LoopEvent = { ...context, event, loop };
  if (!isOwner(loop.record, event.sessionId) || loop.record.state === "stopped") {
    return (await loadRare()).answerStranger(call);
  }
  if (loop.record.state === "paused") return (await loadRare()).answerPaused(call);
  const endsAt = performance.now() + ATTEMPTS_LIMIT_MS;
  for (let attempt = 1; attempt <= MIN_ATTEMPTS || performance.now() < endsAt; attempt++) {
    const outcome = await attemptAnswer(call, receivedAtMs);
    if (outcome !== "changed") return outcome;
    await context.sleep(Math.random() * RETRY_JITTER_MS);
    const present = readOwnRecord(loop);
    const isOurs = present !== null && isOwner(present, event.sessionId) &&
      present.state !== "paused" && present.state !== "stopped";
    if (!isOurs) return SILENT;
    call = { ...call, loop: { ...loop, ...readUsersMarks(loop), record: present } };
  }
  return await broken("the loop's record kept changing");
}

/** Makes one attempt; all that takes time comes before the lock. */
async function attemptAnswer(
  call: LoopEvent,
  receivedAtMs: number,
): Promise<HookResult | "changed"> {
  const { record } = call.loop;
  const requestedEnd = judgeRequestedEnd(record, call.loop);
  if (requestedEnd !== null) return (await loadEnd()).answerEnd(call, requestedEnd);
  const stop = await openStop(call);
  if (isAnswered(stop, receivedAtMs)) return SILENT;
  const gathered = await gather(stop);
  if (isCutOff(record, gathered)) return (await loadRare()).answerCutOff(stop);
  const judged = await judgeStop(stop, gathered, satisfyBy(stop));
  const end = await prepareEnd(stop, judged);
  let written: ReturnType<typeof writeJudged>;
  try {
    written = writeJudged(stop, judged, end);
  } catch (error) {
    // What cannot be read or written now, such as with too many open files, could not be next time.
    return (await loadRare()).answerBroken(call, call.event, call.loop, messageOf(error));
  }
  if (written === "changed") return written;
  const { tags } = judged.facts;
  if ("answer" in written) return withNotes(stop, tags, written);
  const result = await renderAnswer(stop, judged, written.record);
  if (written.happened.length > 0) {
    const { announce } = await import("../../lifecycle/announce.ts");
    for (const each of written.happened) announce(call, written.record, each);
  }
  return withNotes(stop, tags, { ...result, talk: [...result.talk, ...written.gaps] });
}

/** Checks whether a turn ends that began after Esc, and that no person began. */
function isCutOff({ turn }: LoopRecord, { tick: { reading } }: Gathered): boolean {
  const cutOff = findCutOff(turn, reading);
  return cutOff !== null && !reading.humanPromptsMs.some((at) => at > cutOff.atMs);
}

/** The function that ends the loop, loaded before the lock is taken; null if it goes on. */
async function prepareEnd(stop: StopEvent, { outcome }: JudgedStop) {
  const { basis, decision, record } = outcome;
  if (decision.kind !== "let-go" && decision.kind !== "halt") return null;
  const { answerEnd } = await loadEnd();
  return () => answerEnd(stop, { ...decision, basis }, record);
}
