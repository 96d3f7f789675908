/** Gathers what `status` shows; changes nothing. */
import { HOUR_MS } from "../../text/time.ts";
import { shownItems } from "../../guidance/overview.ts";
import { readGuidance } from "../../guidance/document.ts";
import { judgeFocus } from "../../evidence/completion/judge_focus.ts";
import type { Document } from "../../plan/items/document.ts";
import { finishCutEnds } from "../../lifecycle/end.ts";
import {
  findBrokenFacts,
  findLoop,
  findVanishedLoop,
  type FoundLoop,
} from "../../lifecycle/loop.ts";
import { findStrangeMarks } from "../../lifecycle/view/strange_marks.ts";
import { isFolder } from "../../store/files/presence.ts";
import { remainingOf } from "../../loop/rules/limits.ts";
import { sayProblem } from "../../registration/status.ts";
import { nameElsewhere, type ReadIn } from "../../loop/reasons.ts";
import { BY_ITSELF, type StateView } from "../../evidence/state_view.ts";
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
 * @param location The project; by default the project that the command was called in.
 */
export async function gatherStatus(
  context: CommandContext,
  location: Location = locateLastLoop(context),
) {
  const { places, project } = location;
  const where = whereIsRead(context, project);
  const atMs = context.nowMs();
  finishCutEnds(places, project, null);
  // Where the project is gone, no event of a session will end its loop: it is not stopping.
  const here = findLoop(places, project) ??
    (isFolder(project) ? findVanishedLoop(places, project) : null);
  const guidance = readGuidance(project);
  const loop = here === null ? null : { id: here.facts.id, startedAt: here.facts.startedAt };
  const living = here === null || here.record === null
    ? null
    : await loopStatus(context, places, here, here.record, atMs);
  const damage = here === null
    ? findBrokenFacts(places, project)
    : here.record !== null
    ? null
    : { what: `its ${here.damage}`, isOfOtherVersion: here.isOfOtherVersion };
  // While a loop is active, though nobody can read it, the last stop is another loop's.
  const strange = here === null && damage === null ? findStrangeMarks(places, project) : null;
  const ended = here === null && damage === null ? await readEndedLoop(places, project) : null;
  const { isDead, ...hooks } = hooksOf(context, { places, project });
  return {
    /** When the facts were gathered, epoch milliseconds. */
    atMs,
    project,
    /** What is happening; without an active loop, how the last loop ended. */
    state: living === null ? viewOfEnd(damage, ended, where, strange) : leadFrom(
      where,
      project,
      withoutHooks(living.state, living.loop.record, isDead, context.env.place),
    ),
    guidance: shownItems(guidance, loop, atMs),
    guidanceProblems: guidance.problems,
    hooks,
    loop: living?.loop ?? null,
    /** Why the loop's record cannot be read; null if it can. */
    damage: damage?.what ?? null,
    killSwitch: here?.killSwitch ?? null,
    /** Marks of a loop that this home folder does not have here, in a sentence; null without any. */
    otherMarks: strange && `${strange.what} → ${strange.wayOn}`,
    /** The loop that ended last; null while a loop is active. */
    ended,
    /** What parallel runs left in the repository; empty while a run works. */
    leftovers: findRunHolder(places, project) === null
      ? await listLeftovers(places, project)
      : { worktrees: [], branches: [] },
  };
}

/** Says how a loop goes on, to somebody in another folder with the folder. */
function leadFrom(where: ReadIn, project: string, state: StateView): StateView {
  const { wayOn } = state;
  const isLine = where === "elsewhere" && wayOn !== null && wayOn !== BY_ITSELF;
  return isLine ? { ...state, wayOn: nameElsewhere(wayOn, project) } : state;
}

/** An active loop, with its time, progress and last sign of life. */
export type LoopStatus = Awaited<ReturnType<typeof loopStatus>>["loop"];

async function loopStatus(
  { env }: CommandContext,
  places: Places,
  here: FoundLoop,
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
    /** What `ralph run` does, if the loop belongs to it. */
    run,
    sessionProcess: liveness,
    /** The window that owns the loop, for people; null if no window does. */
    window: record.ownerSession === null || record.pause?.closed !== undefined
      ? null
      : describeWindow(record, liveness, nowMs),
    lastSign,
    limits: run === null ? limitsOfSession(settings) : settings,
    nextItem: run?.live?.agents[0]?.item || await findNext(document, record.waitingItems) ||
      (completion.openItems[0] ?? null),
    runtimeHours: left.runtimeHours,
    wallHours: Math.max(0, nowMs - record.startedAt) / HOUR_MS,
    silentHours: Math.max(0, nowMs - counted.record.lastHookAtMs) / HOUR_MS,
    toMaxHours: left.toMaxHours,
    toMaxIterations: left.toMaxIterations,
    /** The record with its activity up to now. */
    counted,
    usage: counted.record.usage,
    completion: {
      verdict: completion.verdict,
      signals: completion.signals,
      // A run may work on a part of the plan.
      done: run?.items?.done ?? completion.done,
      total: run?.items?.total ?? completion.total,
    },
    /** The last continuation after which the client did not continue; null if all did. */
    unhonoured: unhonoured === null ? null : { at: unhonoured.atMs, sentence: unhonoured.sentence },
    messages: [...messages, ...problems],
  };
  return { loop, state };
}

/** Finds the next item for the agent while others wait for a person; null if none waits. */
async function findNext(
  plan: Document | null,
  before: LoopRecord["waitingItems"] = [],
): Promise<string | null> {
  if (plan === null || before.length === 0) return null;
  const { findWaiting } = await import("../../evidence/completion/waiting_items.ts");
  return findWaiting(plan, { before, named: null, need: null }).next;
}

function hooksOf(context: CommandContext, location: Location) {
  try {
    const { state, problems, isDead } = readRegistrationHere(context, location);
    return { state, problems: problems.map(sayProblem), isDead };
  } catch (error) {
    return { state: "unknown" as const, problems: [messageOf(error)], isDead: false };
  }
}

/** A session whose hooks start no program rests after its turn, whatever its record says. */
function withoutHooks(
  state: StateView,
  { driver }: LoopRecord,
  isDead: boolean,
  place: Place,
): StateView {
  if (!isDead || driver === "runner" || state.code !== "working") return state;
  const what = "the hooks do not run, so nothing continues the session";
  return { ...state, code: "silent", what, wayOn: nameCommand("hooks install", place) };
}
