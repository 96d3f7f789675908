/** The path of a session's transcript, for callers without an event that names it. */
import { join } from "../../system/path.ts";
import type { Environment } from "../../store/environment.ts";
import { fileNameOf } from "../../store/files/file_name.ts";
import type { Places } from "../../store/places.ts";

/**
 * Computes the path of a session's transcript: `projects/{folder}/{session}.jsonl`, where the folder is
 * the working directory with every character but letters and digits as `-`.
 *
 * @returns The path, whether it exists or not; null without a session.
 */
export function transcriptOf(
  places: Places,
  { sessionId, cwd }: Pick<Environment, "sessionId" | "cwd">,
): string | null {
  if (sessionId === null) return null;
  const folder = cwd.replace(/[^A-Za-z0-9]/g, "-");
  return join(places.claudeDir, "projects", folder, `${fileNameOf(sessionId)}.jsonl`);
}
