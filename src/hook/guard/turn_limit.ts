/**
 * Keeps the limits on hours and tokens within a turn: at the first tool call past a limit the agent is
 * told to finish, and the one after it ends the turn. Loaded only when a limit may be reached.
 */
import { attempt } from "../../error.ts";
import { readTranscript } from "../../evidence/transcript/transcript.ts";
import type { HookContext } from "../../lifecycle/context.ts";
import type { HookEvent } from "../../lifecycle/event.ts";
import { type FoundLoop, type Loop, openLoop } from "../../lifecycle/loop.ts";
import { loadLoopSettings } from "../../lifecycle/settings.ts";
import { readTick } from "../../lifecycle/turn_time.ts";
import type { Reason } from "../../loop/decision.ts";
import { earliestLimit, reachedLimit } from "../../loop/rules/limits.ts";
import { countActivity } from "../../loop/time/clock.ts";
import { addAmounts } from "../../loop/usage.ts";
import { loopPlaces } from "../../store/places.ts";
import { RecordFile } from "../../store/records/json_record.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import {
  amount,
  count,
  dictionary,
  exactInstant,
  nullable,
  object,
  type ShapeOf,
} from "../../store/records/shape.ts";
import type { Settings } from "../../store/settings/settings.ts";
import { type HookResult, named } from "../answer.ts";

/** Calls that one answer of the agent makes come together: those after the first have not read it. */
const SAME_ANSWER_MS = 2_000;

const LookShape = object({
  /** The turn; a look in another turn is out of date. */
  iteration: count,
  /** The hours cannot be over earlier. */
  hoursAt: exactInstant,
  /** How far the transcripts were read, and what the loop had used there. */
  offset: count,
  subagents: dictionary(count),
  tokens: nullable(amount),
  /** When the agent was told to finish; null before that. */
  toldAt: nullable(exactInstant),
});

type Look = ShapeOf<typeof LookShape>;

const LOOK = { version: 1, schema: LookShape };

/** Judges a call by the limits and, if none is reached, by its effects. */
export async function judgeTurnLimit(
  event: HookEvent,
  found: FoundLoop,
  context: HookContext,
  judgeContent: () => Promise<HookResult>,
): Promise<HookResult> {
  const loop = openLoop(found);
  if (loop === null || loop.record.state !== "running") return await judgeContent();
  const nowMs = context.nowMs();
  const { settings } = loadLoopSettings(context, loop, loop.record);
  const file = new RecordFile(
    loopPlaces(context.places, loop.facts.id).limitLook,
    LOOK,
  );
  const before = attempt(() => file.readOr(null)) ?? null;
  const last = before?.iteration === loop.record.iteration ? before : beginLook(loop.record, nowMs);
  const { look, reason } = takeLook(last, { event, loop, context, settings, nowMs });
  const isFirst = reason !== null && look.toldAt === null;
  attempt(() => file.write(isFirst ? { ...look, toldAt: nowMs } : look, { isFlushed: false }));
  if (reason === null) return await judgeContent();
  if (isFirst) return tellToFinish(reason, await judgeContent());
  if (nowMs - (look.toldAt ?? nowMs) < SAME_ANSWER_MS) return await judgeContent();
  const { endWithinTurn } = await import("../end.ts");
  return endWithinTurn({ ...context, event, loop }, reason);
}

function beginLook({ iteration, transcript, usage }: LoopRecord, nowMs: number): Look {
  const { offset, subagents } = transcript;
  const { tokens } = usage;
  return { iteration, hoursAt: nowMs, offset, subagents: { ...subagents }, tokens, toldAt: null };
}

interface Here {
  readonly event: HookEvent;
  readonly loop: Loop;
  readonly context: HookContext;
  readonly settings: Settings;
  readonly nowMs: number;
}

/** Reads the new activity, and only the part that a limit depends on. */
function takeLook(
  last: Look,
  { event, loop, context, settings, nowMs }: Here,
): { readonly look: Look; readonly reason: Reason | null } {
  const { record } = loop;
  let look = last;
  let activeMs = record.accumulatedRuntimeMs;
  if (nowMs >= last.hoursAt) {
    const tick = readTick(context.places, record, event.transcriptPath ?? null, nowMs);
    activeMs = countActivity(tick.record, tick.activity, settings, nowMs).accumulatedRuntimeMs;
    const hours = { ...settings, max_tokens: null };
    look = { ...look, hoursAt: earliestLimit({ accumulatedRuntimeMs: activeMs }, hours, nowMs) };
  }
  if (settings.max_tokens !== null) {
    const cursor = { offset: last.offset, subagents: last.subagents };
    const sinceMs = record.countedSinceMs ?? record.startedAt;
    const reading = readTranscript(event.transcriptPath ?? null, cursor, { sinceMs });
    const { offset, subagents } = reading.cursor;
    const { tokens } = addAmounts({ tokens: last.tokens, costUsd: null }, reading);
    look = { ...look, offset, subagents: { ...subagents }, tokens };
  }
  const usage = { tokens: look.tokens, costUsd: null };
  // The turn that runs is not cut off by the number of turns.
  const spent = { accumulatedRuntimeMs: activeMs, iteration: 0, usage };
  return { look, reason: reachedLimit(spent, settings) };
}

function tellToFinish({ sentence }: Reason, { answer, ...result }: HookResult): HookResult {
  const output = answer["hookSpecificOutput"] as Record<string, unknown> | undefined;
  const additionalContext = named(
    `${sentence}. Finish now: say what is done and what is open, and end your turn. ` +
      "The next tool call ends it.",
  );
  const hookSpecificOutput = { hookEventName: "PreToolUse", ...output, additionalContext };
  return { ...result, answer: { ...answer, hookSpecificOutput } };
}
