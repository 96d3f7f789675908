/**
 * In which permission mode a session works.
 *
 * @module
 */
import { tailOf } from "../../evidence/transcript/tail.ts";
import { fieldOf } from "../../registration/hook_list.ts";
import { readSettingsFiles } from "../../registration/read_status.ts";
import { readAsClient } from "../../registration/settings_document.ts";
import { RalphError } from "../../error.ts";
import type { Places } from "../../store/places.ts";
import type { CommandContext } from "../core/context.ts";
import { type StartPlan, transcriptOf } from "./plan.ts";

/** The last prompt is within so much of the transcript's end. */
const TAIL_BYTES = 256 * 1024;

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
    const modes = readSettingsFiles({ places, project }).map(({ text }) =>
      fieldOf(fieldOf(readAsClient(text), "permissions"), "defaultMode")
    );
    return modes.findLast((mode) => typeof mode === "string") ?? null;
  } catch (error) {
    if (error instanceof RalphError) return null;
    throw error;
  }
}
