/** Reads the activity of an active loop, as `status` and the status line show it. Changes nothing. */
import { findLastSign } from "../../evidence/last_sign.ts";
import { judgeLiveness } from "../../evidence/liveness.ts";
import { type ClientState, readClientState } from "../../evidence/open_sessions.ts";
import { describeState, type StateFacts } from "./state_view.ts";
import { findOpenCall } from "../../evidence/transcript/tool_calls.ts";
import { judgeTurn, SILENCE_MS } from "../../evidence/turn_state.ts";
import { isThere } from "../../store/files/presence.ts";
import { type Places, projectPlaces } from "../../store/places.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import { showLocalTime } from "../../text/instant.ts";
import type { HookContext } from "../context.ts";
import { countRun, countSession, readLive } from "./live.ts";
import { findLoop, type Loop, openLoop } from "../loop.ts";
import type { Tick } from "../turn_time.ts";
import { loadLoopSettings } from "../settings.ts";

const loadChildren = () => import("../../evidence/client_children.ts");

/** Checks whether a child of the client is busy; only after a silence, since that takes time. */
async function isChildBusy(
  { turn }: Pick<LoopRecord, "turn">,
  pid: number | null,
  silentMs: number,
): Promise<boolean> {
  if (pid === null || turn.state !== "running" || silentMs < SILENCE_MS) return false;
  return (await loadChildren()).isChildBusy(pid);
}

/**
 * Finds when a person answered the question in the record: the client works again, or its processes show
 * it. The code that lists processes is loaded only for this (docs/start-up.md).
 */
async function findAnswerOf(
  { sessionProcess, userWait }: Pick<LoopRecord, "sessionProcess" | "userWait">,
  client: ClientState | null,
  reading: Tick["reading"],
  nowMs: number,
): Promise<number | null> {
  if (userWait == null) return null;
  if (client?.state === "busy" && client.sinceMs > userWait.since) return client.sinceMs;
  const { findAnswer } = await loadChildren();
  return await findAnswer(userWait.since, reading, sessionProcess?.pid ?? null, nowMs);
}

/** Finds the session's process in the client's list, if the record names none. */
async function findOpenPid(
  places: Places,
  { ownerSession: owner, sessionProcess, turn, state }: LoopRecord,
): Promise<number | null> {
  const isUnknown = sessionProcess === null && turn.state === "resting" && state === "running";
  if (owner === null || !isUnknown) return null;
  const { listOpenSessions } = await import("../../evidence/open_sessions.ts");
  return listOpenSessions(places).find(({ id }) => id === owner)?.pid ?? null;
}

async function findRun(
  { places }: Pick<HookContext, "places">,
  { project }: Loop,
): Promise<RunSigns> {
  const { findRunHolder } = await import("../../store/run_lock.ts");
  return { isRunning: findRunHolder(places, project) !== null, lastOutputAtMs: 0 };
}

interface RunSigns {
  readonly isRunning: boolean;
  /** Its agent's last output, epoch milliseconds; 0 if unknown. */
  readonly lastOutputAtMs: number;
}

/** An active loop as people see it, without its plan. */
export type LoopView = Awaited<ReturnType<typeof viewLoop>>;

/**
 * Reads the activity of a loop.
 *
 * @param seen What is known of a run already.
 */
export async function viewLoop(
  context: Pick<HookContext, "env" | "places">,
  loop: Loop,
  nowMs: number,
  seen: RunSigns | null = null,
) {
  const { record } = loop;
  const run = record.driver === "session" ? null : seen ?? await findRun(context, loop);
  const { settings, said } = loadLoopSettings(context, loop, { said: [] });
  const { tick, unhonoured, isStillUnhonoured, hasTranscript } = readLive(context.places, record);
  const { reading, beats } = tick;
  const liveness = judgeLiveness(record.sessionProcess);
  const lastSign = findLastSign(
    Math.max(record.lastHookAtMs, run?.lastOutputAtMs ?? 0),
    reading,
    beats,
  );
  const pid = liveness === "alive" ? record.sessionProcess?.pid ?? null : null;
  const client = pid === null
    ? null
    : readClientState(context.places, { pid }, record.ownerSession);
  const answeredAtMs = await findAnswerOf(record, client, reading, nowMs);
  const facts: StateFacts = {
    record,
    nowMs,
    client,
    openCall: findOpenCall(reading),
    isChildBusy: await isChildBusy(record, pid, nowMs - lastSign.atMs),
    killSwitch: loop.killSwitch,
    hasMarker: loop.hasMarker,
    hasRecord: loop.hasMarker || isThere(projectPlaces(loop.project).state),
    process: run === null ? liveness : run.isRunning ? "alive" : "gone",
    openPid: pid ?? await findOpenPid(context.places, record),
    hasTranscript,
    lastSignAtMs: lastSign.atMs,
    interruptedAtMs: reading.interruptedAtMs,
    refusedAtMs: reading.refusedAtMs,
    isWaitOver: answeredAtMs !== null,
    unhonoured: isStillUnhonoured ? unhonoured?.sentence ?? null : null,
    showTime: (ms) => showLocalTime(ms, nowMs),
    place: context.env.place,
  };
  const state = describeState(facts);
  const isSeen = liveness !== "gone" && state.code !== "waiting_for_you";
  const judged = isSeen ? judgeTurn(facts).kind : "resting";
  // A client that says so works, however long its call is silent.
  const kind = judged === "silent" && client?.state === "busy" ? "working" : judged;
  return {
    state,
    settings,
    counted: run === null
      ? countSession(record, tick, settings, { answeredAtMs, kind, nowMs })
      : countRun(record, run.isRunning, settings, nowMs),
    /** Whether the process of the owner's client runs. */
    liveness,
    lastSign,
    /** The last continuation that the client did not honour; null if it honoured all. */
    unhonoured,
    /** Problems of the settings, a sentence each. */
    messages: said,
  };
}

/** Reads the activity of a project's loop; null without a loop, or if it cannot be read. */
export async function viewProject(
  context: Pick<HookContext, "env" | "places">,
  project: string,
  nowMs: number,
): Promise<LoopView | null> {
  try {
    const loop = openLoop(findLoop(context.places, project));
    return loop && await viewLoop(context, loop, nowMs);
  } catch {
    // The user can always leave, whatever is broken.
    return null;
  }
}
