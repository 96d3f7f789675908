/** `ralph hooks uninstall`. */
import { isLeftover, listBackups, removeSpareBackups } from "../../registration/backups.ts";
import { removeHooks } from "../../registration/settings_document.ts";
import { readReplacedStatusLine } from "../../registration/installed_at.ts";
import {
  changeSettingsFile,
  type SettingsChanged,
  settingsPath,
} from "../../registration/settings_file.ts";
import { removeStatusLine } from "../../registration/status_line.ts";
import { isThere } from "../../store/files/presence.ts";
import { findLoop } from "../../lifecycle/loop.ts";
import { showCount, showNames } from "../../text/human_units.ts";
import { defineCommand, flag, JSON_OPTION } from "../core/command.ts";
import type { CommandContext } from "../core/context.ts";
import { readScope, SCOPE_OPTIONS, showChange } from "./change.ts";
import { show } from "../core/document.ts";
import { locate, type Location, readRegistrationHere } from "../core/locate.ts";

export const uninstall = defineCommand({
  name: "uninstall",
  summary: "Remove ralph's hooks from Claude Code's settings, and nothing else",
  description:
    "Other hooks stay, even in the same group. A copy of the old file is kept next to it, " +
    "unless the file is now as it was before the first install. If ralph's status line " +
    "replaced yours, yours is restored.",
  options: [
    ...SCOPE_OPTIONS,
    flag("statusline", "Remove ralph's status line only"),
    flag("dry-run", "Show what would change, and change nothing", { alias: "n" }),
    JSON_OPTION,
  ],
  examples: [
    ["ralph hooks uninstall", "From your own settings"],
  ],
  run: (context, { options: { statusline: isLineAlone, ...options } }) => {
    const location = locate(context);
    const isDryRun = options["dry-run"];
    const scope = readScope(options);
    const { places, project } = location;
    const file = settingsPath(scope, places, project);
    const changed = changeSettingsFile(location, {
      scope,
      isDryRun,
      edit: (text) => {
        if (text === null) return null;
        const without = removeStatusLine(text, readReplacedStatusLine(places, file));
        const restored = isLineAlone ? without : removeHooks(without);
        return isLeftover(restored, text, file) ? null : restored;
      },
    }, context.nowMs());
    const { kind, path, backup, ours } = changed;
    const removed = isDryRun ? [] : removeSpareBackups(path);
    const left = isDryRun ? [] : describeLeft(context, location, { path, backup }, isLineAlone);
    const whose = nameRemoved(ours.hooks, ours.statusLine || isLineAlone);
    const lines = {
      shown: showChange(changed, context.out.style),
      unchanged: [`Nothing to do: ${whose} ${isLineAlone ? "is" : "are"} not in "${path}".`],
      written: [
        `Removed ${whose} from "${path}".`,
        backup !== null && isThere(backup) && `Backup: ${backup}`,
        removed.length > 0 &&
        `The file is as it was before ralph: removed ${showCount(removed.length, "backup")}.`,
      ].filter((text) => text !== false),
    };
    const value = { result: kind, path, backup, removed_backups: removed, left };
    return show(value, () => lines[kind].join("\n"), { notes: left, isData: isDryRun });
  },
});

function nameRemoved(hadHooks: boolean, hadLine: boolean): string {
  if (!hadLine) return "ralph's hooks";
  return hadHooks ? "ralph's hooks and status line" : "ralph's status line";
}

/** Parts of ralph's folder that an uninstall keeps. */
const KEPT = [
  ["historyFile", "history"],
  ["archivesDir", "archived plans"],
  ["trustFile", "trust"],
  ["globalConfig", "settings"],
] as const;

/** Describes what an uninstall leaves, and how to remove that. */
function describeLeft(
  context: CommandContext,
  location: Location,
  { path, backup }: Pick<SettingsChanged, "path" | "backup">,
  isLineAlone: boolean,
): string[] {
  const { places, project } = location;
  const { sources } = readRegistrationHere(context, location);
  const isUnregistered = sources.length === 0;
  const named = isLineAlone ? [] : sources;
  const kept = KEPT.flatMap(([file, what]) => isThere(places[file]) ? [what] : []);
  return [
    ...named.map(({ name }) => `ralph's hooks are still registered in "${name}".`),
    isUnregistered && findLoop(places, project) !== null &&
    "Nothing keeps this project's loop going now; 'ralph stop' ends it.",
    // The backup of this call already has a line.
    ...listBackups(path).filter((each) => each !== backup)
      .map((each) => `Kept: the backup ${each}`),
    isUnregistered && kept.length > 0 &&
    `Kept: ${showNames(kept)} in ${places.ralphHome}; to remove all of it, delete the folder.`,
  ].filter((text) => text !== false);
}
