/**
 * The loop of a session on disk, at its start.
 *
 * @module
 */
import { cursorAtEnd } from "../../evidence/transcript/transcript.ts";
import { identifyProcess } from "../../evidence/liveness.ts";
import { requireWritten } from "../../store/files/atomic_file.ts";
import { blankRecord } from "../../lifecycle/blank_record.ts";
import { environmentLayer } from "../../store/settings/layers.ts";
import { withLock } from "../../store/files/lock.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import { createLoop } from "../../store/records/loops.ts";
import { loopPlaces, type Places, projectLock } from "../../store/places.ts";
import { resolveLinks } from "../../store/project.ts";
import { pruneHome } from "../../store/records/prune.ts";
import type { CommandContext } from "../core/context.ts";
import { writeLoop } from "../../lifecycle/begin.ts";
import type { StartOutlook } from "./outlook.ts";
import { type StartPlan, transcriptOf } from "./plan.ts";
import type { Cleared } from "./present.ts";
import { renderInstant } from "../../text/instant.ts";

/**
 * Clears the way and writes the loop, all under the project's lock: of several starts at once one
 * wins, and none touches what another one wrote.
 *
 * @param outlook What its judgement will rest on.
 * @param cleared What has to be done before.
 * @returns What has to be said.
 * @throws {AlreadyRunningError} Where another `start` was faster.
 * @throws {StateError} Where something cannot be written; then there is no loop.
 */
export function createLoopOnDisk(
  context: CommandContext,
  places: Places,
  plan: StartPlan,
  outlook: StartOutlook,
  cleared: Cleared,
): string[] {
  const { id, project } = plan;
  const lines = withLock(projectLock(places, project), {}, () => {
    const done = cleared.carryOut();
    const record = recordOf(context, places, plan, outlook);
    const writeFacts = () =>
      requireWritten(
        createLoop(places, {
          version: 1,
          id,
          project,
          started_in: resolveLinks(context.env.cwd),
          task: plan.task,
          focus: plan.focus.path,
          focus_candidates: [...plan.focus.candidates],
          preset: plan.preset,
          flags: { ...plan.flags },
          environment: { ...environmentLayer(context.env).values },
          started_at: record.started_at,
          started_by: context.env.sessionId === null ? "terminal" : "session",
          driver: "session",
        }),
        loopPlaces(places, id).facts,
      );
    const written = writeLoop(places, {
      record,
      at: record.started_at,
      command: "start",
      kind: "start",
      sentence: "The loop started",
      writeFacts,
    });
    return [...done, ...written];
  });
  pruneHome(places, plan.startedAt.epochMilliseconds);
  return lines;
}

function recordOf(
  { env }: CommandContext,
  places: Places,
  plan: StartPlan,
  { adapter, planSeen }: StartOutlook,
): LoopRecord {
  const startedAt = renderInstant(plan.startedAt.epochMilliseconds);
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
    plan_seen: planSeen,
    adapter: adapter.state,
  };
}
