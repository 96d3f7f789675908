/** Gathers the facts that a Stop event is judged by. */
import type { Consulted } from "../../adapters/ask_adapter.ts";
import { judgeBackground } from "../../evidence/background.ts";
import { judgeFocus } from "../../evidence/completion/judge_focus.ts";
import { judgeProgress } from "../../evidence/progress/judge.ts";
import type { Document } from "../../plan/items/document.ts";
import { readHeads } from "../../evidence/progress/heads.ts";
import { probeTree, readCommit, takeMark } from "../../evidence/progress/mark.ts";
import {
  findCopy,
  findWorkTree,
  nameCheckout,
  type WorkTree,
} from "../../evidence/progress/work_tree.ts";
import { readTags } from "../../evidence/tags/tags.ts";
import { dropCounted } from "../../evidence/activity.ts";
import { holdsMessage, pollTranscript, systemPacer } from "../../evidence/transcript/poll.ts";
import type { ItemCheck } from "../../evidence/verification/command_needs.ts";
import { readTick, type ReadTranscript, type Tick } from "../../lifecycle/turn_time.ts";
import type { Facts } from "../../loop/facts.ts";
import { findTurnStart } from "../../loop/time/pausing.ts";
import { DEFAULT_BLOCK_CAP, toollessLeft } from "../../loop/rules/limits.ts";
import type { ProgressMark } from "../../store/records/progress_mark.ts";
import { exists } from "../../store/files/presence.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import type { SessionRecord } from "../../store/records/session_record.ts";
import { validationTimeoutMs } from "../../store/settings/settings.ts";
import { findBranches } from "./branches.ts";
import { consult } from "./continuation.ts";
import type { StopEvent } from "./session.ts";
import { relative } from "../../system/path.ts";

/** The facts, and their sources. */
export interface Gathered {
  readonly facts: Facts;
  readonly tick: Tick;
  /** The session's record, with the additions of this event. */
  readonly session: SessionRecord;
  /** The commands of the plan's ticked items. */
  readonly items: readonly ItemCheck[];
  /** The worktree that the session works in; null in the project's own checkout. */
  readonly workTree: WorkTree | null;
  /** Notes for the continuation: what runs in the background, what was left out. */
  readonly notes: readonly string[];
  /** The adapter's answer; null if the project has no adapter. */
  readonly consulted: Consulted | null;
  readonly markTree: () => Promise<ProgressMark>;
  /** Messages that the user has to see: the plan's new place. */
  readonly problems?: readonly string[];
}

/**
 * Gathers the facts that cost little. The scanner and the verification commands run only if the
 * judgement needs them.
 */
export async function gather(stop: StopEvent): Promise<Gathered> {
  const { env, event, loop, session, settings } = stop;
  const { record } = loop;
  const nowMs = stop.nowMs();
  const blockCap = env.blockCap ?? DEFAULT_BLOCK_CAP;
  const { tick: read, toolless } = readToolUse(stop, nowMs, blockCap);
  const background = judgeBackground(
    event.backgroundTasks,
    event.sessionCrons.length,
    // In `-p` nothing would wake a session that rests while a dev server runs: it waits for no shell.
    env.isAttended ? record.shellsSeen : event.backgroundTasks.map(({ id }) => id),
  );
  const workTree = findWorkTree(record.project, event.cwd);
  const focus = await readFocus(stop, workTree);
  const tick = followPlan(read, focus.movedTo);
  const consulted = await consult(record, record.iteration + 1);
  // A client that does not send the message has written it into the transcript.
  const message = event.lastAssistantMessage || (tick.reading.lastText ?? "");
  const { completion, checks: items } = focus;
  const heads = findMovedHeads(stop);
  const progress = await judgeProgress({
    message,
    record,
    session,
    settings,
    usedNoTool: (tick.lastToolCallAtMs ?? 0) < findTurnStart(record),
    completion,
    takeMark: (checklist) => {
      const metrics = consulted?.opinion?.metrics ?? record.adapter?.metrics ?? 0;
      const { commit, count } = heads;
      return takeMark(record.project, { nowMs, checklist, metrics, commit, heads: count });
    },
    // The plan's items count as the checklist; other edits of the plan are not progress.
    tree: probeTree([record.project, ...workTree === null ? [] : [workTree.top]], focus.paths),
  });
  const { openItems } = completion;
  const tags = readTags(message);
  const waiting = await loadWaiting(record, focus.document, tags.blocked);
  const branches = await findBranches({
    ...{ record, session, openItems },
    commit: heads.commit,
    moved: heads.moved,
    isInCheckout: workTree === null,
  });
  return {
    facts: {
      nowMs,
      killSwitch: loop.killSwitch,
      markerPresent: loop.hasMarker,
      isStopQueued: tick.reading.isStopQueued,
      activity: tick.activity,
      permissionMode: event.permissionMode ?? null,
      waitsOn: background.waitsOn,
      shellsSeen: background.shellsSeen,
      completion,
      tags,
      ...waiting === null ? {} : { waiting },
      toollessContinuations: toolless.length,
      blockCap,
      checks: [...new Set([...items.map(({ command }) => command), ...settings.verify])],
      verification: { kind: "none" },
      ...progress.facts,
      ...branches.moved.length === 0 ? {} : { movedHeads: branches.moved },
      ...branches.unmerged.length === 0 ? {} : { unmerged: branches.unmerged },
      ...branches.need === null ? {} : { needsMerge: branches.need },
      // With other checkouts, an end says which one was judged.
      ...workTree === null && heads.count === 0
        ? {}
        : { checkout: nameCheckout(record.project, workTree) },
      adapter: consulted?.opinion ?? null,
      opportunities: null,
      validationTimeoutMs: validationTimeoutMs(settings, loop.facts.preset),
    },
    tick,
    problems: focus.movedTo === undefined ? [] : focus.problems.slice(0, 1),
    consulted,
    items,
    workTree,
    markTree: progress.markTree,
    session: {
      ...session,
      clientVersion: tick.reading.clientVersion ?? session.clientVersion,
      recentOutputs: [...progress.outputs],
      heads: heads.seen,
      ...session.unmerged === undefined && branches.unmerged.length === 0 ? {} : {
        unmerged: branches.unmerged.map((head) => ({ ...head, ticked: [...head.ticked] })),
      },
      toollessAtMs: toolless,
    },
    notes: [
      ...focus.problems,
      ...branches.notes,
      ...background.named.map((what) => `Still running in the background: ${what}`),
    ],
  };
}

/** Returns the tick with the plan's new path. */
function followPlan(tick: Tick, path: string | undefined): Tick {
  if (path === undefined) return tick;
  const { record } = tick;
  return { ...tick, record: { ...record, focus: { ...record.focus, path } } };
}

/**
 * Reads the focus file, and its copy in the worktree that the session works in: of two copies the one
 * that is further counts, since a tick in either of them was made for this loop.
 */
async function readFocus({ loop: { record }, settings }: StopEvent, workTree: WorkTree | null) {
  const { focus: { path }, planSeen, project } = record;
  const own = await judgeFocus(path, settings, planSeen, project);
  if (path === null) return { ...own, paths: [] };
  const copy = workTree === null ? null : findCopy(workTree, project, path);
  // Without git a worktree has no copy, and no search for it.
  if (copy === null || !exists(copy) && !await isTracked(project, path)) {
    return { ...own, paths: [path] };
  }
  const { movedTo: _, ...other } = await judgeFocus(copy, settings, planSeen, workTree?.top);
  const isFurther = other.completion.verdict === "complete"
    ? own.completion.verdict !== "complete"
    : other.completion.done > own.completion.done;
  return { ...isFurther ? other : own, paths: [path, copy] };
}

async function isTracked(project: string, path: string): Promise<boolean> {
  const { findTracked } = await import("../../ideas/tree/git_index.ts");
  return findTracked(project, [relative(project, path)]).length > 0;
}

/** Finds the branches and worktrees that got a commit since the session's last Stop. */
function findMovedHeads({ loop: { record }, session }: StopEvent) {
  const commit = readCommit(record.project);
  const sinceMs = record.lastDecision?.at ?? record.startedAt;
  const { moved, seen } = readHeads(
    record.project,
    commit,
    session.heads ?? { sinceMs, commits: [] },
  );
  const marks = [session.recentOutputs.at(-1)?.mark, record.idle?.mark, record.rejected];
  return {
    commit,
    moved,
    count: Math.max(0, ...marks.map((mark) => mark?.heads ?? 0)) + moved.length,
    seen,
  };
}

/** Finds the items that wait for a person; the code is loaded only if the agent needs one. */
async function loadWaiting(
  { items, waitingItems = [] }: LoopRecord,
  plan: Document | null,
  need: string | null,
) {
  if (plan === null || need === null && waitingItems.length === 0) return null;
  const { findWaiting } = await import("../../evidence/completion/waiting_items.ts");
  return findWaiting(plan, { before: waitingItems, named: items?.next ?? null, need });
}

/**
 * Reads the transcript, which lags behind the event and may miss a tool call of this turn. If
 * that would end the loop or spoil a validation round, this waits until it contains the last message.
 */
function readToolUse(
  { places, event, loop: { record }, session }: StopEvent,
  nowMs: number,
  blockCap: number,
): { tick: Tick; toolless: number[] } {
  const read = (options: { read?: ReadTranscript } = {}) => {
    const tick = readTick(places, record, event.transcriptPath ?? null, nowMs, options);
    const toolless = dropCounted(session.toollessAtMs, {
      lastToolCallAtMs: tick.lastToolCallAtMs,
      stopHookActive: event.stopHookActive,
    });
    return { tick, toolless };
  };
  const first = read();
  const isLastChance = toollessLeft(first.toolless.length, blockCap) === 0;
  const closesRound = first.toolless.length > 0 && record.phase === "validation";
  if (!isLastChance && !closesRound) return first;
  const isHere = holdsMessage(event.lastAssistantMessage);
  return read({
    read: (file, cursor, options) =>
      pollTranscript(file, cursor, isHere, systemPacer, options).reading,
  });
}
