/**
 * Writes a new loop: the home folder first, the marker last, so that a start that fails leaves no
 * loop behind (history lesson 17).
 *
 * @module
 */
import { cursorAtEnd } from "../evidence/transcript.ts";
import { identifyProcess } from "../evidence/liveness.ts";
import { toInstant } from "../loop/pausing.ts";
import { requireWritten } from "../store/atomic_file.ts";
import { blankRecord } from "../store/blank_record.ts";
import { excludeFromGit } from "../store/git_exclude.ts";
import { appendJournal } from "../store/journal.ts";
import { withLock } from "../store/lock.ts";
import type { LoopRecord } from "../store/loop_record.ts";
import { createLoop } from "../store/loops.ts";
import { loopPlaces, type Places, projectLock, projectPlaces } from "../store/places.ts";
import { writeLoopRecord, writeMarker } from "../store/project_marks.ts";
import type { CommandContext } from "./context.ts";
import { type StartPlan, transcriptOf } from "./start_plan.ts";
import type { Cleared } from "./start_present.ts";

/**
 * Clears the way and writes the loop, all under the project's lock: of several starts at once one
 * wins, and none touches what another one wrote.
 *
 * @param cleared What has to be done before.
 * @returns What has to be said.
 * @throws {AlreadyRunningError} Where another `start` was faster.
 * @throws {StateError} Where something cannot be written; then there is no loop.
 */
export function createLoopOnDisk(
  context: CommandContext,
  places: Places,
  plan: StartPlan,
  cleared: Cleared,
): string[] {
  const { id, project } = plan;
  return withLock(projectLock(places, project), {}, () => {
    const lines = cleared.carryOut();
    const record = recordOf(context, places, plan);
    requireWritten(
      createLoop(places, {
        version: 1,
        id,
        project,
        task: plan.task,
        preset: plan.preset,
        flags: { ...plan.flags },
        started_at: record.started_at,
        started_by: context.env.sessionId === null ? "terminal" : "session",
        driver: "session",
      }),
      loopPlaces(places, id).facts,
    );
    requireWritten(writeLoopRecord(project, record), projectPlaces(project).state);
    const excluded = excludeFromGit(project);
    appendJournal(loopPlaces(places, id).journal, {
      at: record.started_at,
      event: "start",
      kind: "start",
      code: null,
      sentence: "The loop started",
      evidence: [],
      iteration: 0,
      session: plan.session,
    });
    requireWritten(writeMarker(project, id), projectPlaces(project).marker);
    return excluded.kind === "failed"
      ? [...lines, `Warning: ralph's files could not be kept out of git: ${excluded.why}`]
      : lines;
  });
}

function recordOf({ env }: CommandContext, places: Places, plan: StartPlan): LoopRecord {
  const startedAt = toInstant(Number(plan.startedAt.epochMilliseconds) / 1000);
  const isThisSession = env.sessionId !== null && plan.session === env.sessionId;
  const { offset, subagents } = cursorAtEnd(isThisSession ? transcriptOf(places, env) : null);
  return {
    ...blankRecord({ id: plan.id, project: plan.project, driver: "session", startedAt }),
    owner_session: plan.session,
    session_process: isThisSession && env.claudePid !== null
      ? identifyProcess(env.claudePid)
      : null,
    turn: { state: isThisSession ? "running" : "resting", since: startedAt },
    phase: plan.focus.path === null && plan.task === null ? "exploration" : "implementation",
    transcript: { offset, subagents: { ...subagents } },
    focus: plan.focus,
    task: plan.task,
  };
}
