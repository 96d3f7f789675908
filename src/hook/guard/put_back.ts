/** Repairs the loop's files at an event, journals it, and adds it to the answer. Loaded only where something changed. */
import { repairFiles } from "../../guard/repair_files.ts";
import type { RepairNotice } from "../../guard/describe_repair.ts";
import { journalEvent } from "../../lifecycle/journal.ts";
import { appendLine } from "../../store/files/atomic_file.ts";
import { removeFile } from "../../store/files/presence.ts";
import { readText } from "../../store/files/text_file.ts";
import type { Call } from "../../store/records/calls.ts";
import type { HookResult } from "../answer.ts";
import type { HookEvent } from "../../lifecycle/event.ts";
import type { FoundLoop } from "../../lifecycle/loop.ts";
import type { HookContext } from "../../lifecycle/context.ts";

/** The client cuts longer texts for the model down to a preview. */
const MOST_CONTEXT_CHARACTERS = 10_000;

/**
 * Puts back what a call destroyed and copies what the user or ralph changed.
 *
 * @param calls The calls that ran since the last check of the files.
 * @returns What to say; null where nothing was put back.
 */
export function repairAtEvent(
  event: HookEvent,
  here: FoundLoop,
  context: HookContext,
  calls: readonly Call[],
): RepairNotice | null {
  const { facts: { id }, project, record } = here;
  const { places } = context;
  const by = calls.length > 0 ? "call" : "user";
  const repair = repairFiles({ places, id, project, calls, by, nowMs: context.nowMs() });
  if (repair === null) return null;
  const { code, evidence, user: sentence } = repair;
  const note = { kind: "note", code, sentence, evidence } as const;
  journalEvent({ ...context, event }, record.kind === "ok" ? record.value : { id }, note);
  return repair;
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
