/**
 * Gathers what is known at a Stop event, for `decide`.
 *
 * @module
 */
import type { Consulted } from "../../adapters/consult.ts";
import { dropCounted } from "../../evidence/activity.ts";
import { judgeBackground } from "../../evidence/background.ts";
import { judgeFocus } from "../../evidence/completion/judge_focus.ts";
import { readTags } from "../../evidence/tags/tags.ts";
import {
  holdsMessage,
  POLL_LIMIT_MS,
  pollTranscript,
  systemPacer,
} from "../../evidence/transcript/poll.ts";
import type { ItemCheck } from "../../evidence/verification/item_checks.ts";
import type { Exploration } from "../../explore/at_continuation.ts";
import type { HookContext } from "../../lifecycle/context.ts";
import type { HookEvent } from "../../lifecycle/event.ts";
import type { FoundLoop } from "../../lifecycle/loop.ts";
import type { LoopSettings } from "../../lifecycle/settings.ts";
import { readTick, type ReadTranscript, type Tick } from "../../lifecycle/tick.ts";
import { needsExploration, needsVerification } from "../../loop/decide.ts";
import type { Facts } from "../../loop/facts.ts";
import { DEFAULT_BLOCK_CAP, judgeBlockBudget } from "../../loop/rules/block_budget.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import type { SessionRecord } from "../../store/records/session_record.ts";
import { type Settings, validationTimeoutSeconds } from "../../store/settings/settings.ts";
import { watchForStop } from "./asked.ts";
import { consultHere } from "./consult_here.ts";
import { judgeProgress } from "./progress.ts";

/** Where the facts come from. */
export interface FactSources {
  readonly context: HookContext;
  readonly event: HookEvent;
  readonly here: FoundLoop;
  readonly record: LoopRecord;
  readonly session: SessionRecord;
  readonly settings: Settings;
  readonly origins: LoopSettings["origins"];
}

/** The facts, and what they were read from. */
export interface StopFacts {
  readonly facts: Facts;
  readonly tick: Tick;
  /** The session's record with what this event adds. */
  readonly session: SessionRecord;
  /** Remarks for the continuation: what runs in the background, what was left out. */
  readonly notes: readonly string[];
  /** Of these, what the user has to know too. */
  readonly problems: readonly string[];
  /** What the project's adapter said; null where it has none. */
  readonly consulted: Consulted | null;
  /** What the scanner found, where the decision hung on it. */
  readonly exploration: Exploration | null;
  /** Whether something moved in the project since the last continuation. */
  readonly hasMoved: boolean;
}

/** Gathers the facts; runs the user's verification only where the decision hangs on it. */
export async function gatherFacts(sources: FactSources): Promise<StopFacts> {
  const { context, event, here, record, session, settings } = sources;
  const now = context.now();
  const blockCap = context.env.blockCap ?? DEFAULT_BLOCK_CAP;
  const { tick, toolless } = readToolUse(sources, now, blockCap);
  const background = judgeBackground(
    event.background_tasks,
    event.session_crons.length,
    // In `-p` nobody would wake a session that rests beside a dev server: no shell holds it.
    context.env.isAttended ? record.shells_seen : event.background_tasks.map(({ id }) => id),
  );
  const focus = await judgeFocus(record.focus.path, settings, record.plan_seen);
  const consulted = await consultHere(context, record);
  // A client that does not send the message has written it down.
  const message = event.last_assistant_message || (tick.reading.lastAssistant?.text ?? "");
  const progress = await judgeProgress({
    message,
    record,
    session,
    settings,
    completion: focus.completion,
    metrics: consulted?.opinion?.metrics ?? record.adapter?.metrics ?? 0,
    now,
  });
  const known: Facts = {
    now,
    killSwitch: here.killSwitch,
    markerPresent: here.hasMarker,
    isStopQueued: tick.reading.isStopQueued,
    activity: tick.activity,
    permissionMode: event.permission_mode ?? null,
    waitsOn: background.waitsOn,
    shellsSeen: background.shellsSeen,
    completion: focus.completion,
    tags: readTags(message),
    toollessContinuations: toolless.length,
    blockCap,
    checks: [...new Set([...focus.checks.map(({ command }) => command), ...settings.verify])],
    verification: { kind: "none" },
    ...progress.facts,
    adapter: consulted?.opinion ?? null,
    opportunities: null,
    validationTimeoutSeconds: validationTimeoutSeconds(settings, here.facts.preset),
  };
  const exploration = needsExploration(tick.record, known, settings)
    ? await explore(sources, progress.hasMoved)
    : null;
  const facts: Facts = {
    ...known,
    opportunities: countOpportunities(exploration),
  };
  const verification = needsVerification(tick.record, facts, settings)
    ? await verify(sources, focus.checks)
    : facts.verification;
  const isRejected = verification.kind === "rejected";
  const unchecked = verification.kind === "unknown" ? [`Checks not run: ${verification.why}`] : [];
  return {
    facts: {
      ...facts,
      verification,
      // What moves until the next rejection is compared with this moment.
      mark: isRejected ? await progress.markTree() : facts.mark,
    },
    tick,
    consulted,
    exploration,
    hasMoved: progress.hasMoved,
    session: {
      ...session,
      client_version: tick.reading.clientVersion ?? session.client_version,
      recent_outputs: [...progress.outputs],
      toolless_continuations: toolless,
    },
    problems: unchecked,
    notes: [
      ...unchecked,
      ...focus.problems,
      ...background.named.map((what) => `Still running in the background: ${what}`),
    ],
  };
}

/**
 * The transcript lags behind the event, so a tool call of this turn may be missing in it. Where the
 * loop would end for want of one, or a validation round would earn nothing, the file is waited for
 * until it holds the last message.
 */
function readToolUse(
  { context, event, record, session }: FactSources,
  now: number,
  blockCap: number,
): { tick: Tick; toolless: number[] } {
  const path = event.transcript_path ?? null;
  const look = (read?: ReadTranscript) => {
    const tick = readTick(context.places, record, path, now, read === undefined ? {} : { read });
    const toolless = dropCounted(session.toolless_continuations, {
      lastToolCallAt: tick.lastToolCallAt,
      stopHookActive: event.stop_hook_active,
    });
    return { tick, toolless };
  };
  const first = look();
  const isLastChance = judgeBlockBudget(first.toolless.length, blockCap).kind === "spent";
  const closesRound = first.toolless.length > 0 && record.phase === "validation";
  if (!isLastChance && !closesRound) return first;
  const isHere = holdsMessage(event.last_assistant_message);
  return look((file, cursor, options) =>
    pollTranscript(file, cursor, isHere, POLL_LIMIT_MS, systemPacer, options).reading
  );
}

async function verify(
  { here, settings, origins, context }: FactSources,
  items: readonly ItemCheck[],
): Promise<Facts["verification"]> {
  const { verifyTask } = await import("./verify_task.ts");
  return await verifyTask({
    places: context.places,
    project: here.project,
    loopId: here.facts.id,
    settings,
    origins,
    items,
    isStopAsked: watchForStop(context),
  });
}

/** A look that failed in part, or ran out of time, is no proof that there is nothing. */
function countOpportunities(exploration: Exploration | null): number | null {
  if (exploration === null) return null;
  const { more, repeated, shown, worn } = exploration;
  const count = shown.length + repeated.length + more + worn;
  const isProof = exploration.isWhole && exploration.problems.length === 0;
  return count === 0 && !isProof ? null : count;
}

/** The scanner's finds, by what the user wants: asked here only where the end hangs on them. */
async function explore(
  { context, record, settings, origins }: FactSources,
  hasMoved: boolean,
): Promise<Exploration> {
  const { guidanceForContinuation } = await import("../../guidance/at_continuation.ts");
  const { exploreHere } = await import("./explore_here.ts");
  const { users } = guidanceForContinuation({
    places: context.places,
    project: record.project,
    loop: { id: record.id, startedAt: record.started_at },
    nowMs: context.now() * 1000,
    scan: null,
  });
  return await exploreHere({ context, record, settings, origins, guidance: users, hasMoved });
}
