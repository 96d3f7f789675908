/** Checks whether Claude Code calls the hooks exactly once, and with this program. */
import { basename } from "@std/path";
import { messageOf, RalphError } from "../../../error.ts";
import { startedAtMs, startedBefore } from "../../../evidence/liveness.ts";
import { listOpenSessions } from "../../../evidence/open_sessions.ts";
import { findProgram } from "../../../system/find_program.ts";
import { removeSpareBackups } from "../../../registration/backups.ts";
import { findCache, findCachedPrograms } from "../../../registration/cached_program.ts";
import { writeGate } from "../../../registration/gate.ts";
import { fieldOf, groupsFor } from "../../../registration/hook_list.ts";
import { readRegistration } from "../../../registration/read_status.ts";
import { readRegisteredAt } from "../../../registration/installed_at.ts";
import {
  addHooks,
  removeHooks,
  removeKey,
  toPlainJson,
} from "../../../registration/settings_document.ts";
import {
  type ClientSettingsScope,
  listSettingsFiles,
  settingsPath,
} from "../../../registration/settings_file.ts";
import type { RegistrationProblem, RegistrationReport } from "../../../registration/status.ts";
import { capitalize, showCount } from "../../../text/human_units.ts";
import { readRegistrationHere } from "../../core/locate.ts";
import { type Checkup, type DoctorFinding, fail, type Fix, warn } from "../check.ts";
import { editClientSettings, readManagedSettings } from "../client_settings.ts";
import { startsProgram } from "../starts_program.ts";

/** Checks whether ralph runs from its sources, so that no hook can call it. */
export function isFromSources(executable: string): boolean {
  return basename(executable) === "deno";
}

/** Yields whatever keeps Claude Code from calling the hooks, or makes it call them twice. */
export function* registration(checkup: Checkup): Generator<DoctorFinding, string> {
  const { env, places, project, executable } = checkup;
  yield* findManagedSwitches(checkup);
  let report: RegistrationReport;
  try {
    report = readRegistrationHere({ env }, { places, project });
  } catch (error) {
    const title = "A settings file of Claude Code cannot be read, so the hooks in it are unknown";
    const advice = error instanceof RalphError ? error.hint : "";
    yield fail("hooks.settings-broken", title, { detail: [messageOf(error)], advice });
    return "";
  }
  const { sources, problems } = report;
  const [kept] = sources;
  for (const problem of [...problems, ...findCachedPrograms(sources)]) {
    const { code, source, why, remedy } = problem;
    const isInstallable = code !== "program-cached" || findCache(executable) === null;
    const scope = isInstallable ? scopeOf(source, checkup) : null;
    yield {
      id: `hooks.${code}`,
      status: code === "outdated" || code === "program-cached" ? "warn" : "fail",
      title: why,
      advice: `${capitalize(remedy)}, then restart Claude Code.`,
      fix: scope === null ? undefined : fixFor(problem, scope, checkup),
    };
  }
  if (kept === undefined) {
    const title =
      "ralph's hooks are not registered in Claude Code, so a loop in a session cannot run";
    yield fail("hooks.missing", title, {
      advice: "Register them, or install the plugin; then restart Claude Code. " +
        "'ralph run' needs no hooks.",
      command: "ralph hooks install",
      fix: installFix(checkup, "user", true),
    });
    return "";
  }
  const found = findProgram(kept.program ?? "", env.variable("PATH") ?? "", project);
  const isOther = found.kind === "found" && !startsProgram(found.path, executable);
  if (isOther && kept.program !== null && !isFromSources(executable)) {
    const scope = scopeOf(kept.name, checkup);
    yield warn("hooks.other-program", "The hooks call a different ralph", {
      detail: [`"${kept.name}": they call ${kept.program}`, `this is ${executable}`],
      advice: scope === null
        ? "To use this one, put it first on the PATH that Claude Code is started with."
        : "To use this one, run 'ralph hooks install' with it.",
      fix: scope === null ? undefined : installFix(checkup, scope, true),
    });
  }
  return `Registered once, in "${kept.name}"`;
}

/** Yields a finding if the organization switches hooks off, or allows only its own. */
function* findManagedSwitches(checkup: Checkup): Generator<DoctorFinding> {
  const titles = {
    disableAllHooks: "Your organization switches all hooks off, so no loop in a session can run",
    allowManagedHooksOnly: "Your organization allows only its own hooks, so ralph's are not called",
  };
  const files = readManagedSettings(checkup);
  for (const [name, title] of Object.entries(titles)) {
    const file = files.findLast(({ value }) => typeof fieldOf(value, name) === "boolean");
    if (file === undefined || fieldOf(file.value, name) !== true) continue;
    yield fail("hooks.managed", title, {
      detail: [`"${file.path}" sets ${name}`],
      advice: "Ask your administrator to allow ralph's hooks; 'ralph run' works without hooks.",
    });
  }
}

/** Returns the scope of a settings file; null for a plugin. */
function scopeOf(source: string, { places, project }: Checkup): ClientSettingsScope | null {
  return listSettingsFiles(places, project).find(({ path }) => path === source)?.scope ?? null;
}

function fixFor(
  { code, source }: RegistrationProblem,
  scope: ClientSettingsScope,
  checkup: Checkup,
): Fix | undefined {
  const edit = (title: string, change: (text: string) => string): Fix => ({
    title,
    needsConsent: true,
    apply: () => editClientSettings(checkup, scope, change),
  });
  // The project's file is shared with others.
  const isShared = scope === "project";
  switch (code) {
    case "settings-ignored":
      return edit(`Rewrite "${source}" without comments and trailing commas`, toPlainJson);
    case "disabled":
      return edit(
        "Remove disableAllHooks, which switches every hook on again, not only ralph's",
        (text) => removeKey(text, ["disableAllHooks"]),
      );
    case "twice":
      return {
        title: `Remove ralph's hooks from "${source}"`,
        needsConsent: isShared,
        apply: () => {
          const lines = editClientSettings(checkup, scope, (text) => removeHooks(text));
          removeSpareBackups(source);
          return lines;
        },
      };
    default:
      return installFix(checkup, scope, isShared);
  }
}

function installFix(
  checkup: Checkup,
  scope: ClientSettingsScope,
  needsConsent: boolean,
): Fix | undefined {
  const { places, project, executable } = checkup;
  if (isFromSources(executable)) return undefined;
  return {
    title: `Register the hooks in "${settingsPath(scope, places, project)}", with this program`,
    needsConsent,
    apply: () => {
      writeGate(places, executable);
      const add = (text: string) => addHooks(text, groupsFor(places.gate, executable));
      return [
        ...editClientSettings(checkup, scope, add),
      ];
    },
  };
}

/** Yields a finding if open sessions of Claude Code began before the hooks were registered. */
export function* openSessions({ env, places, project }: Checkup): Generator<DoctorFinding, string> {
  const { sources } = readRegistration({ env, places, project });
  const sessions = listOpenSessions(places);
  // An open window may read a settings file again, but it reads a plugin only at its start.
  const isInSettings = sources.some(({ kind }) => kind === "settings");
  const older = isInSettings ? [] : sessions
    .filter(({ pid }) => startedBefore(startedAtMs(pid), readRegisteredAt(places, sources)));
  if (older.length > 0) {
    const count = showCount(older.length, "open session");
    yield warn("hooks.sessions-older", `${count} began before the plugin was installed`, {
      detail: older.map(({ pid, folder }) => `process ${pid} in "${folder}"`),
      advice: "Close Claude Code there, then open it again with the same conversation.",
      command: "claude --continue",
    });
  }
  return `${showCount(sessions.length, "open session")}, none older than the hooks`;
}
