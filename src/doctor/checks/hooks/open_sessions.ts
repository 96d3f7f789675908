/**
 * Whether sessions of Claude Code are open that began before the hooks were registered, and so do not
 * have them.
 */
import { startedAtMs, startedBefore } from "../../../evidence/liveness.ts";
import { listOpenSessions } from "../../../evidence/open_sessions.ts";
import { readRegistration } from "../../../registration/read_status.ts";
import { readRegisteredAt } from "../../../registration/registered_at.ts";
import { showCount } from "../../../text/human_units.ts";
import { defineCheck, type DoctorContext, type Finding } from "../../check.ts";

interface SessionFact {
  readonly pid: number;
  readonly folder: string;
  /** Null where the system does not say. */
  readonly startedAtMs: number | null;
}

interface SessionFacts {
  readonly sessions: readonly SessionFact[];
  /** When the hooks were registered, epoch milliseconds; null where that is unknown. */
  readonly installedAtMs: number | null;
}

/** The check of open sessions. */
export const openSessions = defineCheck<SessionFacts>({
  id: "hooks.sessions",
  subject: "whether open sessions have the hooks",
  gather: gatherSessions,
  judge: judgeSessions,
});

function gatherSessions({ env, places, project }: DoctorContext): SessionFacts {
  const { sources } = readRegistration({ env, places, project });
  return {
    sessions: listOpenSessions(places).map(({ pid, folder }) => ({
      pid,
      folder,
      startedAtMs: startedAtMs(pid),
    })),
    installedAtMs: readRegisteredAt(places, sources),
  };
}

/** Judges whether open sessions have the hooks. */
export function judgeSessions({ sessions, installedAtMs }: SessionFacts): Finding[] {
  const older = sessions.filter(({ startedAtMs }) => startedBefore(startedAtMs, installedAtMs));
  if (older.length === 0) {
    const title = sessions.length === 0
      ? "No session of Claude Code is open"
      : `${showCount(sessions.length, "open session")}, none older than the hooks`;
    return [{ id: "hooks.sessions", status: "pass", title }];
  }
  return [{
    id: "hooks.sessions-older",
    status: "warn",
    title: `${showCount(older.length, "open session")} began before the hooks were registered`,
    detail: older.map(({ pid, folder }) => `process ${pid} in "${folder}"`),
    advice: "Close Claude Code there, then open it again with the same conversation.",
    command: "claude --continue",
  }];
}
