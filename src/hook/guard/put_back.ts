/**
 * Repairs the loop's files under the project's lock, journals the repair, and describes it. Loaded
 * only where something changed.
 */
import { notePutBack, readPutBackMs } from "../../store/records/marker_put_back.ts";
import { planRepair, type RepairPlan } from "../../guard/repair.ts";
import { showText } from "../../text/show_text.ts";
import { appendLine } from "../../store/files/atomic_file.ts";
import type { Call } from "../../store/records/calls.ts";
import { showNames } from "../../text/human_units.ts";
import { journalEvent } from "../../lifecycle/journal.ts";
import { readRecord } from "../../store/records/json_record.ts";
import { tryWithLock } from "../../store/files/lock.ts";
import { type ChangedFile, LoopCopies } from "../../store/records/loop_copies.ts";
import { LOOP_RECORD, readLoop } from "../../store/records/loops.ts";
import { loopPlaces, type Places, projectLock } from "../../store/places.ts";
import { removeFile } from "../../store/files/presence.ts";
import { findGitTop } from "../../store/project.ts";
import { findKillSwitch } from "../../store/records/project_marks.ts";
import { PROJECT_FILES } from "../../store/project_files.ts";
import { readText } from "../../store/files/text_file.ts";
import type { HookResult } from "../answer.ts";
import type { HookEvent } from "../../lifecycle/event.ts";
import type { FoundLoop } from "../../lifecycle/loop.ts";
import type { HookContext } from "../../lifecycle/context.ts";

/** What ralph put back, or that the loop ends instead: for the user and for the agent. */
export interface RepairNotice {
  /** Null where the client does not show the user anything at this event. */
  readonly user: string | null;
  /** Null where the agent needs to know nothing. */
  readonly agent: string | null;
}

/** How long a command of the agent waits for the lock, in milliseconds. */
const LOCK_DEADLINE_MS = 1_000;

/** The client cuts longer texts for the model down to a preview. */
const MOST_CONTEXT_CHARACTERS = 10_000;

/** Characters of a command line that are shown. */
const MOST_COMMAND_CHARACTERS = 60;

/**
 * Puts back what a call destroyed and copies what the user or ralph changed.
 *
 * @param calls The calls that ran since the last check of the files.
 * @returns What to say; null where nothing was put back.
 */
export function repairFiles(
  event: HookEvent,
  here: FoundLoop,
  context: HookContext,
  calls: readonly Call[],
): RepairNotice | null {
  const { places } = context;
  const { project, facts: { id } } = here;
  const outcome = tryWithLock(projectLock(places, project), () => {
    const loop = readLoop(places, id);
    // The user ended it meanwhile, in another terminal: nothing may come back.
    if (loop.kind !== "ok" || loop.value.hasEnded) return null;
    const isStopping = isStopAsked(places, id, project);
    const plan = planRepair({
      changed: new LoopCopies(places, id, project).listChanged(),
      isDuringCall: calls.length > 0,
      isStopAsked: isStopping,
      nowMs: context.nowMs(),
      putBackAtMs: readPutBackMs(loopPlaces(places, id)),
    });
    const problems = carryOut(plan, here, context);
    // A user who asked for a stop does not need to know what is still put back until then.
    return isStopping ? null : { plan, problems };
  }, { deadlineMs: LOCK_DEADLINE_MS });
  if (outcome.kind !== "done" || outcome.value === null) return null;
  const { plan, problems } = outcome.value;
  if (plan.putBack.length === 0 && !plan.isMarkerGivenUp) return null;
  const notice = describeRepair(plan, problems, calls);
  journalEvent({ ...context, event }, here.record.kind === "ok" ? here.record.value : { id }, {
    kind: "note",
    code: plan.isMarkerGivenUp ? "disabled" : "repaired",
    sentence: notice.user,
    evidence: plan.putBack.map(({ name }) => `.claude/${name}`),
  });
  return notice;
}

/**
 * Saves the user's part of a notice for an event at which the client shows it.
 *
 * @param file The file that keeps such lines.
 * @returns What is left to say now.
 */
export function deferNotice(notice: RepairNotice | null, file: string): RepairNotice | null {
  if (notice === null || notice.user === null) return notice;
  appendLine(file, notice.user);
  return { ...notice, user: null };
}

/** Adds the saved lines to a notice, and removes their file. */
export function takeNotices(notice: RepairNotice | null, file: string): RepairNotice | null {
  const read = readText(file);
  if (read.kind !== "text") return notice;
  removeFile(file);
  const lines = [read.text.trim(), notice?.user ?? ""].filter((line) => line !== "");
  return { user: lines.join("\n"), agent: notice?.agent ?? null };
}

function isStopAsked(places: Places, id: string, project: string): boolean {
  if (findKillSwitch(project, findGitTop(project)) !== null) return true;
  const record = readRecord(loopPlaces(places, id).recordCopy, LOOP_RECORD);
  return record.kind === "ok" && record.value.state === "draining";
}

/** @returns What could not be put back, one reason each. */
function carryOut(plan: RepairPlan, { facts: { id }, project }: FoundLoop, context: HookContext) {
  const { places } = context;
  const copies = new LoopCopies(places, id, project);
  for (const file of plan.accept) copies.renew(file);
  const outcomes = plan.putBack.map((file) => copies.putBack(file));
  if (plan.putBack.some(isMarker)) {
    notePutBack(loopPlaces(places, id), context.nowMs());
  }
  return outcomes.flatMap((outcome) => outcome.kind === "failed" ? [outcome.why] : []);
}

function isMarker({ name }: ChangedFile): boolean {
  return name === PROJECT_FILES.marker.name;
}

/** Describes a repair; where only one call can have made it necessary, that call is named. */
function describeRepair(
  plan: RepairPlan,
  problems: readonly string[],
  calls: readonly Pick<Call, "what">[],
): { readonly user: string; readonly agent: string | null } {
  if (plan.isMarkerGivenUp) {
    return {
      user: `[RALPH] .claude/${PROJECT_FILES.marker.name} disappeared twice within ten minutes, ` +
        "so ralph takes it that you removed it: the loop ends with this turn.",
      agent: null,
    };
  }
  const culprit = calls.length === 1 && calls[0] !== undefined
    ? `\`${showText(calls[0].what, MOST_COMMAND_CHARACTERS)}\``
    : "A command of the agent";
  const areGone = plan.putBack.every(({ now }) => now.kind === "absent");
  const did = areGone ? "removed" : "changed";
  const names = showNames(plan.putBack.map(({ name }) => `.claude/${name}`));
  const them = plan.putBack.length === 1 ? "it" : "them";
  if (problems.length > 0) {
    const failed = `${culprit} ${did} ${names}, and ralph could not put ${them} back`;
    return { user: `[RALPH] ${failed}: ${problems.join("; ")}`, agent: null };
  }
  return {
    user: `[RALPH] ${culprit} ${did} ${names}, and ralph put ${them} back; ` +
      "to end the loop, run 'ralph stop'.",
    agent: `${culprit} ${did} ${names}, and ralph put ${them} back: the ralph loop of this ` +
      "project needs these files. Leave .claude/ out of what you delete, stash or overwrite.",
  };
}

/** Adds a repair to an answer: for the user and, where the session goes on, for the agent. */
export function addRepair(
  result: HookResult,
  notice: RepairNotice,
  event: Pick<HookEvent, "hookEventName">,
): HookResult {
  const lines = [notice.user, result.answer["systemMessage"]]
    .filter((line) => typeof line === "string");
  const forUser = lines.length === 0 ? {} : { systemMessage: lines.join("\n") };
  const answer = { ...result.answer, ...forUser };
  return {
    ...result,
    answer: notice.agent === null ? answer : addContext(answer, notice.agent, event),
  };
}

function addContext(
  answer: HookResult["answer"],
  text: string,
  { hookEventName }: Pick<HookEvent, "hookEventName">,
): HookResult["answer"] {
  if (answer["decision"] === "block") {
    return { ...answer, reason: `${text}\n\n${answer["reason"]}` };
  }
  const output = answer["hookSpecificOutput"] as Record<string, unknown> | undefined;
  // At Stop a context would continue the session, and that is not for a repair to decide.
  if (output === undefined && hookEventName === "Stop") return answer;
  const present = output?.["additionalContext"];
  const additionalContext = typeof present === "string" ? `${text}\n\n${present}` : text;
  if (additionalContext.length > MOST_CONTEXT_CHARACTERS) return answer;
  return { ...answer, hookSpecificOutput: { hookEventName, ...output, additionalContext } };
}
