/** The command that begins a loop like this one again, for what is shown after its end. Pure. */
import { flagNameOf } from "../../store/settings/layers.ts";
import { presetSettings } from "../../store/settings/settings.ts";
import { quoteForShell } from "../../text/shell_word.ts";
import { shortenPath } from "../view/task_lines.ts";
import type { StartPlan } from "./plan.ts";

/** A longer task is no line to paste. */
const LONGEST_TASK = 120;

/**
 * Names the command, without `ralph`: with the plan that was chosen, and the options that say how the
 * loop works and when it ends.
 */
export function nameAgain(
  { flags, focus, preset, project, task }: Pick<
    StartPlan,
    "flags" | "focus" | "preset" | "project" | "task"
  >,
): string {
  return [
    "start",
    ...focus.path !== null
      ? ["-f", quoteForShell(shortenPath(focus.path, project))]
      : focus.method === "no_focus"
      ? ["--no-focus"]
      : [],
    ...listOptions(flags, preset),
    ...task === null ? [] : nameTask(task),
  ].join(" ");
}

/** A task that cannot be pasted is named in capitals, as an argument is in the help. */
function nameTask(task: string): string[] {
  if (task.length > LONGEST_TASK || task.includes("\n")) return ["TASK"];
  return [...task.startsWith("-") ? ["--"] : [], quoteForShell(task)];
}

/** Turns the flags of a start into its options again. */
function listOptions(flags: StartPlan["flags"], preset: StartPlan["preset"]): string[] {
  const isUntilDone = flags.min_hours === 0 && flags.min_iterations === 0;
  const implied = new Map<string, unknown>(
    Object.entries({
      ...preset === null ? {} : presetSettings(preset),
      ...isUntilDone ? { min_hours: 0, min_iterations: 0 } : {},
    }),
  );
  const named = Object.entries(flags).flatMap(([key, value]): string[] => {
    if (implied.get(key) === value) return [];
    if (key === "eternal" && value === true) return ["--eternal"];
    if (key === "enable_validation_phase" && value === false) return ["--no-validation"];
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    return values.filter((each) => typeof each === "string" || typeof each === "number")
      .map((each) => `${flagNameOf(key)} ${quoteForShell(String(each))}`);
  });
  return [
    ...preset === null ? [] : [`--${preset}`],
    ...isUntilDone ? ["--until-done"] : [],
    ...named,
  ];
}
