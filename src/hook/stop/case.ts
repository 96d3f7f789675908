/**
 * One Stop event on its way to an answer, and what this session's own record says about it.
 *
 * @module
 */
import { systemPacer } from "../../evidence/transcript/poll.ts";
import { hashMessage, isTwin, wentOnSince } from "../../evidence/twin.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import { sessionFile } from "../../store/places.ts";
import { readLoopRecord } from "../../store/records/project_marks.ts";
import { SESSION_RECORD_VERSION, type SessionRecord } from "../../store/records/session_record.ts";
import { setAside } from "../../store/files/set_aside.ts";
import { readSessionRecord } from "../../store/records/session_store.ts";
import { journalEvent } from "../../lifecycle/journal.ts";
import type { HookEvent } from "../../lifecycle/event.ts";
import type { FoundLoop } from "../../lifecycle/loop.ts";
import type { HookContext } from "../../lifecycle/context.ts";

/** One Stop event on its way to an answer. */
export interface Case {
  readonly context: HookContext;
  readonly event: HookEvent;
  readonly here: FoundLoop;
  /** Unix seconds at which this process began. */
  readonly receivedAt: number;
}

/** The session's record in this loop, or a new one. */
export function sessionOf({ context, event, here }: Case, record: LoopRecord): SessionRecord {
  const read = readSessionRecord(context.places, event.session_id, here.project, record.id);
  if (read.kind === "ok") return { ...read.value, transcript_path: event.transcript_path ?? null };
  if (read.kind === "broken" || read.kind === "newer") {
    keepUnreadable({ context, event, here }, record);
  }
  return {
    version: SESSION_RECORD_VERSION,
    session_id: event.session_id,
    loop_id: record.id,
    project: here.project,
    transcript_path: event.transcript_path ?? null,
    client_version: null,
    recent_outputs: [],
    toolless_continuations: [],
    answered: null,
  };
}

/** A record that cannot be read, or that a newer ralph wrote, is never overwritten. */
function keepUnreadable(
  { context, event, here }: Omit<Case, "receivedAt">,
  record: LoopRecord,
): void {
  const kept = setAside(sessionFile(context.places, event.session_id, here.project));
  if (kept.kind !== "aside") return;
  journalEvent(context, event, record, {
    kind: "note",
    code: "set-aside",
    sentence: `The session's record could not be read and is kept as ${kept.path}`,
  });
}

/** Whether this very event was answered already: the plugin and the settings both call us. */
export function isAnswered(one: Case, loopId: string): boolean {
  const { context, event, here, receivedAt } = one;
  const read = readSessionRecord(context.places, event.session_id, here.project, loopId);
  if (read.kind !== "ok" || read.value.answered === null) return false;
  const { answered } = read.value;
  return isTwin({
    answered,
    promptId: event.prompt_id,
    messageHash: hashMessage(event.last_assistant_message, event.stop_hook_active),
    receivedAt,
    wentOn: () => {
      const record = readLoopRecord(here.project);
      const cursor = record.kind === "ok" ? record.value.transcript : { offset: 0, subagents: {} };
      return wentOnSince(event.transcript_path ?? null, cursor, answered.at_seconds, systemPacer);
    },
  });
}
