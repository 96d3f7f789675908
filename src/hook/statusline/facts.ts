/** Gathers what the line shows of the loop that reaches the session. */
import { attempt } from "../../error.ts";
import type { StateView } from "../../lifecycle/view/state_view.ts";
import type { HookContext } from "../../lifecycle/context.ts";
import { findSessionLoop, type Loop, openLoop } from "../../lifecycle/loop.ts";
import { viewLoop } from "../../lifecycle/view/loop_view.ts";
import { remainingOf } from "../../loop/rules/limits.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import type { Settings } from "../../store/settings/settings.ts";
import { showLocalTime } from "../../text/instant.ts";
import { type LineFacts, type LineView, NOTHING_KNOWN, renderLine } from "./render.ts";

/** How coarse the times of files and decisions are, in milliseconds. */
const CLOCK_STEP_MS = 2_000;

/**
 * Makes the line; changes nothing.
 *
 * @param context The environment, with the session and the project that the client named.
 * @returns Null if no loop concerns the session.
 */
export async function makeLine(context: HookContext, view: LineView): Promise<string | null> {
  const found = findSessionLoop(context);
  const loop = openLoop(found);
  const facts = found === null
    ? (await import("./ended.ts")).factsOfEnd(context)
    : loop === null
    ? { ...NOTHING_KNOWN, code: "damaged", state: "record damaged, see ralph status" } as const
    : await factsOfLoop(context, loop);
  return facts === null ? null : renderLine(facts, view);
}

async function factsOfLoop(context: HookContext, loop: Loop): Promise<LineFacts> {
  const { env } = context;
  const { record } = loop;
  const isRun = record.driver === "runner";
  const nowMs = context.nowMs();
  const { state, settings, counted } = await viewLoop(context, loop, nowMs);
  const { runtimeHours, isNearLimit } = remainingOf(counted.record, settings);
  return {
    code: state.code,
    state: `${describe(state, record, nowMs)}${nameWindow(record, env.sessionId)}`,
    isRun,
    turns: { done: record.iteration, most: settings.max_iterations },
    hours: { active: runtimeHours, most: settings.max_hours },
    // A run counts the items of its own plan.
    items: isRun ? null : await countItems(record, settings),
    phase: record.phase === "implementation" ? null : record.phase,
    isNearLimit,
  };
}

/** Counts the items of the plan, again only if it has changed since the last Stop counted them. */
async function countItems(record: LoopRecord, settings: Settings): Promise<LineFacts["items"]> {
  const { focus: { path }, items, lastDecision: last, planSeen } = record;
  if (path === null) return null;
  const changedMs = attempt(() => Deno.statSync(path).mtime?.getTime()) ?? Infinity;
  const isCounted = items !== undefined && last !== null &&
    changedMs < last.at - CLOCK_STEP_MS;
  const { done, total } = isCounted
    ? items
    : (await (await import("../../evidence/completion/judge_focus.ts"))
      .judgeFocus(path, settings, planSeen)).completion;
  return total === 0 ? null : { done, total };
}

/** Describes the state in a few words; empty if the loop works. */
function describe({ code, what, resumeAt }: StateView, record: LoopRecord, nowMs: number): string {
  switch (code) {
    case "working":
      return "";
    case "silent":
      return `working? ${what}`;
    case "waiting_for_you":
      return "waiting for you";
    case "waiting":
      return record.ownerSession === null ? "waiting for a session" : `waiting ${what}`;
    case "paused":
      return resumeAt === null || resumeAt <= nowMs
        ? `paused: ${what}`
        : `paused until ${showLocalTime(resumeAt, nowMs)}`;
    default:
      return code.replaceAll("_", " ");
  }
}

/** Tells a person in another window of the project that this one does not drive the loop. */
function nameWindow({ driver, ownerSession }: LoopRecord, session: string | null): string {
  const isOther = driver === "session" && ownerSession !== null && ownerSession !== session;
  return isOther ? " (another window)" : "";
}
