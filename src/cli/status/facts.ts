/** Gathers the facts for `status`, without changing anything. */
import { HOUR_MS } from "../../text/time.ts";
import { shownItems } from "../../guidance/overview.ts";
import { readGuidance } from "../../guidance/document.ts";
import { judgeFocus } from "../../evidence/completion/judge_focus.ts";
import type { Document } from "../../plan/items/document.ts";
import { finishCutEnds } from "../../lifecycle/end.ts";
import { checkRecord } from "../../lifecycle/check_record.ts";
import {
  findBrokenFacts,
  findLoop,
  findVanishedLoop,
  type LoopPlace,
} from "../../lifecycle/loop.ts";
import { findStrangeMarks } from "../../lifecycle/view/strange_marks.ts";
import { isFolder } from "../../store/files/presence.ts";
import { remainingOf } from "../../loop/rules/limits.ts";
import { sayProblem } from "../../registration/status.ts";
import { nameElsewhere, type ReadIn } from "../../loop/reasons.ts";
import { BY_ITSELF, type StateView } from "../../lifecycle/view/state_view.ts";
import { messageOf } from "../../error.ts";
import { nameCommand, type Place } from "../../text/command_name.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import type { Places } from "../../store/places.ts";
import { limitsOfSession } from "../view/limits_text.ts";
import type { CommandContext } from "../core/context.ts";
import { describeWindow } from "../../lifecycle/view/owner_window.ts";
import { readEndedLoop, viewOfEnd } from "../../lifecycle/view/ended.ts";
import { listLeftovers } from "../../run/parallel/leftovers.ts";
import { findRunHolder } from "../../store/run_lock.ts";
import { gatherRunStatus } from "./run_status.ts";
import { viewLoop } from "../../lifecycle/view/loop_view.ts";
import {
  locateLastLoop,
  type Location,
  readRegistrationHere,
  whereIsRead,
} from "../core/locate.ts";

/** The facts about a project and its loop that `ralph status` shows. */
export type Status = Awaited<ReturnType<typeof gatherStatus>>;

/**
 * Gathers the status of a project.
 *
 * @param location The project; by default that of the working directory.
 */
export async function gatherStatus(
  context: CommandContext,
  location: Location = locateLastLoop(context),
) {
  const { places, project } = location;
  const where = whereIsRead(context, project);
  const atMs = context.nowMs();
  finishCutEnds(places, project, null);
  // If the project is gone, no event of a session will end its loop, so it is not stopping.
  const here = findLoop(places, project) ??
    (isFolder(project) ? findVanishedLoop(places, project) : null);
  const guidance = readGuidance(project);
  const loop = here === null ? null : { id: here.facts.id, startedAt: here.facts.startedAt };
  const checked = here === null ? null : checkRecord(here);
  const living = here === null || checked?.record == null
    ? null
    : await loopStatus(context, places, here, checked.record, atMs);
  const damage = checked === null
    ? findBrokenFacts(places, project)
    : checked.damage && { ...checked.damage, what: `its ${checked.damage.what}` };
  // While a loop is active, even if unreadable, the last stop belongs to another loop.
  const strange = here === null && damage === null ? findStrangeMarks(places, project) : null;
  const ended = here === null && damage === null ? await readEndedLoop(places, project) : null;
  const { isDead, ...hooks } = hooksOf(context, { places, project });
  return {
    /** When the facts were gathered, epoch milliseconds. */
    atMs,
    project,
    /** The present state; without an active loop, the end of the last one. */
    state: living === null ? viewOfEnd(damage, ended, where, strange) : leadFrom(
      where,
      project,
      withoutHooks(living.state, living.loop.record, isDead, context.env.place),
    ),
    guidance: shownItems(guidance, loop, atMs),
    guidanceProblems: guidance.problems,
    hooks,
    loop: living?.loop ?? null,
    /** The reason why the loop's record cannot be read; null if it can. */
    damage: damage?.what ?? null,
    killSwitch: here?.killSwitch ?? null,
    /** A sentence about marks of a loop that is unknown in this home folder; null if there are none. */
    otherMarks: strange && `${strange.what} → ${strange.howToContinue}`,
    /** The loop that ended last; null while a loop is active. */
    ended,
    /** Remains of parallel runs in the repository; empty while a run works. */
    leftovers: findRunHolder(places, project) === null
      ? await listLeftovers(places, project)
      : { worktrees: [], branches: [] },
  };
}

/** Adapts the next step of a state to the reader, with the folder if they are in another one. */
function leadFrom(where: ReadIn, project: string, state: StateView): StateView {
  const { howToContinue } = state;
  const isLine = where === "elsewhere" && howToContinue !== null && howToContinue !== BY_ITSELF;
  return isLine ? { ...state, howToContinue: nameElsewhere(howToContinue, project) } : state;
}

/** An active loop, with its time, progress and last sign of life. */
export type LoopStatus = Awaited<ReturnType<typeof loopStatus>>["loop"];

async function loopStatus(
  { env }: CommandContext,
  places: Places,
  here: LoopPlace,
  record: LoopRecord,
  nowMs: number,
) {
  const run = record.driver === "runner" ? await gatherRunStatus(places, record) : null;
  const { state, settings, counted, liveness, lastSign, unhonoured, messages } = await viewLoop(
    { env, places },
    { ...here, record },
    nowMs,
    run && { isRunning: run.holder !== null, lastOutputAtMs: run.lastOutputAtMs ?? 0 },
  );
  const { completion, document, problems } = await judgeFocus(
    record.focus.path,
    settings,
    record.planSeen,
    record.project,
  );
  const left = remainingOf(counted.record, settings);
  const loop = {
    record,
    /** The state of `ralph run`, if the loop belongs to it. */
    run,
    sessionProcess: liveness,
    /** The window that owns the loop, for people; null if no window does. */
    window: record.ownerSession === null || record.pause?.closed !== undefined
      ? null
      : describeWindow(record, liveness, nowMs),
    lastSign,
    limits: run === null ? limitsOfSession(settings) : settings,
    nextItem: run?.live?.agents[0]?.item || await findNext(document, record) ||
      (completion.openItems[0] ?? null),
    runtimeHours: left.runtimeHours,
    wallHours: Math.max(0, nowMs - record.startedAt) / HOUR_MS,
    silentHours: Math.max(0, nowMs - counted.record.lastHookAtMs) / HOUR_MS,
    toMaxHours: left.toMaxHours,
    toMaxIterations: left.toMaxIterations,
    /** The record, with the activity up to now. */
    counted,
    usage: counted.record.usage,
    completion: {
      verdict: completion.verdict,
      signals: completion.signals,
      // A run may work on only a part of the plan.
      done: run?.items?.done ?? completion.done,
      total: run?.items?.total ?? completion.total,
    },
    /** The last continuation that the client did not follow; null if it followed all. */
    unhonoured: unhonoured === null ? null : { at: unhonoured.atMs, sentence: unhonoured.sentence },
    messages: [...messages, ...problems],
  };
  return { loop, state };
}

async function findNext(document: Document | null, { waitingItems }: LoopRecord) {
  if (waitingItems === undefined) return null;
  const { findNextItem } = await import("../../evidence/completion/waiting_items.ts");
  return findNextItem(document, waitingItems);
}

function hooksOf(context: CommandContext, location: Location) {
  try {
    const { state, problems, isDead } = readRegistrationHere(context, location);
    return { state, problems: problems.map(sayProblem), isDead };
  } catch (error) {
    return { state: "unknown" as const, problems: [messageOf(error)], isDead: false };
  }
}

/** Marks the state as silent if the hooks do not run, since then no turn follows, whatever the record has. */
function withoutHooks(
  state: StateView,
  { driver }: LoopRecord,
  isDead: boolean,
  place: Place,
): StateView {
  if (!isDead || driver === "runner" || state.code !== "working") return state;
  const what = "the hooks do not run, so nothing continues the session";
  return { ...state, code: "silent", what, howToContinue: nameCommand("hooks install", place) };
}
