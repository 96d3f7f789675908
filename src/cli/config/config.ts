/** `ralph config`: the settings and their layers. */
import { defineCommand, defineTopCommand, flag, JSON_OPTION } from "../core/command.ts";
import { show } from "../core/document.ts";
import { edit } from "./edit.ts";
import { schema } from "./schema.ts";
import { reset, set, unset } from "./write.ts";
import { SETTING_SPECS, type SettingSpec } from "../../store/settings/settings.ts";
import { requireSetting } from "../../store/settings/write.ts";
import { renderSettings } from "./text.ts";
import { GLOBAL_OPTION, readSettingsHere, reportProblems, targetOf } from "./layers.ts";

const showAll = defineCommand({
  name: "show",
  summary: "Show all settings in effect here, what each means, and where it comes from",
  options: [
    GLOBAL_OPTION,
    flag("changed", "Show only settings that differ from their default", { alias: "c" }),
    JSON_OPTION,
  ],
  exitCodes: [[2, "the configuration is not valid"]],
  run: (context, { options }) => {
    const shown = readSettingsHere(context, options.global);
    const specs = SETTING_SPECS
      .filter((spec) =>
        !options.changed ||
        JSON.stringify(shown.settings[spec.key]) !== JSON.stringify(spec.default)
      );
    const byKey = <T>(valueOf: (spec: SettingSpec) => T) =>
      Object.fromEntries(specs.map((spec) => [spec.key, valueOf(spec)]));
    const value = {
      settings: byKey(({ key }) => shown.settings[key]),
      sources: byKey((spec) => ({ ...shown.sourceOf(spec.key), default: spec.default })),
      problems: shown.problems.map(({ sentence }) => sentence),
    };
    return show(
      value,
      (_value, layout) => renderSettings(specs, shown, layout),
      reportProblems(shown.problems),
    );
  },
});

const get = defineCommand({
  name: "get",
  summary: "Print one setting in effect here",
  args: [{ name: "key", help: "Name of the setting", listedBy: ["config"], required: true }],
  options: [GLOBAL_OPTION, flag("show-origin", "Show where the value comes from"), JSON_OPTION],
  run: (context, { args, options }) => {
    const { key } = requireSetting(args.key);
    const shown = readSettingsHere(context, options.global);
    const value = shown.settings[key];
    const problems = shown.problems.filter(({ setting }) => setting === key);
    return show({ key, value, ...shown.sourceOf(key) }, () => {
      const text = typeof value === "string" ? value : JSON.stringify(value);
      return options["show-origin"] ? `${text}\t${shown.placeOf(key)}` : text;
    }, reportProblems(problems));
  },
});

const path = defineCommand({
  name: "path",
  summary: "Print the path of the file that set writes to",
  options: [GLOBAL_OPTION, JSON_OPTION],
  run: (context, { options }) =>
    show({ path: targetOf(context, options.global).path }, ({ path }) => path, { isData: true }),
});

export const command = defineTopCommand({
  description:
    "From highest to lowest precedence: options of start, the environment, the project's " +
    "files, your files, built-in defaults.",
  examples: [
    ["ralph config", "Every setting with its meaning, default and origin"],
    ["ralph config show --changed", "Settings that you changed"],
    ["ralph config set max_hours 6", "For this project"],
    ['ralph config set verify "npm test" --global', "For all projects"],
  ],
  subcommands: [showAll, get, set, unset, edit, path, schema, reset],
  defaultSubcommand: "show",
});
