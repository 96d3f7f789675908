/**
 * What `start` is about to do, once everything is chosen.
 *
 * @module
 */
import { join } from "@std/path";
import type { Environment } from "../../store/environment.ts";
import { fileNameOf } from "../../store/files/file_name.ts";
import type { Focus } from "../../store/records/loop_record.ts";
import type { Places } from "../../store/places.ts";
import type { PresetName } from "../../store/settings/presets.ts";
import type { Settings } from "../../store/settings/settings.ts";

/** A loop that is about to begin. */
export interface StartPlan {
  readonly id: string;
  /** The project's root, symlinks resolved. */
  readonly project: string;
  /** The session that is to drive it; null for the next one. */
  readonly session: string | null;
  readonly task: string | null;
  readonly preset: PresetName | null;
  readonly flags: Partial<Settings>;
  readonly settings: Settings;
  readonly focus: Focus;
  readonly startedAt: Temporal.Instant;
}

/**
 * Where the client keeps this session's transcript: `projects/{folder}/{session}.jsonl`, the folder
 * being the working directory with every `/` and `.` as `-`.
 *
 * @returns The path, whether it exists or not; null outside of a session.
 */
export function transcriptOf(
  places: Places,
  { sessionId, cwd }: Pick<Environment, "sessionId" | "cwd">,
): string | null {
  if (sessionId === null) return null;
  const folder = cwd.replace(/[^A-Za-z0-9]/g, "-");
  return join(places.claudeDir, "projects", folder, `${fileNameOf(sessionId)}.jsonl`);
}
