/** The path of a session's transcript, for callers without an event that names it. */
import { join } from "../../path/path.ts";
import type { Environment } from "../../store/environment.ts";
import { fileNameOf } from "../../store/files/file_name.ts";
import type { Places } from "../../store/places.ts";

/**
 * Computes the folder of the transcripts of all sessions of a working directory: `projects/{folder}`,
 * the directory with every `/` and `.` as `-`.
 */
export function transcriptsOf({ claudeDir }: Pick<Places, "claudeDir">, cwd: string): string {
  return join(claudeDir, "projects", cwd.replace(/[^A-Za-z0-9]/g, "-"));
}

/**
 * Computes the path of a session's transcript: `{session}.jsonl` in the folder of its working directory.
 *
 * @returns The path, whether it exists or not; null without a session.
 */
export function transcriptOf(
  places: Places,
  { sessionId, cwd }: Pick<Environment, "sessionId" | "cwd">,
): string | null {
  if (sessionId === null) return null;
  return join(transcriptsOf(places, cwd), `${fileNameOf(sessionId)}.jsonl`);
}
