/** `ralph hooks uninstall`. */
import { isLeftover, listBackups, removeSpareBackups } from "../../registration/backups.ts";
import { isPredecessorEntry } from "../../registration/ours.ts";
import { removeSpareGate } from "../../registration/gate.ts";
import { removeHooks } from "../../registration/settings_document.ts";
import { listSettingsFiles, settingsPath } from "../../registration/settings_file.ts";
import { isThere } from "../../store/files/presence.ts";
import { findLoop } from "../../lifecycle/loop.ts";
import { showCount } from "../../text/human_units.ts";
import { defineCommand, flag, JSON_OPTION } from "../core/command.ts";
import type { CommandContext } from "../core/context.ts";
import { type ChangeResult, changeSettings, readScope, SCOPE_OPTIONS } from "./change.ts";
import { show } from "../core/document.ts";
import { locate, type Location, readRegistrationHere } from "../core/locate.ts";
import { refuseBoth } from "../core/usage.ts";
import { StatusLineEdit } from "./status_line.ts";

export const uninstall = defineCommand({
  name: "uninstall",
  summary: "Remove ralph's hooks from Claude Code's settings, and nothing else",
  description:
    "Other hooks stay, in the same group too. A copy of the old file is kept beside it, " +
    "unless the file is now as it was before the first install. The status line that ralph's " +
    "replaced is put back. --predecessor removes the hooks of the " +
    "earlier ralph plugin from all settings files.",
  options: [
    ...SCOPE_OPTIONS,
    flag("predecessor", "Remove the hooks of the earlier ralph plugin instead"),
    flag("statusline", "Remove ralph's status line only"),
    flag("dry-run", "Show what would change, and change nothing", { alias: "n" }),
    JSON_OPTION,
  ],
  examples: [
    ["ralph hooks uninstall", "From your own settings"],
    ["ralph hooks uninstall --predecessor", "Those of the earlier plugin, everywhere"],
  ],
  run: (context, { options }) => {
    refuseBoth(options, "predecessor", "statusline");
    const location = locate(context);
    const isDryRun = options["dry-run"];
    const scopes = options.predecessor && !options.project && !options.local
      ? listSettingsFiles(location.places, location.project).map(({ scope }) => scope)
      : [readScope(options)];
    let [hadHooks, hadLine] = [false, false];
    const results = scopes.map((scope) => {
      const line = new StatusLineEdit(location, scope);
      const result = changeSettings(context, location, {
        scope,
        edit: (text) => {
          if (text === null) return null;
          if (options.predecessor) return removeHooks(text, isPredecessorEntry);
          const without = line.remove(text);
          const unhooked = removeHooks(without);
          hadHooks ||= unhooked !== without;
          const restored = options.statusline ? without : unhooked;
          const path = settingsPath(scope, location.places, location.project);
          return isLeftover(restored, text, path) ? null : restored;
        },
        ...(options.predecessor || options.statusline ? {} : { installs: false }),
      }, isDryRun);
      if (result.kind === "written") line.remember();
      hadLine ||= line.hasChanged;
      return result;
    });
    const removed = options.predecessor || isDryRun
      ? []
      : results.flatMap(({ path }) => removeSpareBackups(path));
    if (!isDryRun && !options.predecessor && !options.statusline) removeSpareGate(location.places);
    const left = isDryRun ? [] : describeLeft(context, location, results, options);
    const whose = options.predecessor
      ? "the earlier plugin's hooks"
      : nameRemoved(hadHooks && !options.statusline, hadLine || options.statusline);
    const files = results.map(({ kind, path, backup }) => ({ path, result: kind, backup }));
    const render = () =>
      results.every(({ kind }) => kind === "unchanged")
        ? `Nothing to do: ${whose} ${options.statusline ? "is" : "are"} not in ${
          results.map(({ path }) => `"${path}"`).join(", ")
        }.`
        : [
          ...results.flatMap((result) => describeChange(result, whose, results.length > 1)),
          ...removed.length === 0 ? [] : [
            `The file is as its oldest backup again: removed ${
              showCount(removed.length, "backup")
            }.`,
          ],
        ].join("\n");
    return show({ files, removed_backups: removed, left }, render, {
      notes: left,
      isData: isDryRun,
    });
  },
});

function nameRemoved(hadHooks: boolean, hadLine: boolean): string {
  if (!hadLine) return "ralph's hooks";
  return hadHooks ? "ralph's hooks and status line" : "ralph's status line";
}

function describeChange(
  { kind, path, backup, diff }: ChangeResult,
  whose: string,
  isOneOfMany: boolean,
): readonly string[] {
  if (kind === "shown") return diff;
  if (kind !== "written") return [];
  const isKept = backup !== null && (isOneOfMany || isThere(backup));
  return [`Removed ${whose} from "${path}".`, ...isKept ? [`Backup: ${backup}`] : []];
}

/** Describes what an uninstall leaves, and how to remove that. */
function describeLeft(
  context: CommandContext,
  location: Location,
  results: readonly ChangeResult[],
  { predecessor: isPredecessors, statusline: isLineAlone }: {
    readonly predecessor: boolean;
    readonly statusline: boolean;
  },
): string[] {
  const { sources, problems } = readRegistrationHere(context, location);
  const predecessors = problems.filter(({ code }) => code === "predecessor");
  const backups = results.flatMap(({ path }) => listBackups(path).map((backup) => backup.path));
  const { ralphHome } = location.places;
  return [
    ...(isPredecessors || isLineAlone
      ? []
      : sources.map(({ name }) => `ralph's hooks are still registered in "${name}".`)),
    ...predecessors.map(({ source }) =>
      `The earlier plugin's hooks are still registered in "${source}".`
    ),
    ...(!isPredecessors && sources.length === 0 &&
        findLoop(location.places, location.project) !== null
      ? ["Nothing keeps this project's loop going now; 'ralph stop' ends it."]
      : []),
    ...backups.map((path) => `Kept: the backup ${path}`),
    ...(!isPredecessors && sources.length === 0 && isThere(ralphHome)
      ? [
        `Kept: history, archived plans and trust in ${ralphHome}; delete the folder to remove them.`,
      ]
      : []),
  ];
}
