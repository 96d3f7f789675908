/**
 * Starts the loop of a session: scans the project, cleans up, writes the records, clears stale guidance.
 */
import type { ChosenAdapter } from "../../adapters/registry.ts";
import { ownFilesOf } from "../../ideas/at_continuation.ts";
import { scanAtStart, skipScanAtStart } from "../../guidance/constraints/at_start.ts";
import { scanRulesOf } from "../../guidance/constraints/scan_text.ts";
import { identifyClient } from "../../evidence/liveness.ts";
import { cursorAtEnd } from "../../evidence/transcript/transcript.ts";
import { transcriptOf } from "../../evidence/open_sessions.ts";
import { startGuidance } from "../../guidance/at_start.ts";
import { startWatch } from "../../lifecycle/watch.ts";
import { blankRecord } from "../../lifecycle/blank_record.ts";
import { findLoop, openLoop } from "../../lifecycle/loop.ts";
import { earliestLimit } from "../../loop/rules/limits.ts";
import { noteCommand } from "../../lifecycle/command_note.ts";
import { writeLoop } from "../../lifecycle/begin.ts";
import type { Environment } from "../../store/environment.ts";
import { withLock } from "../../store/files/lock.ts";
import { projectLock } from "../../store/places.ts";
import { resolveLinks } from "../../store/project.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import { createLoop, type LoopFacts } from "../../store/records/loops.ts";
import { pruneDaily } from "../../store/records/prune.ts";
import { environmentLayer } from "../../store/settings/layers.ts";
import { showCount } from "../../text/human_units.ts";
import type { CommandContext } from "../core/context.ts";
import { endProjectLeftovers } from "../../run/loop/dead_run.ts";
import { cleanUp, planCleanup } from "../../lifecycle/cleanup.ts";
import { nameAgain } from "./again.ts";
import type { StartPlan } from "./plan.ts";

/** Maximum number of checks in the record, which is read at every event. */
const MOST_CHECKS = 500;

/**
 * Scans the project for constraints before the loop starts; its turns use the result.
 *
 * @returns Lines for the user.
 * @throws {StateError} With `--strict`, there are critical findings.
 */
export async function scanForStart(
  { env, nowMs }: CommandContext,
  { places, project, focus, options, settings }: StartPlan,
): Promise<readonly string[]> {
  const request = {
    places,
    project,
    rules: scanRulesOf(env.home, settings.rigid_paths),
    nowMs: nowMs(),
    ownFiles: ownFilesOf({ project, focus }),
    isDryRun: options["dry-run"],
  };
  return options["skip-constraint-scan"]
    ? skipScanAtStart(request)
    : await scanAtStart(request, options.strict);
}

/**
 * Starts the loop under the project's lock, so that only one of several simultaneous starts succeeds.
 *
 * @param constraints The findings of the scan for the journal, one line each.
 * @returns Lines for the user.
 * @throws {AlreadyRunningError} Another `start` was faster.
 * @throws {StateError} A file cannot be written, so there is no loop.
 */
export async function beginLoop(
  context: CommandContext,
  plan: StartPlan,
  adapter: ChosenAdapter,
  constraints: readonly string[],
): Promise<readonly string[]> {
  const { env } = context;
  const { places, project, startedAt } = plan;
  const leftovers = await endProjectLeftovers(places, project);
  const lines = withLock(projectLock(places, project), {}, () => {
    // Planned again, since another start may have been faster while this one asked its questions.
    const starter = { sessionId: env.sessionId, nowMs: context.nowMs() };
    return [
      ...cleanUp(plan, planCleanup(plan, starter), startedAt),
      ...writeLoop(places, {
        record: recordOf(env, plan, adapter),
        at: startedAt,
        command: "start",
        kind: "start",
        sentence: "The loop started",
        evidence: constraints,
        openItems: [...plan.file.openItems],
        writeFacts: () => createLoop(places, factsOf(env, plan)),
      }),
    ];
  });
  pruneDaily(places, startedAt);
  // In a session, the turn that started the loop is already running.
  const begun = findLoop(places, project);
  const loop = openLoop(begun);
  if (loop !== null) startWatch({ env, places, loop }, loop.record);
  return [...leftovers, ...lines];
}

function factsOf(env: Environment, { id, project, task, focus, ...plan }: StartPlan): LoopFacts {
  return {
    id,
    project,
    startedIn: resolveLinks(env.cwd),
    task,
    focus: focus.path,
    focusCandidates: [...focus.candidates],
    preset: plan.preset,
    flags: { ...plan.flags },
    environment: { ...environmentLayer(env).values },
    startedAt: plan.startedAt,
    startedBy: env.sessionId === null ? "terminal" : "session",
    driver: "session",
  };
}

function recordOf(env: Environment, plan: StartPlan, adapter: ChosenAdapter): LoopRecord {
  const { id, places, project, session, startedAt, task, focus, file } = plan;
  const isThisSession = env.sessionId !== null && session === env.sessionId;
  const { offset, subagents } = cursorAtEnd(isThisSession ? transcriptOf(places, env) : null);
  return {
    ...blankRecord({ id, project, driver: "session", startedAt }),
    ownerSession: session,
    sessionProcess: isThisSession ? identifyClient(env) : null,
    limitLookAt: earliestLimit({ accumulatedRuntimeMs: 0 }, plan.settings, startedAt),
    turn: { state: isThisSession ? "running" : "resting", since: startedAt },
    phase: focus.path === null && task === null ? "exploration" : "implementation",
    transcript: { offset, subagents: { ...subagents } },
    focus,
    task,
    planSeen: {
      items: file.items,
      checks: file.checks.slice(0, MOST_CHECKS),
      ...file.ledger === undefined ? {} : { ledger: file.ledger },
    },
    adapter: adapter.state,
    again: nameAgain(plan),
  };
}

/**
 * Clears stale guidance after the loop exists, so that a failed start removes none.
 *
 * @returns Lines for the user.
 */
export async function clearGuidance(
  { places, project, options, id, startedAt: nowMs }: StartPlan,
): Promise<readonly string[]> {
  const isDryRun = options["dry-run"];
  const { lines, kept } = await startGuidance({
    places,
    project,
    loopId: id,
    nowMs,
    keepsAll: options["keep-guidance"],
    isDryRun,
  });
  if (kept > 0 && !isDryRun) {
    const sentence = `The loop starts with guidance: ${showCount(kept, "item")}`;
    noteCommand(places, project, "guidance", { event: "start", sentence, nowMs });
  }
  return lines;
}
