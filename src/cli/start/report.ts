/** What `start` prints: for the terminal, for programs, and for the user of a session. */
import { basename } from "@std/path";
import type { ChosenAdapter } from "../../adapters/registry.ts";
import { describeAsking } from "../../loop/permission_mode.ts";
import { quoteForShell } from "../../text/shell_word.ts";
import { projectPlaces } from "../../store/places.ts";
import { nameWithPlace, type Place } from "../../text/command_name.ts";
import { showText } from "../../text/show_text.ts";
import type { CommandContext } from "../core/context.ts";
import { type CommandDocument, show } from "../core/document.ts";
import { describeLimits } from "../view/limits_text.ts";
import { shortenLine } from "../view/task_lines.ts";
import { describeWindows, findWindows } from "./open_windows.ts";
import { describeOpenWork } from "./plan_file.ts";
import type { StartPlan } from "./plan.ts";

/**
 * Describes a loop that a slash command started: one line, and a second line where the permission
 * mode asks questions.
 */
export function describeForUser(plan: StartPlan, place: Place): string {
  const { focus, task, settings, file, mode } = plan;
  const what = focus.path !== null
    ? ` over ${basename(focus.path)} begins: ${describeOpenWork(file)}`
    : task !== null
    ? ` begins: "${showText(task, 60)}"`
    : " begins without a plan: ralph looks for work";
  return [
    `The loop${what}. ${describeLimits(settings)} Stop: ${
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
export function describeAdapter({ name, state, evidence, problems }: ChosenAdapter): string[] {
  const why = evidence.length === 0 ? "" : ` (${evidence.join("; ")})`;
  return [...(state === null ? [] : [`Adapter: ${name}${why}`]), ...problems];
}

/** Says what was started, or with `--dry-run` would be. */
export function reportStart(
  { env }: CommandContext,
  plan: StartPlan,
  messages: readonly string[],
): CommandDocument {
  const { settings, focus, task, session, id, project, options, question } = plan;
  const windows = session === null ? findWindows(plan, env.cwd) : { able: [], older: [] };
  const { min_hours, max_hours, min_iterations, max_iterations, max_tokens } = settings;
  const value = {
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
  };
  const head = options["dry-run"] ? "Would start a ralph loop" : "Ralph loop started";
  const lines = [
    `${head} in ${project}`,
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
    `Kill switch: touch ${quoteForShell(projectPlaces(project).killSwitch)}`,
  ];
  return show(value, () => lines.join("\n"));
}
