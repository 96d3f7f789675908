/** The agent's tool calls at the events that begin and end them: what a call destroys is restored. */
import type { HookContext } from "../lifecycle/context.ts";
import type { HookEvent } from "../lifecycle/event.ts";
import type { LoopPlace } from "../lifecycle/loop.ts";
import { attempt } from "../error.ts";
import { type Call, endCall, endCallsOf, noteCall } from "../store/repair/calls.ts";
import { openKernelFiles } from "../system/kernel_files.ts";

/** How long a command may run if the call names no limit of its own. */
const COMMAND_MS = 120_000;
/** The longest limit that the client allows. */
const LONGEST_MS = 600_000;
/** For starting the hook and the command. */
const SLACK_MS = 2_000;

/** Records that the agent's command is about to run. */
export function noteCallBegins(
  event: HookEvent,
  { facts, project }: LoopPlace,
  context: HookContext,
): void {
  if (event.hookEventName !== "PreToolUse") return;
  if (event.toolName !== "Bash" && !event.toolName.startsWith("mcp__")) return;
  const { timeout } = event.toolInput;
  const limitMs = typeof timeout === "number" && timeout > 0 ? timeout : COMMAND_MS;
  const untilMs = context.nowMs() + Math.min(limitMs, LONGEST_MS) + SLACK_MS;
  const call = { ...callOf(event, untilMs), pid: Deno.pid };
  noteCall(context.places, { id: facts.id, project }, event.toolUseId, call);
}

/** Records that a call has ended, or that a turn has, and with it all calls of its session. */
export function noteCallsEnd(event: HookEvent, { facts: { id } }: LoopPlace, context: HookContext) {
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

/** Returns an event's call, which people see as the line of its command, or as its tool's name. */
export function callOf(
  { sessionId, agentId, toolName, toolInput }: HookEvent,
  untilMs: number,
): Call {
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
function hasLeftRunning(sincePid: number, session: string, line: string): boolean {
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
