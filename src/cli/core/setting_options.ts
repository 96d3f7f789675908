/**
 * Makes the options that override a setting for one loop. Their names, types, bounds, help and
 * defaults come from the table of settings.
 */
import {
  SETTING_SPECS,
  type SettingKey,
  type Settings,
  type SettingSpec,
} from "../../store/settings/settings.ts";
import type { FlagOwner } from "../../store/settings/setting_row.ts";
import { flagNameOf } from "../../store/settings/layers.ts";
import { printDuration } from "../../text/time.ts";
import type { OptionSpec } from "./command.ts";

/** An option for a setting. {@linkcode settingsGiven} reads its value, so its name is not typed. */
type SettingOption = OptionSpec & { readonly name: never };

/** Makes a command's options for settings, in the order of the table. */
export function settingOptions(owner: FlagOwner): readonly SettingOption[] {
  const options = specsOf(owner).map((spec): OptionSpec => ({
    name: flagName(spec.key),
    type: typeOf(spec),
    ...(spec.synonyms ? { synonyms: spec.synonyms } : {}),
    ...("min" in spec.type ? { min: spec.type.min } : {}),
    ...(spec.isNullable ? { isNullable: true } : {}),
    ...(spec.unit === "US dollars" ? { valueName: "USD" } : {}),
    ...(spec.valueName === undefined ? {} : { valueName: spec.valueName }),
    help: owner === "run" ? spec.help.replace("the loop", "the run") : spec.help,
    ...(spec.type.kind === "texts" ? {} : { defaultText: defaultOf(spec) }),
  }));
  return options as unknown as readonly SettingOption[];
}

/** Selects the settings that were given as options of {@linkcode settingOptions}. */
export function settingsGiven(
  owner: FlagOwner,
  options: Readonly<Record<string, unknown>>,
): Partial<Settings> {
  return Object.fromEntries(
    specsOf(owner).flatMap(({ key }) => {
      const value = options[flagName(key)];
      // A list that was not given is empty, and must not override the configuration.
      const isGiven = Array.isArray(value) ? value.length > 0 : value !== undefined;
      return isGiven ? [[key, value]] : [];
    }),
  );
}

function specsOf(owner: FlagOwner): readonly SettingSpec[] {
  return SETTING_SPECS.filter(({ flagOf }) => flagOf?.includes(owner));
}

function flagName(key: SettingKey): string {
  return flagNameOf(key).slice(2);
}

function typeOf({ type, unit }: SettingSpec): OptionSpec["type"] {
  if (type.kind === "texts") return "list";
  if (unit === "hours") return "hours";
  if (unit === "seconds") return "duration";
  return type.kind === "integer" ? "integer" : "number";
}

function defaultOf({ default: value, unit }: SettingSpec): string {
  if (value === null) return "none";
  return unit === "seconds" ? printDuration(Number(value)) : String(value);
}
