/**
 * What `start` warns about: things that would stop a night's work (design §5).
 *
 * @module
 */
import { tailOf } from "../evidence/tail.ts";
import type { Places } from "../store/places.ts";
import { isUnderClaudeFolder } from "./start_focus.ts";
import { type StartPlan, transcriptOf } from "./start_plan.ts";

/** Permission modes in which the client asks a person before some tools (contract §2). */
const ASKING_MODES = new Set(["default", "acceptEdits", "plan"]);

/** The last prompt stands within so much of the transcript's end. */
const TAIL_BYTES = 256 * 1024;

/** Says what would stop the work, or is asked for in vain. */
export function describeWarnings(plan: StartPlan, places: Places): string[] {
  return [...describeAsking(plan, places), ...describeVain(plan)];
}

function describeVain({ settings: { eternal, verify } }: StartPlan): string[] {
  return eternal && verify.length > 0
    ? ["Warning: --eternal never ends on success, so the checks that gate success are never run"]
    : [];
}

function describeAsking(plan: StartPlan, places: Places): string[] {
  const mode = permissionModeOf(plan, places);
  if (mode === null || !ASKING_MODES.has(mode)) return [];
  const lines = [
    `Warning: the permission mode "${mode}" asks a person before some tools, and nobody will be there`,
  ];
  const { path } = plan.focus;
  if (path !== null && mode === "acceptEdits" && isUnderClaudeFolder(path)) {
    lines.push(
      `Warning: in "acceptEdits" Claude Code refuses to write under .claude, so ${path} cannot be ticked: move it, or use another mode`,
    );
  }
  return lines;
}

/** The mode of this session's last prompt, where its transcript tells. */
function permissionModeOf({ session, project }: StartPlan, places: Places): string | null {
  const path = transcriptOf(places, { sessionId: session, cwd: project });
  if (path === null) return null;
  const modes = tailOf(path, TAIL_BYTES).map((entry) => entry["permissionMode"]);
  return modes.findLast((mode) => typeof mode === "string") ?? null;
}
