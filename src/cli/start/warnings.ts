/**
 * Makes the warnings of `start`: an unlikely project, a home that other terminals do not share,
 * permission questions that would stop the work, checks that never run.
 */
import { RalphError } from "../../error.ts";
import { describeMode } from "../../loop/permission_mode.ts";
import { findOtherLoop } from "../../registration/other_loops.ts";
import { showCommand } from "../../text/shell_word.ts";
import { join } from "@std/path";
import { fieldOf } from "../../registration/hook_list.ts";
import { readSettingsFiles } from "../../registration/read_status.ts";
import { isUnderClaudeFolder } from "../../plan/paths.ts";
import { readAsClient } from "../../registration/settings_document.ts";
import { readLastJsonLines } from "../../store/files/jsonl.ts";
import { resolveLinks } from "../../store/project.ts";
import type { CommandContext } from "../core/context.ts";
import { type Location } from "../core/locate.ts";
import { transcriptOf } from "../../evidence/open_sessions.ts";
import type { Focus } from "../../store/records/loop_record.ts";
import type { Settings } from "../../store/settings/settings.ts";
import type { Registered } from "./registration.ts";
import { findWindows } from "./open_windows.ts";

/** The facts about a loop before it starts. */
interface LoopToWarn extends Location {
  readonly session: string | null;
  readonly registered: Registered | null;
  readonly settings: Settings;
  readonly focus: Focus;
}

/**
 * Describes what would stop the work or would have no effect, one sentence each.
 *
 * @param mode The session's permission mode, from {@linkcode permissionModeOf}.
 */
export function describeWarnings(
  { env }: CommandContext,
  plan: LoopToWarn,
  mode: string | null,
): string[] {
  const { project, session, settings: { eternal, verify, max_cost_usd: maxCost } } = plan;
  const isHome = env.home !== null && resolveLinks(env.home) === project;
  // If a variable moves the home folder, a client without it looks for the loop elsewhere.
  const moved = session !== null && session === env.sessionId ? [] : [
    ...env.ralphHome === null ? [] : ["RALPH_HOME"],
    ...env.claudeConfigDir === null ? [] : ["CLAUDE_CONFIG_DIR"],
  ];
  const otherLoop = findOtherLoop(project);
  return [
    ...otherLoop === null ? [] : [
      `Warning: a loop of the ralph-loop plugin is active here, too, and drives the same sessions. End it: ${
        showCommand(["rm", join(resolveLinks(env.cwd) === project ? "" : project, otherLoop)])
      }`,
    ],
    ...isHome
      ? [
        "Warning: the project is your home folder, with all that is in it. Start in the folder of a project",
      ]
      : [],
    ...moved.length === 0 ? [] : [
      `Warning: ${moved.join(" and ")} ${
        moved.length === 1 ? "is" : "are"
      } set in this terminal. Only a Claude Code that was started with the same value can take this loop`,
    ],
    ...mode === null ? [] : describeAsking(mode, plan.focus.path),
    ...maxCost === null ? [] : [
      `max_cost_usd = ${maxCost} has no effect in a session, only in 'ralph run': Claude Code writes the cost when it exits`,
    ],
    ...eternal && verify.length > 0
      ? ["Warning: --eternal never ends on success, so the checks that gate success are never run"]
      : [],
  ];
}

function describeAsking(mode: string, path: string | null): string[] {
  const { asks, sentence } = describeMode(mode);
  const isRefused = path !== null && mode === "acceptEdits" && isUnderClaudeFolder(path);
  return [
    ...asks ? [`Warning: ${sentence}`] : [],
    ...isRefused
      ? [
        `Warning: in "acceptEdits" Claude Code refuses to write under .claude, so ${path} cannot be ticked: move it, or use another mode`,
      ]
      : [],
  ];
}

/**
 * Finds the permission mode of the session that will drive a loop, from its prompt or its transcript.
 * If any session may take the loop, looks at the open ones, preferring a mode that asks, or else at the
 * client's settings.
 *
 * @returns Null if it is unknown.
 */
export function permissionModeOf(
  context: CommandContext,
  plan: LoopToWarn,
): string | null {
  const { session, project, places } = plan;
  if (context.prompt !== undefined) return context.prompt.permissionMode;
  const modeOf = (sessionId: string, cwd: string) =>
    lastMode(
      readLastJsonLines(transcriptOf(places, { sessionId, cwd }) ?? "", Infinity).map(
        (entry) => entry["permissionMode"],
      ),
    );
  if (session !== null) return modeOf(session, project);
  const open = findWindows(plan, context.env.cwd).able
    .flatMap(({ id, folder }) => modeOf(id, folder) ?? []);
  return open.find((mode) => describeMode(mode).asks) ?? open[0] ??
    defaultMode({ places, project });
}

function lastMode(modes: readonly unknown[]): string | null {
  return modes.findLast((mode) => typeof mode === "string") ?? null;
}

function defaultMode(location: Location): string | null {
  try {
    return lastMode(
      readSettingsFiles(location).map(({ text }) =>
        fieldOf(fieldOf(readAsClient(text), "permissions"), "defaultMode")
      ),
    );
  } catch (error) {
    if (error instanceof RalphError) return null;
    throw error;
  }
}
