/**
 * Gathers what is known at a Stop event, for `decide` (design §4.6).
 *
 * @module
 */
import { judgeBackground } from "../evidence/background.ts";
import { holdsMessage, POLL_LIMIT_MS, pollTranscript, systemPacer } from "../evidence/poll.ts";
import { readTags } from "../evidence/tags.ts";
import { dropCounted } from "../evidence/tool_use.ts";
import { DEFAULT_BLOCK_CAP, judgeBlockBudget } from "../loop/block_budget.ts";
import { needsVerification } from "../loop/decide.ts";
import type { Facts } from "../loop/facts.ts";
import type { LoopRecord } from "../store/loop_record.ts";
import { validationTimeoutSeconds } from "../store/presets.ts";
import type { SessionRecord } from "../store/session_record.ts";
import type { Settings } from "../store/settings.ts";
import { judgeFocus } from "./focus_completion.ts";
import type { HookEvent } from "./event.ts";
import { findLoopHere, type LoopHere } from "./loop_here.ts";
import type { HookSettings } from "./settings_of.ts";
import { readTick, type ReadTranscript, type Tick } from "./tick.ts";
import type { HookWorld } from "./world.ts";

/** The last outputs that are kept, and how long each may be (predecessor's measure). */
const OUTPUTS_KEPT = 5;
const OUTPUT_CHARACTERS = 1000;

/** Where the facts come from. */
export interface FactSources {
  readonly world: HookWorld;
  readonly event: HookEvent;
  readonly here: LoopHere;
  readonly record: LoopRecord;
  readonly session: SessionRecord;
  readonly settings: Settings;
  readonly origins: HookSettings["origins"];
}

/** The facts, and what they were read from. */
export interface StopFacts {
  readonly facts: Facts;
  readonly tick: Tick;
  /** The session's record with what this event adds. */
  readonly session: SessionRecord;
  /** Remarks for the continuation: what runs in the background, what was left out. */
  readonly notes: readonly string[];
}

/** Gathers the facts; runs the user's verification only where the decision hangs on it. */
export async function gatherFacts(sources: FactSources): Promise<StopFacts> {
  const { world, event, here, record, session, settings } = sources;
  const now = world.now();
  const blockCap = world.env.blockCap ?? DEFAULT_BLOCK_CAP;
  const { tick, toolless } = readToolUse(sources, now, blockCap);
  const background = judgeBackground(
    event.background_tasks,
    event.session_crons.length,
    // In `-p` nobody would wake a session that rests beside a dev server: no shell holds it.
    world.env.isAttended ? record.shells_seen : event.background_tasks.map(({ id }) => id),
  );
  const focus = await judgeFocus(record.focus.path, settings);
  const facts: Facts = {
    now,
    killSwitch: here.killSwitch,
    markerPresent: here.hasMarker,
    isStopQueued: tick.reading.isStopQueued,
    activity: tick.activity,
    permissionMode: event.permission_mode ?? null,
    waitsOn: background.waitsOn,
    canBeWoken: world.env.isAttended,
    shellsSeen: background.shellsSeen,
    completion: focus.completion,
    tags: readTags(event.last_assistant_message),
    toollessContinuations: toolless.length,
    blockCap,
    checks: settings.verify.length,
    verification: { kind: "none" },
    repetition: null,
    alikeOutputs: 1,
    idlePhrase: null,
    mark: { at_seconds: now, commit: "", checklist: "", metrics: 0, tree: null },
    progressSinceIdle: null,
    progressSinceRejection: null,
    adapter: null,
    opportunities: null,
    validationTimeoutSeconds: validationTimeoutSeconds(settings, here.facts.preset),
  };
  const verification = needsVerification(tick.record, facts, settings)
    ? await verify(sources)
    : facts.verification;
  return {
    facts: { ...facts, verification },
    tick,
    session: {
      ...session,
      client_version: tick.reading.clientVersion ?? session.client_version,
      recent_outputs: [
        ...session.recent_outputs,
        { text: cut(event.last_assistant_message), mark: facts.mark },
      ].slice(-OUTPUTS_KEPT),
      toolless_continuations: toolless,
    },
    notes: [
      ...(verification.kind === "unknown" ? [`Checks not run: ${verification.why}`] : []),
      ...focus.problems,
      ...background.named.map((what) => `Still running in the background: ${what}`),
    ],
  };
}

/**
 * The transcript lags behind the event, so a tool call of this turn may be missing in it. Where the
 * loop would end for want of one, the file is waited for until it holds the last message.
 */
function readToolUse(
  { world, event, record, session }: FactSources,
  now: number,
  blockCap: number,
): { tick: Tick; toolless: number[] } {
  const path = event.transcript_path ?? null;
  const look = (read?: ReadTranscript) => {
    const tick = readTick(world.places, record, path, now, read === undefined ? {} : { read });
    const toolless = dropCounted(session.toolless_continuations, {
      lastToolCallAt: tick.lastToolCallAt,
      stopHookActive: event.stop_hook_active,
    });
    return { tick, toolless };
  };
  const first = look();
  const isLastChance = judgeBlockBudget(first.toolless.length, blockCap).kind === "spent";
  if (!isLastChance) return first;
  const isHere = holdsMessage(event.last_assistant_message);
  return look((file, cursor, options) =>
    pollTranscript(file, cursor, isHere, POLL_LIMIT_MS, systemPacer, options).reading
  );
}

/** A command that changed during the loop was not agreed to, and is not run (design §13). */
async function verify(
  { here, settings, origins, world }: FactSources,
): Promise<Facts["verification"]> {
  const { hasConsent, hashContent, needsConsent } = await import("../store/trust.ts");
  if (needsConsent(origins.verify)) {
    for (const command of settings.verify) {
      const hash = await hashContent("verify", command);
      if (hasConsent(world.places, hash, here.project)) continue;
      return { kind: "unknown", why: `\`${command}\` was not agreed to: start again with --trust` };
    }
  }
  const { runVerification } = await import("./verification.ts");
  return await runVerification(settings.verify, {
    cwd: here.project,
    timeoutSeconds: settings.verify_timeout,
    isStopAsked: () => {
      const present = findLoopHere(world);
      const isRunning = present?.record.kind === "ok" && present.record.value.state === "running";
      return !isRunning || present.killSwitch !== null || !present.hasMarker;
    },
  });
}

function cut(text: string): string {
  return text.slice(0, OUTPUT_CHARACTERS);
}
