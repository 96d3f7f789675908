/**
 * Restores files of the loop that a tool call of the agent destroyed, and says so: before and after each
 * command and at Stop. Where nothing changed, it only compares a handful of files.
 */
import { attempt } from "../../error.ts";
import {
  type Call,
  endCall,
  endCallsOf,
  noteCall,
  readBeginMs,
  runningCalls,
} from "../../store/repair/calls.ts";
import { LoopCopies } from "../../store/repair/loop_copies.ts";
import { loopPlaces, projectPlaces } from "../../store/places.ts";
import { exists } from "../../store/files/presence.ts";
import { PROJECT_FILES } from "../../store/project_files.ts";
import type { HookResult } from "../answer.ts";
import type { HookEvent } from "../../lifecycle/event.ts";
import { findLostLoop, findSessionLoop, type FoundLoop } from "../../lifecycle/loop.ts";
import type { HookContext } from "../../lifecycle/context.ts";
import { openKernelFiles } from "../../system/kernel_files.ts";

interface FileCheck {
  readonly found: FoundLoop;
  /** What the agent needs to know of what was put back; null if nothing. */
  readonly forAgent: string | null;
}

/** How long a command may run if the call names no limit of its own. */
const COMMAND_MS = 120_000;
/** The longest limit that the client allows. */
const LONGEST_MS = 600_000;
/** For starting the hook and the command, and for file systems' clocks. */
const SLACK_MS = 2_000;
/** The same, for what a user does too: many calls end each minute, and each would take it back. */
const SHORT_SLACK_MS = 250;
/** A file system's clock may be behind by so much. */
const FILE_CLOCK_MS = 20;

/**
 * Checks the loop's files at an event of the session, and puts back what a call destroyed.
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
    const { takeBackSwitch } = await import("./put_back.ts");
    taken = takeBackSwitch(event, found, context, callOf(event, context.nowMs()));
    found = findSessionLoop(context) ?? found;
  }
  const { facts: { id }, project, hasMarker } = found;
  if (new LoopCopies(context.places, id, project).lookUnchanged()) {
    return { found, forAgent: taken };
  }
  const calls = callsDuring(event, found, context);
  // Where no call ran, the runner decides what a lost marker means.
  if (context.env.isInsideRun && calls.length === 0 && !hasMarker) {
    return { found, forAgent: taken };
  }
  const { repairAtEvent } = await import("./put_back.ts");
  const repaired = repairAtEvent(event, found, context, calls);
  const forAgent = [taken, repaired].filter((text) => text !== null).join("\n\n") || null;
  return { found: findSessionLoop(context) ?? found, forAgent };
}

/**
 * True if the call that has ended made the loop's kill switch. The user may make one during a call of
 * minutes, so the time alone proves nothing: the call's input names the file, or it is a skill, whose shell
 * lines no guard has read.
 */
function isSwitchOfCall(
  event: HookEvent,
  { facts: { id }, killSwitch }: FoundLoop,
  { env, nowMs, places }: HookContext,
): boolean {
  // The runner ends the run as soon as it is there.
  if (killSwitch === null || env.isInsideRun || !mayMakeSwitch(event)) return false;
  const info = attempt(() => Deno.lstatSync(killSwitch));
  if (info === null) return false;
  const times = [info.mtime, info.ctime, info.birthtime].map((time) => time?.getTime() ?? 0);
  const notedMs = readBeginMs(places, id, event.toolUseId);
  const slackMs = notedMs === null ? SHORT_SLACK_MS : FILE_CLOCK_MS;
  const beganMs = notedMs ?? nowMs() - (event.durationMs ?? 0);
  return Math.max(...times) >= beganMs - slackMs;
}

/** Quotes, backslashes and line continuations of a shell line in JSON, which may part a name. */
const PARTING = /\\\\\\n|["'\\]/g;

function mayMakeSwitch({ toolName, toolInput }: HookEvent): boolean {
  if (toolName === "Skill") return true;
  const words = JSON.stringify(toolInput).replaceAll(PARTING, "").toUpperCase();
  return words.includes(PROJECT_FILES.killSwitch.name);
}

/** Adds to an answer what was put back since the user and the agent last read of it. */
export async function withRepair(
  result: HookResult,
  { found: { facts }, forAgent }: FileCheck,
  event: HookEvent,
  { env, places }: HookContext,
): Promise<HookResult> {
  const { untold } = loopPlaces(places, facts.id);
  // The user does not see the answer to a subagent's event, or to an agent of the runner.
  const isSeen = !event.agentId && !env.isInsideRun && exists(untold);
  if (!isSeen && forAgent === null) return result;
  const { addRepair } = await import("./put_back.ts");
  return addRepair(result, isSeen ? { places, ...facts } : null, forAgent, event);
}

/** Records that the agent's command is about to run. */
export function noteCallBegins(
  event: HookEvent,
  { facts, project }: FoundLoop,
  context: HookContext,
) {
  if (event.hookEventName !== "PreToolUse") return;
  if (event.toolName !== "Bash" && !event.toolName.startsWith("mcp__")) return;
  const { timeout } = event.toolInput;
  const limitMs = typeof timeout === "number" && timeout > 0 ? timeout : COMMAND_MS;
  const untilMs = context.nowMs() + Math.min(limitMs, LONGEST_MS) + SLACK_MS;
  const call = { ...callOf(event, untilMs), pid: Deno.pid };
  noteCall(context.places, { id: facts.id, project }, event.toolUseId, call);
}

/** Records that a call has ended, or that a turn has, and with it all calls of its session. */
export function noteCallsEnd(event: HookEvent, { facts: { id } }: FoundLoop, context: HookContext) {
  const { nowMs, places } = context;
  if (!isAfterCall(event)) return endCallsOf(places, id, event.sessionId);
  const isInBackground = event.toolInput["run_in_background"] === true;
  const livesOn = ({ pid, session, what }: Call) =>
    isInBackground || pid !== undefined && hasLeftRunning(pid, session, what);
  endCall(places, id, event.toolUseId, nowMs(), livesOn);
}

/** Checks whether the client sends an event because a tool call has ended. */
export function isAfterCall({ hookEventName: name }: HookEvent): boolean {
  return name === "PostToolUse" || name === "PostToolUseFailure";
}

/** The calls that ran since the last check: the recorded ones, and the event's own. */
function callsDuring(event: HookEvent, here: FoundLoop, context: HookContext): Call[] {
  const running = runningCalls(context.places, here.facts.id, context.nowMs());
  if (running.length > 0 || !isAfterCall(event) || !mayHaveChanged(event, here, context)) {
    return running;
  }
  return [callOf(event, context.nowMs())];
}

/**
 * Checks whether something in `.claude` changed since a call whose beginning was not recorded. What was
 * removed earlier, the user removed.
 */
function mayHaveChanged(event: HookEvent, { project }: FoundLoop, context: HookContext): boolean {
  if (event.durationMs == null) return true;
  const { dir, state, config } = projectPlaces(project);
  // A user deletes the marker alone.
  const slackMs = exists(state) ? SHORT_SLACK_MS : SLACK_MS;
  const beganMs = context.nowMs() - event.durationMs - slackMs;
  const [changed, ...others] = [dir, state, config].map((path) =>
    attempt(() => Deno.statSync(path).mtime?.getTime() ?? 0)
  );
  return changed === null || [changed, ...others].some((atMs) => (atMs ?? 0) >= beganMs);
}

/** An event's call; for people it is the line of a command, or the tool's name. */
function callOf({ sessionId, agentId, toolName, toolInput }: HookEvent, untilMs: number): Call {
  const { command } = toolInput;
  const what = toolName === "Bash" && typeof command === "string" ? command : toolName;
  return { session: sessionId, isSubagent: Boolean(agentId), untilMs, what };
}

/** A single `&` that is not part of a redirect, and commands that detach. */
const DETACHES = /(?<![&>|<])&(?![&>])|\b(?:setsid|nohup|disown|daemonize)\b/;

/**
 * Checks whether something that a call started still runs.
 *
 * @param sincePid A process that began just before the call: later ones have higher numbers, until the
 *   system starts again at the lowest.
 * @param session The client's session, which all its commands inherit.
 * @param line The call's command line, if the system does not show environments.
 */
export function hasLeftRunning(sincePid: number, session: string, line: string): boolean {
  if (Deno.build.os !== "linux") return DETACHES.test(line);
  const isLater = (pid: number) =>
    Deno.pid > sincePid ? pid > sincePid && pid < Deno.pid : pid > sincePid || pid < Deno.pid;
  const names = attempt(() => [...Deno.readDirSync("/proc")].map(({ name }) => name)) ?? [];
  const later = names.map(Number).filter((pid) => pid > 0 && isLater(pid));
  if (later.length === 0) return false;
  const read = openKernelFiles();
  return later.some((pid) => {
    const variables = (read?.(`/proc/${pid}/environ`) ?? "").split("\0");
    return variables.includes(`CLAUDE_CODE_SESSION_ID=${session}`) &&
      // Hooks have it too, and run side by side.
      !variables.some((variable) => variable.startsWith("CLAUDE_PROJECT_DIR="));
  });
}
