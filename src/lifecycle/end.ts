/**
 * Ends a loop on disk, in every way a loop can end: stop record, history, journal, marks.
 *
 * Each part is done even if another fails: a full disk must not keep a loop alive.
 */
import { readCommit } from "../evidence/progress/mark.ts";
import type { Reason } from "../loop/decision.ts";
import type { Basis } from "../loop/judge.ts";
import { nextCommand, nextStep } from "../loop/reasons.ts";
import { findingsLeftOpen } from "../loop/validation/validation_score.ts";
import { appendHistory, historyEntryOf, isInHistory } from "../store/records/history.ts";
import { attempt, failuresOf } from "../error.ts";
import { makeFolder, removeLeftovers } from "../store/files/atomic_file.ts";
import { withLockIfPossible } from "../store/files/lock.ts";
import { activeLoop } from "../store/repair/calls.ts";
import type { LoopRecord } from "../store/records/loop_record.ts";
import { dirname } from "../system/path.ts";
import { loopPlaces, type Places, projectPlaces } from "../store/places.ts";
import {
  exists,
  isThere,
  realPathOf,
  removeFile,
  requireRemoved,
} from "../store/files/presence.ts";
import {
  archiveLoopRecord,
  listCutEnds,
  readLastRecord,
  readLoop,
} from "../store/records/loops.ts";
import { openLoopRecord, readMarker, removeCopies } from "../store/records/project_marks.ts";
import type { LoopEvent } from "./event.ts";
import { announce, eventOfEnd } from "./announce.ts";
import { describeEnd, describeWhy } from "./view/end_line.ts";
import { addToJournal } from "./journal.ts";
import { stopRecordOf, writeStopRecord } from "../store/records/stop_record.ts";

interface Ending {
  readonly kind: "let-go" | "halt";
  readonly reason: Reason;
  readonly evidence?: readonly string[];
  /** The facts that a Stop was judged by. */
  readonly basis?: Basis;
  /** The hook event or command that ends it. */
  readonly event: string;
  /** The session whose event it is, if it is known. */
  readonly sessionId?: string | null;
  /** The kill switch to remove, since it has done its work. */
  readonly killSwitch?: string | null;
  readonly nowMs: number;
  /** Called once the end is written, by the process that writes it. */
  readonly onEnded?: () => void;
}

/**
 * Ends the loop, once: of several hooks and commands that end it at the same moment, the first
 * records why.
 *
 * @returns What could not be written, one sentence each; empty if all is done.
 */
export function endLoop(places: Places, record: LoopRecord, ending: Ending): string[] {
  const { endLock, lastRecord } = loopPlaces(places, record.id);
  // Without the lock, an end that is recorded twice is better than an end that is not recorded.
  return withLockIfPossible(endLock, () => {
    if (!isThere(lastRecord)) return writeEnding(places, record, ending);
    if (ending.killSwitch != null) removeFile(ending.killSwitch);
    const last = readLastRecord(places, record.id);
    return last === null ? [] : finishEnding(places, last);
  });
}

/**
 * Finishes the ends that a kill or a full disk cut off: those whose marks are in the project, and the
 * latest of this machine.
 *
 * @param session The session whose event it is; null for a command.
 */
export function finishCutEnds(places: Places, project: string, session: string | null): void {
  const named = [readMarker(project), openLoopRecord(project).fields?.["id"]];
  const active = session === null ? null : activeLoop(places, session)?.id;
  const latest = session === null ? listCutEnds(places) : [];
  for (const id of new Set([...named, active, ...latest])) {
    const loop = typeof id === "string" ? attempt(() => readLoop(places, id)) : null;
    const last = loop?.hasEnded ? readLastRecord(places, loop.facts.id) : null;
    if (loop == null || last === null || last.project !== loop.facts.project) continue;
    withLockIfPossible(loopPlaces(places, last.id).endLock, () => finishEnding(places, last));
  }
}

/** Completes an end whose last record is written; each step may be repeated. */
function finishEnding(places: Places, last: LoopRecord): string[] {
  const { id, project, lastDecision: end } = last;
  const { marker, state } = projectPlaces(project);
  const isOurs = (path: string) =>
    (path === marker ? readMarker(project) : openLoopRecord(project).fields?.["id"]) === id;
  const marks = [marker, state].filter((path) => exists(path) && isOurs(path));
  const hasCopies = exists(loopPlaces(places, id).copiesDir);
  if (marks.length === 0 && !hasCopies) return [];
  const problems = failuresOf([
    ...marks.map((path) => () => requireRemoved(path)),
    () => {
      if (end === null || isInHistory(places, id, end.at)) return;
      appendHistory(places, historyEntryOf(last, end, end.at, findingsLeftOpen(last)));
    },
  ]);
  // The copies show that the end is incomplete.
  if (problems.length === 0) removeCopies(places, last);
  return problems;
}

function writeEnding(places: Places, record: LoopRecord, ending: Ending): string[] {
  const { kind, reason, evidence = [], event, basis, killSwitch = null, nowMs } = ending;
  const { code, sentence } = reason;
  const end = { kind, code, sentence, brief: describeWhy(record, reason) };
  const open = findingsLeftOpen(record);
  const last: LoopRecord = {
    ...record,
    state: "stopped",
    pause: null,
    lastDecision: { ...end, at: nowMs },
  };
  const [{ sessionId = null }, { project }] = [ending, record];
  const session = sessionId ?? record.ownerSession;
  const from = { session, project, loopId: record.id, openFindings: open };
  const line = { atMs: nowMs, event, ...end, evidence, session: sessionId };
  const { marker, state } = projectPlaces(project);
  const { copiesDir, dir, lastRecord } = loopPlaces(places, record.id);
  const problems = failuresOf([
    () => writeStopRecord(places, stopRecordOf({ ...end, ...from }, nowMs)),
    () => addToJournal(places, record, { ...line, ...basis ?? { commit: readCommit(project) } }),
    // From here on the loop has ended: if this process is killed now, the next event finishes the end.
    () => archiveLoopRecord(places, last),
    // In any case, so that a full disk cannot keep a loop active.
    () => requireRemoved(marker),
    () => requireRemoved(state),
    () => {
      if (isThere(lastRecord)) return;
      // On a full disk there is room for it then.
      removeCopies(places, record);
      archiveLoopRecord(places, last);
    },
    // A loop that has not ended is ended again, and has its line then.
    () => isThere(lastRecord) && appendHistory(places, historyEntryOf(last, end, nowMs, open)),
    () => killSwitch !== null && requireRemoved(killSwitch),
  ]);
  // Copies next to a last record show that the end is incomplete.
  if (problems.length === 0 || !isThere(lastRecord)) removeCopies(places, record);
  else attempt(() => makeFolder(copiesDir));
  for (const folder of [dir, dirname(marker)]) {
    // A link may lead out of the project.
    if (realPathOf(folder) === folder) removeLeftovers(folder, Date.now());
  }
  ending.onEnded?.();
  return problems;
}

/** Ends the loop at an event of the client. */
export function endAtEvent(
  call: LoopEvent,
  decision: Pick<Ending, "kind" | "reason"> & Partial<Pick<Ending, "evidence" | "basis">>,
  record: LoopRecord = call.loop.record,
): string[] {
  const { event, loop, nowMs, places } = call;
  const { reason } = decision;
  return endLoop(places, record, {
    ...decision,
    event: event.hookEventName,
    sessionId: event.sessionId,
    killSwitch: loop.killSwitch,
    nowMs: nowMs(),
    onEnded: () => {
      const happened = noticeOfEnd(record, reason, nowMs());
      if (happened !== null) announce(call, record, happened);
    },
  });
}

/** Makes the notification of an end, in the same words as all views; null if the user ended it. */
export function noticeOfEnd(record: LoopRecord, reason: Reason, endedAtMs: number) {
  const { code } = reason;
  const event = eventOfEnd(code);
  const sentence = describeEnd(record, describeWhy(record, reason), endedAtMs);
  return event && {
    ...{ event, code, sentence },
    next: nextStep(code, record, "terminal"),
    command: nextCommand(code, record),
  };
}
