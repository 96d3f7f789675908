/**
 * `ralph hook stop`: continues with the next instruction, waits, or ends the loop.
 *
 * One pass: gather the facts, judge them, satisfy what the judgement needs, write, render.
 */
import { attempt, messageOf } from "../../error.ts";
import type { HookContext } from "../../lifecycle/context.ts";
import type { HookEvent, LoopEvent } from "../../lifecycle/event.ts";
import { checkRecord, readOwnRecord } from "../../lifecycle/check_record.ts";
import { type FoundLoop, type Loop, type LoopPlace, readUsersMarks } from "../../lifecycle/loop.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import { readSessionRecord } from "../../store/records/session_record.ts";
import { type HookResult, NO_OPINION, plain } from "../answer.ts";
import { noteCallsEnd } from "../../repair/agent_calls.ts";
import { checkLoopFiles } from "../../repair/check_loop_files.ts";
import { withRepair } from "../with_repair.ts";
import { gather } from "./gather.ts";
import { type JudgedStop, judgeStop, satisfyBy } from "./judge.ts";
import { findBrokenStop, findRareStop, isCutOff, type RareStop } from "./rare.ts";
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

const loadRare = () => import("./answer_rare.ts");

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
  const answerRare = async (rare: RareStop, loop: LoopPlace, record: LoopRecord | null) =>
    (await loadRare()).answerRare({ ...context, event, loop, record }, rare);
  const { record, damage } = checkRecord(found);
  if (record === null) {
    const rare = findBrokenStop(found, `the loop's ${damage.what}`, tookPart(found));
    return await answerRare(rare, found, null);
  }
  const loop: Loop = { ...found, record };
  let call: LoopEvent = { ...context, event, loop };
  const endsAt = performance.now() + ATTEMPTS_LIMIT_MS;
  for (let tries = 1; tries <= MIN_ATTEMPTS || performance.now() < endsAt; tries++) {
    const rare = findRareStop(call.loop.record, call.loop, event.sessionId);
    if (rare !== null) {
      // Another process that paused the loop, or took it over, has said so.
      return tries === 1 || rare.kind === "end" && rare.isInTurn
        ? await answerRare(rare, call.loop, call.loop.record)
        : SILENT;
    }
    const outcome = await attemptAnswer(call, receivedAtMs);
    if (outcome !== "changed") {
      return "kind" in outcome ? await answerRare(outcome, call.loop, call.loop.record) : outcome;
    }
    await context.sleep(Math.random() * RETRY_JITTER_MS);
    const present = readOwnRecord(loop);
    if (present === null) return SILENT;
    call = { ...call, loop: { ...loop, ...readUsersMarks(loop), record: present } };
  }
  return await answerRare(
    findBrokenStop(loop, "the loop's record kept changing", true),
    loop,
    loop.record,
  );

  /** Checks whether the session took part in the loop: it may own a loop whose record cannot be read. */
  function tookPart({ facts, project }: LoopPlace): boolean {
    const read = () => readSessionRecord(context.places, event.sessionId, project, facts.id);
    return attempt(read) !== null;
  }
}

/** Makes one attempt; all that takes time comes before the lock. */
async function attemptAnswer(
  call: LoopEvent,
  receivedAtMs: number,
): Promise<HookResult | RareStop | "changed"> {
  const stop = await openStop(call);
  if (isAnswered(stop, receivedAtMs)) return SILENT;
  const gathered = await gather(stop);
  if (isCutOff(call.loop.record, gathered.tick.reading)) return { kind: "cut-off" };
  const judged = await judgeStop(stop, gathered, satisfyBy(stop));
  const end = await prepareEnd(stop, judged);
  let written: ReturnType<typeof writeJudged>;
  try {
    written = writeJudged(stop, judged, end);
  } catch (error) {
    // What cannot be read or written now, such as with too many open files, could not be next time.
    return findBrokenStop(call.loop, messageOf(error), true);
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

/** Loads the function that ends the loop before the lock is taken; null if the loop continues. */
async function prepareEnd(stop: StopEvent, { outcome }: JudgedStop) {
  const { basis, decision, record } = outcome;
  if (decision.kind !== "let-go" && decision.kind !== "halt") return null;
  const { answerEnd } = await import("../end.ts");
  return () => answerEnd(stop, { ...decision, basis }, record);
}
