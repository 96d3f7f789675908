/** What Claude Code says of itself: it keeps `sessions/PID.json` up to date while it runs. */
import { join } from "../system/path.ts";
import { readJson } from "../store/files/json_text.ts";
import type { Places } from "../store/places.ts";
import { asFields, asText } from "./transcript/fields.ts";

/** What a client says that its session does, and since when. */
export interface ClientState {
  /** `waiting`: for a person, at a prompt or a dialog. */
  readonly state: "busy" | "waiting" | "idle";
  /** Epoch milliseconds. */
  readonly sinceMs: number;
  /** What it waits for, in a few words: `permission prompt`; null where it does not say. */
  readonly waitingFor: string | null;
}

/**
 * Reads what the client says that a session does (seen in 2.1.328).
 *
 * @param process The client's process, which has to be alive.
 * @returns Null where it shows another session, or does not say.
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
