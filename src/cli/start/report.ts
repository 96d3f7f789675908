/**
 * What `start` says of the loop: to the terminal, to programs, and to the user of a session.
 *
 * @module
 */
import { basename } from "@std/path";
import { showText } from "../../text/show_text.ts";
import { describeMode } from "../../loop/permission_mode.ts";
import { quoteForShell } from "../../text/shell_word.ts";
import { type Places, projectPlaces } from "../../store/places.ts";
import type { CommandContext } from "../core/context.ts";
import { describeLimits } from "../view/limits_text.ts";
import { permissionModeOf } from "./permission_mode.ts";
import type { ChosenFocus } from "./focus.ts";
import type { StartOutlook } from "./outlook.ts";
import type { StartPlan } from "./plan.ts";
import { describeDrivers, findDrivers } from "./sessions.ts";
import { shortenLine } from "../view/task_lines.ts";

/**
 * What the user of a session sees where a slash command started the loop: one line, and a second one
 * where somebody will be asked.
 *
 * @param outlook What its focus file contains.
 */
export function describeForUser(
  context: CommandContext,
  plan: StartPlan,
  places: Places,
  { planSeen: { items }, itemsDone }: Pick<StartOutlook, "planSeen" | "itemsDone">,
): string {
  const { focus, task, settings } = plan;
  const what = focus.path !== null
    ? `${basename(focus.path)}${items === 0 ? "" : ` (${itemsDone} of ${items} done)`}`
    : task !== null
    ? `"${showText(task, 60)}"`
    : "no plan, ralph looks for work";
  const mode = permissionModeOf(context, plan, places);
  const asking = mode === null || !describeMode(mode).asks ? [] : [describeMode(mode).sentence];
  return [
    `ralph on: ${what}. ${describeLimits(settings)} Stop: /ralph:stop, or touch .claude/STOP_LOOP`,
    ...asking,
  ].join("\n");
}

/** Names the options that were read behind the words of a task: they may have been meant as words. */
export function describeTaken(options: readonly string[]): string[] {
  if (options.length === 0) return [];
  return [
    `Taken as options, not as words of the task: ${
      options.join(" ")
    } (quote the task to keep them)`,
  ];
}

/**
 * Says what was started, or would be.
 *
 * @param notes What has to be said besides, and with `--dry-run` what stands in the way.
 */
export function reportStart(
  { out, env }: CommandContext,
  places: Places,
  plan: StartPlan,
  chosen: ChosenFocus,
  { messages, problems }: {
    readonly messages: readonly string[];
    readonly problems: readonly string[];
  },
  options: { readonly "dry-run": boolean; readonly json: boolean },
): void {
  const { settings, focus, task, session, id, project } = plan;
  const drivers = session === null ? findDrivers(places, project, env.cwd) : [];
  if (options.json) {
    out.json({
      started: !options["dry-run"],
      loop: id,
      project,
      session,
      open_sessions: drivers,
      task,
      focus,
      limits: {
        min_hours: settings.min_hours,
        max_hours: settings.max_hours,
        min_iterations: settings.min_iterations,
        max_iterations: settings.max_iterations,
        max_tokens: settings.max_tokens,
      },
      question: chosen.question,
      messages,
      ...(options["dry-run"] ? { problems } : {}),
    });
    return;
  }
  const head = options["dry-run"] ? "Would start a ralph loop" : "Ralph loop started";
  out.data([
    `${head} in ${project}`,
    ...problems.map((problem) => `Problem: ${problem}`),
    ...messages,
    // The agent reads it whole; a terminal wants a line.
    ...(task === null ? [] : [`Task: ${session === null ? shortenLine(task, 160) : task}`]),
    describeLimits(settings),
    session === null
      ? "Driven by: no session yet. Run claude here and type anything, or type in a window that is open here"
      : `Driven by: session ${session}`,
    ...(session === null ? [describeDrivers(drivers)] : []),
    "To stop: ralph stop (or /ralph:stop)",
    `Kill switch: touch ${quoteForShell(projectPlaces(project).killSwitch)}`,
  ].join("\n"));
}
