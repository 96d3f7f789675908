/**
 * What `start` says before the loop begins: what will be asked, what would stop a night's work, and
 * what files of an earlier plugin set.
 *
 * @module
 */
import { dirname } from "@std/path";
import { describeMode } from "../../loop/permission_mode.ts";
import type { Places } from "../../store/places.ts";
import { resolveLinks } from "../../store/project.ts";
import type { ResolvedSettings } from "../../store/settings/resolve.ts";
import type { CommandContext } from "../core/context.ts";
import { permissionModeOf } from "./permission_mode.ts";
import { isUnderClaudeFolder } from "./focus.ts";
import type { StartPlan } from "./plan.ts";

/** Says what would stop the work, or is asked for in vain. */
export function describeWarnings(
  context: CommandContext,
  plan: StartPlan,
  places: Places,
): string[] {
  return [
    ...describePlace(context, plan),
    ...describeHome(context, plan),
    ...describeAsking(context, plan, places),
    ...describeVain(plan),
  ];
}

/**
 * Says what files set that the earlier plugin may have left, and which of their keys count for
 * nothing.
 *
 * @param resolved The settings, with what is inherited.
 */
export function describeInherited({ inherited }: ResolvedSettings): string[] {
  return [...inherited];
}

/** A loop over everything that the user has is rarely meant. */
function describePlace({ env }: CommandContext, { project }: StartPlan): string[] {
  const isHome = env.home !== null && resolveLinks(env.home) === project;
  if (!isHome && dirname(project) !== project) return [];
  const what = isHome ? "your home folder" : "the root of the disk";
  return [
    `Warning: the project is ${what}, with all that is in it. Start in the folder of a project`,
  ];
}

/** Where a variable moves the home folder, a client without it looks for the loop elsewhere. */
function describeHome({ env }: CommandContext, { session }: StartPlan): string[] {
  if (session !== null && session === env.sessionId) return [];
  const moved = [
    ...env.ralphHome === null ? [] : ["RALPH_HOME"],
    ...env.claudeConfigDir === null ? [] : ["CLAUDE_CONFIG_DIR"],
  ];
  if (moved.length === 0) return [];
  return [
    `Warning: ${moved.join(" and ")} ${
      moved.length === 1 ? "is" : "are"
    } set in this terminal. Only a Claude Code that was started with the same value drives this loop`,
  ];
}

function describeVain({ settings: { eternal, verify } }: StartPlan): string[] {
  return eternal && verify.length > 0
    ? ["Warning: --eternal never ends on success, so the checks that gate success are never run"]
    : [];
}

function describeAsking(context: CommandContext, plan: StartPlan, places: Places): string[] {
  const mode = permissionModeOf(context, plan, places);
  if (mode === null) return [];
  const { asks, sentence } = describeMode(mode);
  const lines = [asks ? `Warning: ${sentence}` : sentence];
  const { path } = plan.focus;
  if (path !== null && mode === "acceptEdits" && isUnderClaudeFolder(path)) {
    lines.push(
      `Warning: in "acceptEdits" Claude Code refuses to write under .claude, so ${path} cannot be ticked: move it, or use another mode`,
    );
  }
  return lines;
}
