/**
 * Whether sessions of Claude Code are open that began before the hooks were registered, and so do not
 * have them.
 */
import { START_ERROR_MS, startedAtMs } from "../../../evidence/liveness.ts";
import { listOpenSessions } from "../../../evidence/open_sessions.ts";
import { readInstalledAt } from "../../../registration/installed_at.ts";
import { readRegistration } from "../../../registration/read_status.ts";
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
  /** When the hooks were registered, epoch milliseconds; null where the plugin has them, or unknown. */
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
  const times = readInstalledAt(places);
  const installed = sources.map(({ name }) => times.get(name) ?? null);
  return {
    sessions: listOpenSessions(places).map(({ pid, folder }) => ({
      pid,
      folder,
      startedAtMs: startedAtMs(pid),
    })),
    installedAtMs: installed.length === 0 || installed.includes(null)
      ? null
      : Math.min(...installed.filter((time) => time !== null)),
  };
}

/** Judges whether open sessions have the hooks. */
export function judgeSessions({ sessions, installedAtMs }: SessionFacts): Finding[] {
  const older = sessions.filter(({ startedAtMs }) =>
    startedAtMs !== null && installedAtMs !== null && startedAtMs + START_ERROR_MS < installedAtMs
  );
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
