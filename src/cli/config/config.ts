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

const ORIGIN_OPTION = flag("show-origin", "Say where the value comes from");

/** The text of `show` always has what this adds to the JSON. */
const ORIGINS_OPTION = flag(
  "show-origin",
  "Add defaults, origins and lines to the JSON; the text always has them",
);

const showAll = defineCommand({
  name: "show",
  summary: "Show all settings in effect here, what each means, and where it comes from",
  options: [GLOBAL_OPTION, ORIGINS_OPTION, JSON_OPTION],
  exitCodes: [[2, "the configuration is not valid"]],
  run: (context, { options }) => {
    const shown = readSettingsHere(context, options.global);
    const byKey = <T>(valueOf: (spec: SettingSpec) => T) =>
      Object.fromEntries(SETTING_SPECS.map((spec) => [spec.key, valueOf(spec)]));
    const origins = options["show-origin"] && {
      defaults: byKey((spec) => spec.default),
      origins: byKey(({ key }) => shown.sourceOf(shown.origins[key])),
      lines: byKey(({ key }) => shown.lineOf(key)),
    };
    const value = {
      settings: shown.settings,
      ...(origins || {}),
      problems: shown.problems.map(({ sentence }) => sentence),
    };
    return show(
      value,
      (_value, layout) => renderSettings(shown, layout),
      reportProblems(shown.problems),
    );
  },
});

const get = defineCommand({
  name: "get",
  summary: "Print one setting in effect here",
  args: [{ name: "key", help: "Name of the setting", required: true }],
  options: [GLOBAL_OPTION, ORIGIN_OPTION, JSON_OPTION],
  run: (context, { args, options }) => {
    const { key } = requireSetting(args.key);
    const shown = readSettingsHere(context, options.global);
    const value = shown.settings[key];
    const origin = shown.sourceOf(shown.origins[key]);
    const problems = shown.problems.filter(({ setting }) => setting === key);
    return show({ key, value, origin, line: shown.lineOf(key) }, () => {
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
  description: "The strongest layer wins: flags of start, then the environment, the project's " +
    "files, your files, and the built-in defaults.",
  examples: [
    ["ralph config", "Every setting with its meaning, default and origin"],
    ["ralph config set max_hours 6", "For this project"],
    ['ralph config set verify "npm test" --global', "For all projects"],
  ],
  subcommands: [showAll, get, set, unset, edit, path, schema, reset],
  defaultSubcommand: "show",
});
