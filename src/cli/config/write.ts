/** `ralph config set`, `unset` and `reset`. */
import { UsageError } from "../../error.ts";
import { requirePrograms } from "../../lifecycle/notify/channel.ts";
import { isThere, removeFile } from "../../store/files/presence.ts";
import { adding, line } from "../../text/again.ts";
import { PAIRS } from "../../store/settings/resolve.ts";
import type { SettingKey, Settings } from "../../store/settings/settings.ts";
import {
  requireSetting,
  resetSettings,
  setSetting,
  unsetSetting,
} from "../../store/settings/write.ts";
import { readText } from "../../store/files/text_file.ts";
import { yesOrNo } from "../core/ask.ts";
import { defineCommand, flag, JSON_OPTION } from "../core/command.ts";
import { show } from "../core/document.ts";
import { trustTyped } from "./trust_typed.ts";
import { GLOBAL_OPTION, readSettingsHere, type ShownSettings, targetOf } from "./layers.ts";
import { nameToday } from "../migrate/settings.ts";
import type { CommandContext } from "../core/context.ts";
import { locate } from "../core/locate.ts";

export const set = defineCommand({
  name: "set",
  summary: "Write one setting",
  description:
    "An invalid value is refused and not written. A list takes one word per entry; 'none' " +
    "removes a limit; hours may be a duration, such as 90m. A command that you set in a " +
    "terminal is trusted.",
  usage: "[OPTIONS] KEY VALUE... | KEY=VALUE",
  args: [
    { name: "key", help: "Name of the setting", listedBy: ["config"], required: true },
    { name: "value", help: "New value", variadic: true, values: "setting-value" },
  ],
  options: [GLOBAL_OPTION, JSON_OPTION],
  examples: [
    ["ralph config set max_hours 6", "Six active hours at most, in this project"],
    ['ralph config set verify "npm test" "npm run lint"', "Two commands"],
    ["ralph config set max_tokens none", "No limit"],
  ],
  run: async (context, { args, options }) => {
    const target = targetOf(context, options.global);
    const { name: typed, words } = readAssignment(args.key, args.value);
    const name = nameToday(typed) ?? typed;
    const location = locate(context);
    const { key } = requireSetting(name);
    const text = words.length === 1 ? words[0] ?? "" : textOf(name, words);
    const value = await setSetting(target, name, text, async (value) => {
      if (key === "notify") await requirePrograms(value as Settings["notify"], location.project);
      refuseConflict(context, options.global, target.path, key, value);
    });
    if (!options.global) await trustTyped(context, location, key, value);
    const shown = readSettingsHere(context, false);
    const notes = notesOf(key, value, shown);
    return show(
      { key, value, path: target.path },
      ({ path }) => `${key} = ${JSON.stringify(value)} in "${path}"`,
      { notes, exitCode: shown.problems.some(({ kind }) => kind === "conflict") ? 2 : 0 },
    );
  },
});

/**
 * Refuses a minimum above its maximum in the same file, because no loop would start.
 *
 * @throws {UsageError} The value conflicts; the hint is the line that makes room for it.
 */
function refuseConflict(
  context: CommandContext,
  isGlobal: boolean,
  source: string,
  key: SettingKey,
  value: unknown,
): void {
  const [min, max] = PAIRS.find((pair) => (pair as readonly SettingKey[]).includes(key)) ?? [];
  if (min === undefined) return;
  const name = isGlobal ? "global" : "project";
  const { problems } = readSettingsHere(context, isGlobal, [
    { name, source, values: { [key]: value }, problems: [] },
  ]);
  const conflict = problems.find((each) =>
    each.kind === "conflict" && each.setting === min && each.layer === name
  );
  if (conflict === undefined) return;
  const [how, other] = key === min ? ["Raise", max] : ["Lower", min];
  throw new UsageError(`Not written: ${conflict.sentence}`, {
    hint: `${how} "${other}" first:`,
    again: line("config", "set", ...isGlobal ? ["--global"] : [], other, String(value)),
  });
}

/** Lists the side effects of the new value: its problems, a stronger layer, a minimum that it lowers. */
function notesOf(
  key: SettingKey,
  value: unknown,
  { settings, origins, problems, placeOf }: ShownSettings,
): string[] {
  const conflicts = problems.filter(({ kind }) => kind === "conflict");
  if (conflicts.length > 0) {
    return conflicts.map(({ sentence }) =>
      `Problem: ${sentence}. Until that is corrected, no loop starts.`
    );
  }
  const present = JSON.stringify(settings[key]);
  if (present !== JSON.stringify(value)) {
    return origins[key] === "lowered"
      ? [`In effect here: ${present}, ${placeOf(key)}.`]
      : [`In effect here: ${present}, from the stronger layer: ${placeOf(key)}.`];
  }
  const lowered = PAIRS.find(([min, max]) => max === key && origins[min] === "lowered");
  if (lowered === undefined) return [];
  const [min] = lowered;
  return [
    `${min} is lowered to ${settings[min]} with it: done or not, a loop works that long.`,
    `→ ralph config set ${min} 0`,
  ];
}

export const unset = defineCommand({
  name: "unset",
  summary: "Remove one setting from the file, so that its other sources apply",
  args: [{
    name: "key",
    help: "Name of the setting, or any key of the file",
    listedBy: ["config"],
    required: true,
  }],
  options: [GLOBAL_OPTION, JSON_OPTION],
  run: async (context, { args: { key }, options }) => {
    const target = targetOf(context, options.global);
    const { path } = target;
    const removed = await unsetSetting(target, key);
    return show(
      { key, removed, path },
      () =>
        removed ? `Removed ${key} from "${path}".` : `Nothing to do: ${key} is not in "${path}".`,
    );
  },
});

export const reset = defineCommand({
  name: "reset",
  summary: "Remove all settings from the file; the guidance stays",
  description: "A copy of the old file is kept next to it.",
  options: [
    GLOBAL_OPTION,
    flag("yes", "Do not ask", { alias: "y" }),
    JSON_OPTION,
  ],
  run: async (context, { options }) => {
    const target = targetOf(context, options.global);
    const { path } = target;
    const isFileThere = isThere(path);
    // A typed slash command needs no confirmation, because a backup of the file is kept.
    const isIntended = options.yes || context.prompt !== undefined;
    if (isFileThere && !isIntended && !isConfirmed(context, path)) {
      return show({ removed: false, path }, () => "", { notes: ["Nothing was changed."] });
    }
    const backup = isFileThere ? await resetSettings(target, context.nowMs()) : null;
    if (backup === null) {
      return show({ removed: false, path }, () => `Nothing to do: no settings are in "${path}".`);
    }
    removeIfEmpty(path);
    const value = { removed: true, path, backup };
    return show(value, () => `Removed all settings from "${path}".\nBackup: ${backup}`);
  },
});

/** Removes the file if it has no keys left. */
function removeIfEmpty(path: string): void {
  const read = readText(path);
  if (read.kind === "text" && /^\s*\{\s*\}\s*$/.test(read.text)) removeFile(path);
}

/** Reads `key value`, and the predecessor's form `key=value`. */
function readAssignment(
  key: string,
  words: readonly string[],
): { name: string; words: readonly string[] } {
  if (words.length > 0) return { name: key, words: words[0] === "=" ? words.slice(1) : words };
  const at = key.indexOf("=");
  if (at > 0) return { name: key.slice(0, at), words: [key.slice(at + 1)] };
  throw new UsageError("Argument VALUE is missing", {
    hint: `Write 'ralph config set ${key} VALUE'; 'ralph config unset ${key}' removes it.`,
  });
}

/** Writes several words as a list, if the setting is one. */
function textOf(name: string, words: readonly string[]): string {
  const { key, type } = requireSetting(name);
  if (type.kind === "texts") return JSON.stringify(words);
  if (type.kind === "numbers") return words.join(",");
  throw new UsageError(`"${key}" takes one value, found ${words.length} words`, {
    ...type.kind !== "text" ? {} : {
      hint: "Quote a value that has spaces in it:",
      again: line("config", "set", key, words.join(" ")),
    },
  });
}

function isConfirmed({ ask }: CommandContext, path: string): boolean {
  if (!ask.isPossible) {
    throw new UsageError(`Removing all settings from "${path}" needs confirmation`, {
      hint: "There is no terminal to ask on. To skip the question:",
      again: adding("--yes"),
    });
  }
  return ask.choose(yesOrNo(`Remove all settings from "${path}"?`, "no")) === "yes";
}
