/**
 * A replay for programs: one naming style, instants in ISO 8601, null for what is unknown. Pure.
 */
import { SECOND_MS } from "../../text/time.ts";
import type { JudgedStop, PossibleEnd } from "../../replay/judging/simulated_loop.ts";
import type { LoopResult } from "../../replay/judging/simulation.ts";
import type { ReplayedLoop } from "../../replay/replay.ts";
import { renderExactInstant } from "../../text/instant.ts";
import { withSnakeCaseNames } from "../../text/snake_case.ts";
import type { Refused } from "./files.ts";
import type { Change } from "./options.ts";
import type { ReplayedFile } from "./table.ts";

const REPLAY_SCHEMA_VERSION = 1;

/** Facts that no transcript has: no decision here depends on a guess about them. */
const NEVER_IN_A_TRANSCRIPT = ["adapter", "exploration", "kill_switch", "tree", "verification"];

/** Makes the document of a replay. */
export function replayDocument(
  files: readonly ReplayedFile[],
  refused: readonly Refused[],
  changes: readonly Change[],
  hasDecisions: boolean,
): Record<string, unknown> {
  return withSnakeCaseNames({
    schemaVersion: REPLAY_SCHEMA_VERSION,
    configurations: changes.map(({ preset, flags }) => ({ preset, flags })),
    unknown: NEVER_IN_A_TRANSCRIPT,
    transcripts: files.map(({ path, replay }) => ({
      path,
      sessionId: replay.sessionId,
      clientVersion: replay.clientVersion,
      brokenLines: replay.brokenLines,
      isCutOff: replay.isCutOff,
      unreadableSubagents: replay.unreadableSubagents,
      loops: replay.loops.map((loop) => loopFields(loop, hasDecisions)),
    })),
    errors: refused,
  }) as Record<string, unknown>;
}

function loopFields({ start, ...loop }: ReplayedLoop, hasDecisions: boolean) {
  return {
    startedAt: renderExactInstant(start.atMs),
    endedAt: renderExactInstant(loop.endedAtMs),
    isMarked: start.isMarked,
    project: start.project === "" ? null : start.project,
    plan: loop.plan,
    limits: loop.limits,
    adapter: loop.adapter,
    stops: loop.stops,
    results: loop.results.map((result) => resultFields(result, hasDecisions)),
  };
}

function resultFields(result: LoopResult, hasDecisions: boolean) {
  const { activeMs, decisions, ends, hasEnded, hasOtherLimits, iteration } = result;
  return {
    hasEnded,
    hasOtherLimits,
    activeSeconds: activeMs / SECOND_MS,
    iteration,
    ends: ends.map(endFields),
    ...hasDecisions ? { decisions: decisions.map(decisionFields) } : {},
  };
}

function endFields({ atMs, activeMs, reason, ...end }: PossibleEnd) {
  const { code, sentence } = reason;
  return { ...end, ...timesOf(atMs, activeMs), code, sentence };
}

function decisionFields({ atMs, activeMs, ends, ...judged }: JudgedStop) {
  return { ...judged, ...timesOf(atMs, activeMs), ends: ends.map(endFields) };
}

function timesOf(atMs: number, activeMs: number) {
  return { at: renderExactInstant(atMs), activeSeconds: activeMs / SECOND_MS };
}
