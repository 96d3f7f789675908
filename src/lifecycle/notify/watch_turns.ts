/**
 * Looks after the turns of a loop's session while it runs, and calls the user if no hook does: at a
 * turn that gives no sign, and at a dialog that the client does not notify of.
 *
 * A process of its own, one for each loop. It ends with the loop and with the session's client, at the
 * kill switch, and when a newer one has taken its place.
 */
import { attempt } from "../../error.ts";
import { identifyProcess, judgeLiveness } from "../../evidence/liveness.ts";
import { announce, type NotableEvent, NOTICE_VARIABLE } from "../announce.ts";
import type { HookContext } from "../context.ts";
import { journal } from "../journal.ts";
import { findLoop, type Loop, openLoop } from "../loop.ts";
import { viewLoop } from "../view/loop_view.ts";
import { readWatcher, renderWatcher, WATCH_VARIABLE } from "../watch.ts";
import { writeAtomic } from "../../store/files/atomic_file.ts";
import { parseObject } from "../../store/files/jsonl.ts";
import { isThere, removeFile } from "../../store/files/presence.ts";
import { loopPlaces } from "../../store/places.ts";
import { object, readOr, type ShapeOf, text } from "../../store/records/shape.ts";

/** How often it looks whether it is still wanted, milliseconds. */
const LOOK_MS = 2_000;

/** Every so many of these it looks at the turn, which reads the transcript. */
const LOOKS_PER_VIEW = 15;

/** The client notifies of a dialog some seconds after it opened, and the hook of that says more. */
const NOTICE_MS = 15_000;

const WatchedShape = object({ id: text, project: text });

/** The loop that a process looks after. */
type WatchedLoop = Readonly<ShapeOf<typeof WatchedShape>>;

/**
 * Reads which loop this process is to look after; null for none. A process that has a notice to send
 * looks after nothing: it has the variables of the one that watches.
 */
export function readWatched(variable: (name: string) => string | undefined): WatchedLoop | null {
  if (variable(NOTICE_VARIABLE) !== undefined) return null;
  return readOr(WatchedShape, parseObject(variable(WATCH_VARIABLE) ?? ""), null);
}

/**
 * Looks after a loop's turns until nothing is left to look after.
 *
 * @param tell Calls the user, once for each silence and each dialog.
 */
export async function watchTurns(
  watched: WatchedLoop,
  context: HookContext,
  tell: (loop: Loop, happened: NotableEvent) => void = (loop, happened) =>
    announce({ ...context, loop }, loop.record, happened),
): Promise<void> {
  const { watcher } = loopPlaces(context.places, watched.id);
  const own = identifyProcess(Deno.pid);
  if (own === null || findWatched(watched, context) === null) return;
  attempt(() => writeAtomic(watcher, renderWatcher(own)));
  let told: number | null = null;
  for (let look = 1;; look++) {
    await context.sleep(LOOK_MS);
    if (isThere(watcher) && readWatcher(watcher)?.pid !== own.pid) return;
    const loop = findWatched(watched, context);
    if (loop === null) break;
    if (look % LOOKS_PER_VIEW !== 0) continue;
    const call = await findCall(loop, context);
    if (call === null || call.key === told) continue;
    told = call.key;
    const { code, sentence } = call.happened;
    const atMs = context.nowMs();
    journal(context.places, loop.record, {
      atMs,
      event: "watch",
      kind: "user-wait",
      code,
      sentence,
    });
    tell(loop, call.happened);
  }
  removeFile(watcher);
}

/** Reads the loop while its session is open and the user has not asked for its end; null after that. */
function findWatched({ id, project }: WatchedLoop, { places }: HookContext): Loop | null {
  const loop = openLoop(findLoop(places, project));
  if (loop === null || loop.record.id !== id) return null;
  const { state, pause, sessionProcess } = loop.record;
  const isOver = !loop.hasMarker || loop.killSwitch !== null || pause?.closed !== undefined ||
    state === "draining" || state === "stopped" || judgeLiveness(sessionProcess) !== "alive";
  return isOver ? null : loop;
}

interface UserCall {
  /** Tells it apart from others: since when it is silent, or waits. */
  readonly key: number;
  readonly happened: NotableEvent & { readonly code: string };
}

/** Finds a wait for the user that no hook recorded; null for none. */
async function findCall(loop: Loop, context: HookContext): Promise<UserCall | null> {
  const { record } = loop;
  if (record.state !== "running" || record.turn.state !== "running") return null;
  const nowMs = context.nowMs();
  const { state, lastSign, unhonoured } = await viewLoop(context, loop, nowMs);
  if (state.code === "silent") {
    const sentence = `The loop may wait for you: ${state.what}`;
    return { key: lastSign.atMs, happened: { event: "waiting", code: "silent", sentence } };
  }
  const { code, since, what } = state;
  if (code !== "waiting_for_you" || since === null || unhonoured !== null) return null;
  // What the record has, its hook has sent.
  const isNoted = record.userWait != null && record.userWait.since >= since;
  if (isNoted || nowMs - since < NOTICE_MS) return null;
  return { key: since, happened: { event: "waiting", code: "dialog", sentence: what } };
}
