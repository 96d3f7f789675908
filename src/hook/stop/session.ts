/**
 * Reads the sources of an answer to a Stop event, each once: the loop, its settings and the session's own
 * record.
 */
import { messageOf } from "../../error.ts";
import { systemPacer } from "../../evidence/transcript/poll.ts";
import { hashMessage, isTwin, wentOnSince } from "../../evidence/twin.ts";
import type { LoopEvent } from "../../lifecycle/event.ts";
import { journalEvent } from "../../lifecycle/journal.ts";
import { loadLoopSettings, type LoopSettings } from "../../lifecycle/settings.ts";
import { excludeFromGit } from "../../store/git_exclude.ts";
import { openSessionRecord, type SessionRecord } from "../../store/records/session_record.ts";
import { PROJECT_FILES } from "../../store/project_files.ts";
import { showCommand } from "../../text/shell_word.ts";

/** The files that end a loop when a checkout removes them. */
const MARKS = [PROJECT_FILES.marker, PROJECT_FILES.state].map(({ name }) => `.claude/${name}`);

/** A Stop event of the loop's owner. */
export interface StopEvent extends LoopEvent, LoopSettings {
  /** The session's record as it was before the event. */
  readonly session: SessionRecord;
}

/**
 * Reads the sources of the answer.
 *
 * @param call The event, with the loop's newest record.
 * @returns The event with the settings that apply and the session's record.
 */
export async function openStop(call: LoopEvent): Promise<StopEvent> {
  const { project, record } = call.loop;
  const settings = loadLoopSettings(call, call.loop, record);
  const untracked = await listUntracked(project);
  const said = [...settings.said, ...untracked.filter((line) => !record.said.includes(line))];
  return { ...call, ...settings, said, session: openSession(call) };
}

/**
 * Excludes ralph's files from a repository that is newer than the loop: a new project usually begins
 * with `git init` and `git add -A`.
 */
async function listUntracked(project: string): Promise<string[]> {
  try {
    if (!excludeFromGit(project)) return [];
  } catch (error) {
    return [`Its files could not be kept out of git: ${messageOf(error)}`];
  }
  const { findTracked } = await import("../../ideas/tree/git_index.ts");
  const tracked = findTracked(project, MARKS);
  if (tracked.length === 0) return [];
  return [
    `git tracks files of the running loop, and a checkout could end it; take them out ` +
    `with: ${showCommand(["git", "rm", "-f", "--cached", "--", ...tracked])}`,
  ];
}

/** Opens the session's record in this loop, or makes a new one; an unreadable record is set aside. */
function openSession(call: LoopEvent): SessionRecord {
  const { event, loop: { project, record }, places } = call;
  const note = (sentence: string) =>
    journalEvent(call, record, { kind: "note", code: "set-aside", sentence });
  const session = openSessionRecord(places, event.sessionId, project, record.id, note);
  const transcript = { transcriptPath: event.transcriptPath ?? null };
  if (session !== null) return { ...session, ...transcript };
  return {
    sessionId: event.sessionId,
    loopId: record.id,
    project,
    ...transcript,
    clientVersion: null,
    recentOutputs: [],
    toollessAtMs: [],
    answered: null,
  };
}

/**
 * Checks whether another process has answered this event: the plugin and the settings may both call the
 * hook. May wait for the transcript, so it must not run under the lock.
 *
 * @param receivedAtMs When this process began, epoch milliseconds.
 */
export function isAnswered(
  { event, loop: { record }, session: { answered } }: StopEvent,
  receivedAtMs: number,
): boolean {
  return answered !== null && isTwin({
    answered,
    promptId: event.promptId,
    messageHash: hashMessage(event.lastAssistantMessage, event.stopHookActive),
    receivedAtMs,
    wentOn: () =>
      wentOnSince(
        event.transcriptPath ?? null,
        record.transcript,
        answered.atMs,
        systemPacer,
      ),
  });
}
