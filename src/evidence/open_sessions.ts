/**
 * The sessions of Claude Code that are open on this machine, with the state that each reports, and the
 * paths of their transcripts. The client keeps a file for each of its processes, `sessions/PID.json`, and
 * removes it when the process ends.
 */
import { join } from "../system/path.ts";
import { openKernelFiles } from "../system/kernel_files.ts";
import { readJson } from "../store/files/json_text.ts";
import { namesIn } from "../store/files/presence.ts";
import type { Environment } from "../store/environment.ts";
import { fileNameOf } from "../store/files/file_name.ts";
import type { Places } from "../store/places.ts";
import { resolveLinks } from "../store/project.ts";
import { startedAtMs } from "./liveness.ts";
import { asFields, asText } from "./transcript/fields.ts";

/** Maximum number of files to read, including those that killed processes left behind. */
const MOST_FILES = 200;

/** An open session of Claude Code. */
export type OpenSession = ReturnType<typeof listOpenSessions>[number];

/**
 * Lists the interactive sessions that are open.
 *
 * @param isAlive Checks whether a process exists; returns true if the system does not say.
 */
export function listOpenSessions(
  places: Places,
  isAlive: (pid: number) => boolean = isProcessThere,
) {
  const dir = join(places.claudeDir, "sessions");
  const names = namesIn(dir).filter((name) => /^\d{1,10}\.json$/.test(name)).sort();
  return names.slice(0, MOST_FILES).flatMap((name) => {
    const fields = asFields(readJson(join(dir, name)));
    const [id, folder] = [asText(fields?.["sessionId"]), asText(fields?.["cwd"])];
    const pid = parseInt(name);
    const kind = asText(fields?.["kind"]) ?? "interactive";
    if (id === null || folder === null || kind !== "interactive" || !isAlive(pid)) return [];
    return [{ id, pid, folder: resolveLinks(folder) }];
  });
}

function isProcessThere(pid: number): boolean {
  return openKernelFiles() === null || startedAtMs(pid) !== null;
}

/** The state of a session as its client reports it, and since when. */
export interface ClientState {
  /** `waiting`: for a person, at a prompt or a dialog. */
  readonly state: "busy" | "waiting" | "idle";
  /** Epoch milliseconds. */
  readonly sinceMs: number;
  /** The object of the wait in a few words: `permission prompt`; null if unknown. */
  readonly waitingFor: string | null;
}

/**
 * Reads the state that the client reports for a session (seen in 2.1.328).
 *
 * @param process The client's process, which must be alive.
 * @returns Null if the process shows another session, or reports no state.
 */
export function readClientState(
  places: Places,
  process: { readonly pid: number },
  session: string | null,
): ClientState | null {
  const fields = asFields(readJson(join(places.claudeDir, "sessions", `${process.pid}.json`)));
  if (fields === null || asText(fields["sessionId"]) !== session) return null;
  const [state, sinceMs] = [asText(fields["status"]), fields["statusUpdatedAt"]];
  if (state !== "busy" && state !== "waiting" && state !== "idle") return null;
  if (typeof sinceMs !== "number" || !Number.isFinite(sinceMs)) return null;
  return { state, sinceMs, waitingFor: asText(fields["waitingFor"]) };
}

/**
 * Computes the path of a session's transcript: `projects/{folder}/{session}.jsonl`. The folder is the
 * working directory, with `-` for every character except letters and digits.
 *
 * @returns The path, whether or not it exists; null without a session.
 */
export function transcriptOf(
  places: Places,
  { sessionId, cwd }: Pick<Environment, "sessionId" | "cwd">,
): string | null {
  if (sessionId === null) return null;
  const folder = cwd.replace(/[^A-Za-z0-9]/g, "-");
  return join(places.claudeDir, "projects", folder, `${fileNameOf(sessionId)}.jsonl`);
}
