/** Names the command that starts a loop like this one again, shown after its end. Pure. */
import { flagNameOf } from "../../store/settings/layers.ts";
import { presetSettings } from "../../store/settings/settings.ts";
import { quoteForShell } from "../../text/shell_word.ts";
import { shortenPath } from "../view/task_lines.ts";
import type { StartPlan } from "./plan.ts";

/** Maximum length of a task in a line to paste, in characters. */
const LONGEST_TASK = 120;

/**
 * Names the command without `ralph`: with the chosen plan, and with the options for how the loop works
 * and when it ends.
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

/** Names the task; one that cannot be pasted becomes a word in capitals, like arguments in the help. */
function nameTask(task: string): string[] {
  if (task.length > LONGEST_TASK || task.includes("\n")) return ["TASK"];
  return [...task.startsWith("-") ? ["--"] : [], quoteForShell(task)];
}

/** Converts the flags of a start back into options. */
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
