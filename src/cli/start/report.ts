/** What `start` prints: for the terminal, for programs, and for the user of a session. */
import { basename } from "@std/path";
import type { Chosen } from "../../adapters/registry.ts";
import { describeAsking } from "../../loop/permission_mode.ts";
import { quoteForShell } from "../../text/shell_word.ts";
import { projectPlaces } from "../../store/places.ts";
import { nameWithPlace, type Place } from "../../text/command_name.ts";
import { showText } from "../../text/show_text.ts";
import type { CommandContext } from "../core/context.ts";
import { describeLimits } from "../view/limits_text.ts";
import { shortenLine } from "../view/task_lines.ts";
import type { FocusQuestion } from "../../focus/discovery/confirm.ts";
import { describeWindows, findWindows } from "./open_windows.ts";
import { describeOpenWork } from "./open_work.ts";
import type { StartPlan } from "./plan.ts";

/**
 * Describes a loop that a slash command started: one line, and a second line where the permission
 * mode asks questions.
 */
export function describeForUser(plan: StartPlan, mode: string | null, place: Place): string {
  const { focus, task, settings, file } = plan;
  const what = focus.path !== null
    ? `${basename(focus.path)}: ${describeOpenWork(file)}`
    : task !== null
    ? `"${showText(task, 60)}"`
    : "no plan, ralph looks for work";
  return [
    `ralph on: ${what}. ${describeLimits(settings)} Stop: ${
      nameWithPlace("stop", place)
    }, or touch .claude/STOP_LOOP`,
    ...describeAsking(mode),
  ].join("\n");
}

/** Names the options that were read behind the words of a task: they may have been meant as words. */
export function describeTaken(options: readonly string[]): string[] {
  if (options.length === 0) return [];
  const taken = options.join(" ");
  return [`Taken as options, not as words of the task: ${taken} (quote the task to keep them)`];
}

/** Describes the project's adapter and its problems; the universal adapter has no line. */
export function describeAdapter({ name, state, evidence, problems }: Chosen): string[] {
  const why = evidence.length === 0 ? "" : ` (${evidence.join("; ")})`;
  return [...(state === null ? [] : [`Adapter: ${name}${why}`]), ...problems];
}

/**
 * Prints what was started, or with `--dry-run` would be.
 *
 * @param problems What prevents the start, with `--dry-run`.
 */
export function reportStart(
  { out, env }: CommandContext,
  plan: StartPlan,
  question: FocusQuestion,
  messages: readonly string[],
  problems: readonly string[],
): void {
  const { settings, focus, task, session, id, project, options } = plan;
  const windows = session === null ? findWindows(plan, env.cwd) : { able: [], older: [] };
  if (options.json) {
    const { min_hours, max_hours, min_iterations, max_iterations, max_tokens } = settings;
    out.json({
      started: !options["dry-run"],
      loop: id,
      project,
      session,
      open_sessions: windows.able,
      open_sessions_without_hooks: windows.older,
      task,
      focus,
      limits: { min_hours, max_hours, min_iterations, max_iterations, max_tokens },
      question,
      messages,
      ...(options["dry-run"] ? { problems } : {}),
    });
    return;
  }
  const head = options["dry-run"] ? "Would start a ralph loop" : "Ralph loop started";
  out.text([
    `${head} in ${project}`,
    ...problems.map((problem) => `Problem: ${problem}`),
    ...messages,
    // The agent needs the complete task, a terminal one line.
    ...(task === null ? [] : [`Task: ${session === null ? shortenLine(task, 160) : task}`]),
    describeLimits(settings),
    ...session === null
      ? [
        "Session: none yet. Run claude here and type anything, or type in an open session that can " +
        "take it. `claude -p` takes a loop only where --session names its id",
        ...describeWindows(windows),
      ]
      : [`Session: ${session}`],
    `To stop: ${nameWithPlace("stop", env.place)}`,
  ].join("\n"));
  // In one line, so that it can be pasted.
  out.data(`Kill switch: touch ${quoteForShell(projectPlaces(project).killSwitch)}`);
}
