/**
 * What the earlier, script-based ralph plugin left behind: its hooks, which would drive the same
 * sessions, and files that nothing reads now.
 */
import { join } from "@std/path";
import { findLoop } from "../../../lifecycle/loop.ts";
import { isPredecessorEntry } from "../../../registration/ours.ts";
import { readRegistration } from "../../../registration/read_status.ts";
import { removeHooks } from "../../../registration/settings_document.ts";
import type { SettingsScope } from "../../../registration/settings_file.ts";
import { isObject } from "../../../store/records/json_record.ts";
import { readJson } from "../../../store/files/json_text.ts";
import { isThere } from "../../../store/files/presence.ts";
import { projectPlaces } from "../../../store/places.ts";
import { quoteForShell } from "../../../text/shell_word.ts";
import { defineCheck, type DoctorContext, type Finding } from "../../check.ts";
import { editClientSettings, readClientSettings } from "../../client_settings.ts";
import { moveAside } from "../../move_aside.ts";

/** Its files in the home folder that nothing reads now. */
const HOME_FILES = [
  "ralph-global-stop.json",
  "ralph-hooks-installed-at",
  "automation/loop-orchestrator/state",
];

/** Its files in a project's `.claude` that nothing reads now. */
const PROJECT_FILES = [
  "loop-start-timestamp",
  "ralph-constraint-scan.jsonl",
  "ralph-acknowledged-constraints.jsonl",
  "ralph-metrics.json",
  "ralph-state.json.lock",
  "ralph-config.json.lock",
];

interface EarlierFacts {
  /** Settings files that register its hooks. */
  readonly settings: readonly { readonly scope: SettingsScope; readonly path: string }[];
  /** Plugins that do. */
  readonly plugins: readonly string[];
  readonly files: readonly string[];
  /** Whether it has a loop here: its state file says `running`. */
  readonly isRunning: boolean;
}

type EarlierAction =
  | { readonly kind: "hooks"; readonly scopes: readonly SettingsScope[] }
  | { readonly kind: "files"; readonly files: readonly string[] };

/** The check of the earlier plugin. */
export const earlierPlugin = defineCheck<EarlierFacts, EarlierAction>({
  id: "hooks.earlier",
  subject: "what the earlier ralph plugin left",
  gather: gatherEarlier,
  judge: judgeEarlier,
  repair: (context, action) =>
    action.kind === "files"
      ? action.files.map((path) => moveAside(context.places, path, context.nowMs()))
      : action.scopes.flatMap((scope) =>
        editClientSettings(context, scope, (text) => removeHooks(text, isPredecessorEntry))
      ),
});

function gatherEarlier(context: DoctorContext): EarlierFacts {
  const { env, places, project } = context;
  const files = readClientSettings(context);
  const { predecessors } = readRegistration({ env, places, project });
  const { dir, state, marker } = projectPlaces(project);
  // A loop of ours repairs its own record.
  const isOldState = isEarlierState(readJson(state)) && findLoop(places, project) === null;
  return {
    settings: files.flatMap(({ scope, path }) =>
      scope !== "managed" && predecessors.includes(path) ? [{ scope, path }] : []
    ),
    plugins: predecessors.filter((name) => !files.some(({ path }) => path === name)),
    files: [
      ...HOME_FILES.map((name) => join(places.claudeDir, name)),
      ...PROJECT_FILES.map((name) => join(dir, name)),
      ...isOldState ? [state, marker] : [],
    ].filter(isThere),
    isRunning: isOldState,
  };
}

/** Its state file has one field and no version. */
function isEarlierState(value: unknown): boolean {
  return isObject(value) && !Object.hasOwn(value, "version") && !Object.hasOwn(value, "id") &&
    ["running", "draining", "stopped"].includes(String(value["state"]));
}

function judgeEarlier(facts: EarlierFacts): Finding<EarlierAction>[] {
  const { settings, plugins, files, isRunning } = facts;
  const findings: Finding<EarlierAction>[] = plugins.map((name) => ({
    id: "hooks.earlier-plugin",
    status: "fail",
    title: "The earlier ralph plugin is enabled, so two loops would drive one session",
    detail: [`plugin ${name}`],
    advice: "Uninstall it, then restart Claude Code.",
    command: `claude plugin uninstall ${quoteForShell(name)}`,
  }));
  if (settings.length > 0) {
    findings.push({
      id: "hooks.earlier-hooks",
      status: "fail",
      title:
        "Hooks of the earlier ralph plugin are registered, so two loops would drive one session",
      detail: settings.map(({ path }) => `"${path}"`),
      advice: "Remove them, then restart Claude Code.",
      command: "ralph hooks uninstall --predecessor",
      repair: {
        title: "Remove the hooks of the earlier ralph plugin",
        needsConsent: true,
        action: { kind: "hooks", scopes: settings.map(({ scope }) => scope) },
      },
    });
  }
  if (files.length > 0) {
    findings.push({
      id: "hooks.earlier-files",
      status: "warn",
      title: isRunning
        ? "Files of the earlier ralph plugin are left, and its loop was not ended"
        : "Files of the earlier ralph plugin are left; nothing reads them now",
      detail: files.map((path) => `"${path}"`),
      advice: "Move them away; its settings (ralph-config.json and others) still count and stay.",
      repair: {
        title: "Move the files of the earlier ralph plugin away",
        needsConsent: false,
        action: { kind: "files", files },
      },
    });
  }
  return findings.length > 0 ? findings : [{
    id: "hooks.earlier",
    status: "pass",
    title: "Nothing is left of the earlier ralph plugin",
  }];
}
