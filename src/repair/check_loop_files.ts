/**
 * Restores files of the loop that a tool call of the agent destroyed: before and after each command and at
 * Stop. If nothing changed, this only compares a handful of files.
 */
import { attempt } from "../error.ts";
import type { HookContext } from "../lifecycle/context.ts";
import type { HookEvent } from "../lifecycle/event.ts";
import { findLostLoop, findSessionLoop, type FoundLoop } from "../lifecycle/loop.ts";
import { exists } from "../store/files/presence.ts";
import { projectPlaces } from "../store/places.ts";
import { PROJECT_FILES } from "../store/project_files.ts";
import { type Call, readBeginMs, runningCalls } from "../store/repair/calls.ts";
import { LoopCopies } from "../store/repair/loop_copies.ts";
import { callOf, isAfterCall } from "./agent_calls.ts";

/** The loop, and what was restored of it. */
export interface FileCheck {
  readonly found: FoundLoop;
  /** Describes to the agent what was restored; null if it need not know. */
  readonly forAgent: string | null;
}

/** For starting the hook and the command, and for file systems' clocks. */
const SLACK_MS = 2_000;
/** A shorter one for changes that a user makes too: calls end all the time, and each would undo them. */
const SHORT_SLACK_MS = 250;
/** A file system's clock may be behind by so much. */
const FILE_CLOCK_MS = 20;

/**
 * Checks the loop's files at an event of the session, and restores files that a call destroyed.
 *
 * @returns The loop of this project; null if it has none.
 */
export async function checkLoopFiles(
  event: HookEvent,
  context: HookContext,
): Promise<FileCheck | null> {
  let found = findSessionLoop(context) ?? findLostLoop(context, event.sessionId);
  if (found === null) return null;
  let taken: string | null = null;
  if (isAfterCall(event) && isSwitchOfCall(event, found, context)) {
    const { takeBackSwitch } = await import("./repair_at_event.ts");
    taken = takeBackSwitch(event, found, context, callOf(event, context.nowMs()));
    found = findSessionLoop(context) ?? found;
  }
  const { facts: { id }, project, hasMarker } = found;
  if (new LoopCopies(context.places, id, project).lookUnchanged()) {
    return { found, forAgent: taken };
  }
  const calls = callsDuring(event, found, context);
  // If no call ran, the runner decides what a lost marker means.
  if (context.env.isInsideRun && calls.length === 0 && !hasMarker) {
    return { found, forAgent: taken };
  }
  const { repairAtEvent } = await import("./repair_at_event.ts");
  const repaired = repairAtEvent(event, found, context, calls);
  const forAgent = [taken, repaired].filter((text) => text !== null).join("\n\n") || null;
  return { found: findSessionLoop(context) ?? found, forAgent };
}

/**
 * Checks whether the call that has ended made the loop's kill switch. The user may make one during a call
 * that takes minutes, so the time alone proves nothing: the call's input must name the file, or the call is a
 * skill, whose shell lines the guard has not read.
 */
function isSwitchOfCall(
  event: HookEvent,
  { facts: { id }, killSwitch }: FoundLoop,
  { env, nowMs, places }: HookContext,
): boolean {
  // The runner ends the run as soon as the switch exists.
  if (killSwitch === null || env.isInsideRun || !mayMakeSwitch(event)) return false;
  const info = attempt(() => Deno.lstatSync(killSwitch));
  if (info === null) return false;
  const times = [info.mtime, info.ctime, info.birthtime].map((time) => time?.getTime() ?? 0);
  const notedMs = readBeginMs(places, id, event.toolUseId);
  const slackMs = notedMs === null ? SHORT_SLACK_MS : FILE_CLOCK_MS;
  const beganMs = notedMs ?? nowMs() - (event.durationMs ?? 0);
  return Math.max(...times) >= beganMs - slackMs;
}

/** Quotes, backslashes and line continuations of a shell line in JSON, which may split a name. */
const PARTING = /\\\\\\n|["'\\]/g;

function mayMakeSwitch({ toolName, toolInput }: HookEvent): boolean {
  if (toolName === "Skill") return true;
  const words = JSON.stringify(toolInput).replaceAll(PARTING, "").toUpperCase();
  return words.includes(PROJECT_FILES.killSwitch.name);
}

/** Lists the calls that ran since the last check: the recorded ones, or the event's own. */
function callsDuring(event: HookEvent, here: FoundLoop, context: HookContext): Call[] {
  const running = runningCalls(context.places, here.facts.id, context.nowMs());
  if (running.length > 0 || !isAfterCall(event) || !mayHaveChanged(event, here, context)) {
    return running;
  }
  return [callOf(event, context.nowMs())];
}

/**
 * Checks whether something in `.claude` changed since the beginning of a call that was not recorded. Files
 * that disappeared before it were removed by the user.
 */
function mayHaveChanged(event: HookEvent, { project }: FoundLoop, context: HookContext): boolean {
  if (event.durationMs == null) return true;
  const { dir, state, config } = projectPlaces(project);
  // A user deletes only the marker.
  const slackMs = exists(state) ? SHORT_SLACK_MS : SLACK_MS;
  const beganMs = context.nowMs() - event.durationMs - slackMs;
  const [changed, ...others] = [dir, state, config].map((path) =>
    attempt(() => Deno.statSync(path).mtime?.getTime() ?? 0)
  );
  return changed === null || [changed, ...others].some((atMs) => (atMs ?? 0) >= beganMs);
}
