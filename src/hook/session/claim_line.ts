/**
 * What a person is told when their session takes a loop: its task, its limits and the way out. Pure.
 *
 * @module
 */
import { basename } from "@std/path";
import { showText } from "../../text/show_text.ts";
import { showCount, showDuration } from "../../text/human_units.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import type { Settings } from "../../store/settings/settings.ts";
import { describeMode } from "../../loop/permission_mode.ts";

const TASK_CHARACTERS = 60;

/**
 * Describes a loop to the user of the session that drives it from now on.
 *
 * @param record The loop's record.
 * @param settings The settings that apply to the loop.
 * @param isPrompt Whether a prompt begins a turn now; else the user has to type one.
 * @param mode The session's permission mode; null where the event does not name it.
 * @example
 * `[RALPH] This session now drives the ralph loop over PLAN.md, at most 9 h or 99 turns …`
 */
export function describeClaim(
  { focus, task }: LoopRecord,
  settings: Pick<Settings, "max_hours" | "max_iterations">,
  isPrompt: boolean,
  mode: string | null,
): string {
  const what = focus.path !== null
    ? ` over ${showText(basename(focus.path), TASK_CHARACTERS)}`
    : task !== null
    ? `: "${showText(task, TASK_CHARACTERS)}"`
    : " without a plan";
  const limits = `at most ${showDuration(settings.max_hours * 3600)} or ${
    showCount(settings.max_iterations, "turn")
  }`;
  const next = isPrompt ? "" : " Type anything to begin.";
  const line = `[RALPH] This session now drives the ralph loop${what}, ${limits}.${next} ` +
    "Stop: /ralph:stop, or touch .claude/STOP_LOOP";
  const meaning = mode === null ? null : describeMode(mode);
  return meaning?.asks ? `${line}\n${meaning.sentence}` : line;
}
