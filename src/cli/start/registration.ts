/** Refuses a start if Claude Code would never call ralph's hooks. */
import { line } from "../../text/again.ts";
import { startedAtMs, startedBefore } from "../../evidence/liveness.ts";
import { readRegisteredAt } from "../../registration/installed_at.ts";
import { findEarlierHooks } from "../migrate/migrate.ts";
import { sayProblem } from "../../registration/status.ts";
import { StateError } from "../../error.ts";
import type { CommandContext } from "../core/context.ts";
import { type Location, readRegistrationHere } from "../core/locate.ts";

/** The registration of the hooks in Claude Code. */
export interface Registered {
  /** When they were registered, in epoch milliseconds; null if unknown. */
  readonly atMs: number | null;
  /** Whether a settings file has them, which an open window may read again, unlike a plugin. */
  readonly isInSettings: boolean;
  /** Whether this session began before the registration. */
  readonly isOlder: boolean;
}

/**
 * Makes sure that Claude Code will call the hooks.
 *
 * @returns The registration.
 * @throws {StateError} They are not registered, switched off, or newer than this session.
 */
export function requireRegistration(context: CommandContext, location: Location): Registered {
  const { env } = context;
  const { state, problems, sources } = readRegistrationHere(context, location);
  const earlier = findEarlierHooks(location.places, location.project);
  if (earlier.length > 0) {
    const where = earlier.map(({ source }) => `"${source}"`).join(" and ");
    throw new StateError(
      `Hooks of an earlier ralph are registered in ${where}: ` +
        "two loops would drive one session",
      { hint: `Remove them: ${[...new Set(earlier.map(({ remedy }) => remedy))].join("; ")}` },
    );
  }
  if (state === "not-installed") {
    const unread = problems.find(({ code }) => code === "settings-ignored");
    const where = unread === undefined ? "registered in" : "read by";
    throw new StateError(`ralph's hooks are not ${where} Claude Code, so no loop would run`, {
      ...unread !== undefined ? { hint: sayProblem(unread) } : {
        hint: "Install them, or the plugin, which brings them:",
        again: line("hooks", "install"),
      },
    });
  }
  if (state !== "installed") {
    const why = problems.map(sayProblem).join("; ");
    throw new StateError(`Not all of ralph's hooks would be called: ${why}`, {
      hint: "To fix what ralph can fix:",
      again: line("doctor", "--fix"),
    });
  }
  const atMs = readRegisteredAt(location.places, sources);
  const beganMs = env.claudePid === null ? null : startedAtMs(env.claudePid);
  const isInSettings = sources.some(({ kind }) => kind === "settings");
  const isOlder = startedBefore(beganMs, atMs);
  if (isInSettings || !isOlder) return { atMs, isInSettings, isOlder };
  throw new StateError(
    "The plugin was installed after this session began, so it does not have the hooks",
    { hint: "Restart Claude Code (claude --continue keeps the conversation), then start again." },
  );
}
