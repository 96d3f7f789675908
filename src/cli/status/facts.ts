/** Gathers what `status` shows; changes nothing. */
import { HOUR_MS } from "../../text/time.ts";
import type { LastSign } from "../../evidence/last_sign.ts";
import type { Liveness } from "../../evidence/liveness.ts";
import { type ShownItem, shownItems } from "../../guidance/overview.ts";
import { readGuidance } from "../../guidance/document.ts";
import { judgeFocus } from "../../evidence/completion/judge_focus.ts";
import {
  describeBrokenFacts,
  findLoop,
  findVanishedLoop,
  type FoundLoop,
} from "../../lifecycle/loop.ts";
import type { Completion } from "../../loop/facts.ts";
import { isFolder } from "../../store/files/presence.ts";
import type { StateView } from "../../evidence/state_view.ts";
import { remainingOf } from "../../loop/rules/limits.ts";
import { type RegistrationState, sayProblem } from "../../registration/status.ts";
import { messageOf } from "../../error.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import type { Places } from "../../store/places.ts";
import type { Settings } from "../../store/settings/settings.ts";
import type { CommandContext } from "../core/context.ts";
import { describeWindow } from "../../lifecycle/view/owner_window.ts";
import { type EndedLoop, readEndedLoop, viewOfEnd } from "../../lifecycle/view/ended.ts";
import { type Leftovers, listLeftovers } from "../../run/parallel/leftovers.ts";
import { findRunHolder } from "../../store/run_lock.ts";
import { gatherRunStatus, type RunStatus } from "./run_status.ts";
import type { CountedLoop } from "../../lifecycle/view/live.ts";
import { viewLoop } from "../../lifecycle/view/loop_view.ts";
import type { ShownLimits } from "../view/limits_text.ts";
import { locateLastLoop, type Location, readRegistrationHere } from "../core/locate.ts";

/** The facts about a project and its loop that `ralph status` shows. */
export interface Status {
  /** When the facts were gathered, epoch milliseconds. */
  readonly atMs: number;
  readonly project: string;
  /** What is happening; without an active loop, how the last loop ended. */
  readonly state: StateView;
  readonly hooks: {
    readonly state: RegistrationState | "unknown";
    readonly problems: readonly string[];
  };
  readonly loop: LoopStatus | null;
  /** Why the loop's record cannot be read; null where it can. */
  readonly damage: string | null;
  readonly killSwitch: string | null;
  readonly guidance: readonly ShownItem[];
  readonly guidanceProblems: readonly string[];
  /** The loop that ended last; null while a loop is active. */
  readonly ended: EndedLoop | null;
  /** What parallel runs left in the repository; empty while a run works. */
  readonly leftovers: Leftovers;
}

/** An active loop, with its time, progress and last sign of life. */
export interface LoopStatus {
  readonly record: LoopRecord;
  /** The record with its activity up to now. */
  readonly counted: CountedLoop;
  /** What `ralph run` does, where the loop belongs to it. */
  readonly run: RunStatus | null;
  readonly sessionProcess: Liveness;
  /** The window that owns the loop, for people; null where no window does. */
  readonly window: string | null;
  readonly lastSign: LastSign;
  readonly limits: ShownLimits & Pick<Settings, "max_cost_usd" | "validation_rounds">;
  readonly nextItem: string | null;
  readonly runtimeHours: number;
  readonly wallHours: number;
  readonly silentHours: number;
  readonly toMaxHours: number;
  readonly toMaxIterations: number;
  readonly usage: LoopRecord["usage"];
  readonly completion: Pick<Completion, "verdict" | "signals" | "done" | "total">;
  /** The last continuation after which the client did not continue; null where all did. */
  readonly unhonoured: { readonly at: number; readonly sentence: string } | null;
  readonly messages: readonly string[];
}

/**
 * Gathers the status of a project.
 *
 * @param location The project; by default the project that the command was called in.
 */
export async function gatherStatus(
  context: CommandContext,
  location: Location = locateLastLoop(context),
): Promise<Status> {
  const { places, project } = location;
  const atMs = context.nowMs();
  // Where the project is gone, no event of a session will end its loop: it is not stopping.
  const here = findLoop(places, project) ??
    (isFolder(project) ? findVanishedLoop(places, project) : null);
  const guidance = readGuidance(project);
  const loop = here === null ? null : { id: here.facts.id, startedAt: here.facts.startedAt };
  const living = here === null || here.record === null
    ? null
    : await loopStatus(context, places, here, here.record, atMs);
  const damage = here === null
    ? describeBrokenFacts(places, project)
    : here.record !== null
    ? null
    : `its ${here.damage}`;
  // While a loop is active, the last stop is another loop's.
  const ended = here === null ? await readEndedLoop(places, project) : null;
  return {
    atMs,
    project,
    state: living?.state ?? viewOfEnd(damage, ended, context.env.place),
    guidance: shownItems(guidance, loop, atMs),
    guidanceProblems: guidance.problems,
    hooks: hooksOf(context, { places, project }),
    loop: living?.loop ?? null,
    damage,
    killSwitch: here?.killSwitch ?? null,
    ended,
    leftovers: findRunHolder(places, project) === null
      ? await listLeftovers(places, project)
      : { worktrees: [], branches: [] },
  };
}

async function loopStatus(
  { env }: CommandContext,
  places: Places,
  here: FoundLoop,
  record: LoopRecord,
  nowMs: number,
): Promise<{ readonly loop: LoopStatus; readonly state: StateView }> {
  const run = record.driver === "runner" ? await gatherRunStatus(places, record) : null;
  const { state, settings, counted, liveness, lastSign, unhonoured, messages } = await viewLoop(
    { env, places },
    { ...here, record },
    nowMs,
    run === null
      ? null
      : { isRunning: run.holder !== null, lastOutputAtMs: run.lastOutputAtMs ?? 0 },
  );
  const { completion, problems } = await judgeFocus(record.focus.path, settings, record.planSeen);
  const left = remainingOf(counted.record, settings);
  const loop: LoopStatus = {
    record,
    run,
    sessionProcess: liveness,
    window: record.ownerSession === null || record.pause?.closed !== undefined
      ? null
      : describeWindow(record, liveness, nowMs),
    lastSign,
    limits: settings,
    nextItem: run?.live?.agents[0]?.item || (completion.openItems[0] ?? null),
    runtimeHours: left.runtimeHours,
    wallHours: Math.max(0, nowMs - record.startedAt) / HOUR_MS,
    silentHours: Math.max(0, nowMs - counted.record.lastHookAtMs) / HOUR_MS,
    toMaxHours: left.toMaxHours,
    toMaxIterations: left.toMaxIterations,
    counted,
    usage: counted.record.usage,
    completion: {
      verdict: completion.verdict,
      signals: completion.signals,
      // A run may work on a part of the plan.
      done: run?.items?.done ?? completion.done,
      total: run?.items?.total ?? completion.total,
    },
    unhonoured: unhonoured === null ? null : { at: unhonoured.atMs, sentence: unhonoured.sentence },
    messages: [...messages, ...problems],
  };
  return { loop, state };
}

function hooksOf(context: CommandContext, location: Location): Status["hooks"] {
  try {
    const { state, problems } = readRegistrationHere(context, location);
    return { state, problems: problems.map(sayProblem) };
  } catch (error) {
    return { state: "unknown", problems: [messageOf(error)] };
  }
}
