/** `ralph hooks uninstall`. */
import { isLeftover, listBackups, removeSpareBackups } from "../../registration/backups.ts";
import { removeSpareGate } from "../../registration/gate.ts";
import { removeHooks } from "../../registration/settings_document.ts";
import { settingsPath } from "../../registration/settings_file.ts";
import { isThere } from "../../store/files/presence.ts";
import { findLoop } from "../../lifecycle/loop.ts";
import { showCount } from "../../text/human_units.ts";
import { defineCommand, flag, JSON_OPTION } from "../core/command.ts";
import type { CommandContext } from "../core/context.ts";
import { type ChangeResult, changeSettings, readScope, SCOPE_OPTIONS } from "./change.ts";
import { show } from "../core/document.ts";
import { locate, type Location, readRegistrationHere } from "../core/locate.ts";
import { StatusLineEdit } from "./status_line.ts";

export const uninstall = defineCommand({
  name: "uninstall",
  summary: "Remove ralph's hooks from Claude Code's settings, and nothing else",
  description:
    "Other hooks stay, in the same group too. A copy of the old file is kept beside it, " +
    "unless the file is now as it was before the first install. The status line that ralph's " +
    "replaced is put back.",
  options: [
    ...SCOPE_OPTIONS,
    flag("statusline", "Remove ralph's status line only"),
    flag("dry-run", "Show what would change, and change nothing", { alias: "n" }),
    JSON_OPTION,
  ],
  examples: [
    ["ralph hooks uninstall", "From your own settings"],
  ],
  run: (context, { options }) => {
    const location = locate(context);
    const isDryRun = options["dry-run"];
    const scope = readScope(options);
    const line = new StatusLineEdit(location, scope);
    let hadHooks = false;
    const result = changeSettings(context, location, {
      scope,
      edit: (text) => {
        if (text === null) return null;
        const without = line.remove(text);
        const unhooked = removeHooks(without);
        hadHooks = unhooked !== without;
        const restored = options.statusline ? without : unhooked;
        const file = settingsPath(scope, location.places, location.project);
        return isLeftover(restored, text, file) ? null : restored;
      },
      ...(options.statusline ? {} : { installs: false }),
    }, isDryRun);
    const { kind, path, backup } = result;
    if (kind === "written") line.remember();
    const removed = isDryRun ? [] : removeSpareBackups(path);
    if (!isDryRun && !options.statusline) removeSpareGate(location.places);
    const left = isDryRun ? [] : describeLeft(context, location, path, options.statusline);
    const whose = nameRemoved(
      hadHooks && !options.statusline,
      line.hasChanged || options.statusline,
    );
    const files = [{ path, result: kind, backup }];
    const render = () =>
      kind === "unchanged"
        ? `Nothing to do: ${whose} ${options.statusline ? "is" : "are"} not in "${path}".`
        : [
          ...describeChange(result, whose),
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
): readonly string[] {
  if (kind === "shown") return diff;
  if (kind !== "written") return [];
  const isKept = backup !== null && isThere(backup);
  return [`Removed ${whose} from "${path}".`, ...isKept ? [`Backup: ${backup}`] : []];
}

/** Describes what an uninstall leaves, and how to remove that. */
function describeLeft(
  context: CommandContext,
  location: Location,
  path: string,
  isLineAlone: boolean,
): string[] {
  const { sources, problems } = readRegistrationHere(context, location);
  const predecessors = problems.filter(({ code }) => code === "predecessor");
  const backups = listBackups(path).map((backup) => backup.path);
  const { ralphHome } = location.places;
  return [
    ...(isLineAlone
      ? []
      : sources.map(({ name }) => `ralph's hooks are still registered in "${name}".`)),
    ...predecessors.map(({ source }) =>
      `The earlier plugin's hooks are still registered in "${source}".`
    ),
    ...(sources.length === 0 && findLoop(location.places, location.project) !== null
      ? ["Nothing keeps this project's loop going now; 'ralph stop' ends it."]
      : []),
    ...backups.map((backup) => `Kept: the backup ${backup}`),
    ...(sources.length === 0 && isThere(ralphHome)
      ? [
        `Kept: history, archived plans and trust in ${ralphHome}; delete the folder to remove them.`,
      ]
      : []),
  ];
}
