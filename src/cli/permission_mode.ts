/**
 * In which permission mode a session works, and what it will ask about.
 *
 * @module
 */
import { tailOf } from "../evidence/tail.ts";
import { fieldOf } from "../registration/hook_list.ts";
import { readSettingsFiles } from "../registration/read_status.ts";
import { findUnread, readSettings } from "../registration/settings_document.ts";
import { RalphError } from "../store/error.ts";
import type { Places } from "../store/places.ts";
import type { CommandContext } from "./context.ts";
import { type StartPlan, transcriptOf } from "./start_plan.ts";

/** What a mode means for a loop. */
export interface ModeMeaning {
  /** Whether a person will be asked. */
  readonly asks: boolean;
  /** One sentence, with the way out where one is needed. */
  readonly sentence: string;
}

/** The last prompt is within so much of the transcript's end. */
const TAIL_BYTES = 256 * 1024;

const CHANGE = "Change the mode with Shift+Tab, or start Claude Code with --permission-mode auto";

const MEANINGS: Readonly<Record<string, ModeMeaning>> = {
  default: {
    asks: true,
    sentence: 'Permission mode "default": Claude Code asks before it edits files or runs ' +
      `commands, and the loop waits for the answer. ${CHANGE}`,
  },
  acceptEdits: {
    asks: true,
    sentence: 'Permission mode "acceptEdits": Claude Code asks before it runs most commands, and ' +
      `the loop waits for the answer. ${CHANGE}`,
  },
  plan: {
    asks: true,
    sentence:
      'Permission mode "plan": nothing can be changed, and the loop waits until you leave ' +
      "it. Change the mode with Shift+Tab",
  },
  auto: {
    asks: false,
    sentence: 'Permission mode "auto": Claude Code decides itself, and rarely asks',
  },
  dontAsk: {
    asks: false,
    sentence: 'Permission mode "dontAsk": what your settings do not allow is denied without asking',
  },
  bypassPermissions: {
    asks: false,
    sentence: 'Permission mode "bypassPermissions": nothing is asked',
  },
};

/**
 * Says what a mode means.
 *
 * @param mode As the client names it.
 */
export function describeMode(mode: string): ModeMeaning {
  const name = mode === "manual" ? "default" : mode;
  const known = Object.hasOwn(MEANINGS, name) ? MEANINGS[name] : undefined;
  return known ?? { asks: false, sentence: `Permission mode "${mode}"` };
}

/**
 * The mode of the session that is to drive a loop: as its prompt says, else its transcript, else, for
 * a session that is still to begin, the client's settings.
 *
 * @returns The mode; null where nothing tells.
 */
export function permissionModeOf(
  context: CommandContext,
  { session, project }: Pick<StartPlan, "session" | "project">,
  places: Places,
): string | null {
  if (context.prompt !== undefined) return context.prompt.permissionMode;
  const path = transcriptOf(places, { sessionId: session, cwd: project });
  if (path === null) return defaultModeOf(places, project);
  const modes = tailOf(path, TAIL_BYTES).map((entry) => entry["permissionMode"]);
  return modes.findLast((mode) => typeof mode === "string") ?? null;
}

function defaultModeOf(places: Places, project: string): string | null {
  try {
    const modes = readSettingsFiles({ places, project }).map(({ text }) => {
      const settings = text === null || findUnread(text) !== null ? undefined : readSettings(text);
      return fieldOf(fieldOf(settings, "permissions"), "defaultMode");
    });
    return modes.findLast((mode) => typeof mode === "string") ?? null;
  } catch (error) {
    if (error instanceof RalphError) return null;
    throw error;
  }
}
