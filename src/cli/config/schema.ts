/**
 * `ralph config schema`: prints the JSON Schema of the settings files, made from the table of settings.
 */
import { basename, dirname, join } from "@std/path";
import { writeAtomic } from "../../store/files/atomic_file.ts";
import { type ConfigTarget, editConfig } from "../../store/settings/config_file.ts";
import { SETTING_SPECS, type SettingSpec } from "../../store/settings/settings.ts";
import { LONGEST_TEXT, MOST_ENTRIES } from "../../store/settings/value.ts";
import { defineCommand, flag, JSON_OPTION } from "../core/command.ts";
import { show } from "../core/document.ts";
import { GLOBAL_OPTION, targetOf } from "./layers.ts";

type Schema = Readonly<Record<string, unknown>>;

const TEXT = { type: "string", pattern: "\\S", maxLength: LONGEST_TEXT };
const PHRASES = { type: "array", items: { type: "string" } };

/** Makes the JSON Schema of a settings file, in draft 7 because all editors support it. */
export function configSchema(): Schema {
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Settings of ralph",
    type: "object",
    properties: {
      $schema: { type: "string" },
      ...Object.fromEntries(SETTING_SPECS.map((spec) => [spec.key, settingSchema(spec)])),
      guidance: {
        description: "Written by 'ralph encourage' and 'ralph forbid'",
        type: "object",
        properties: { encouraged: PHRASES, forbidden: PHRASES },
      },
    },
    additionalProperties: false,
  };
}

function settingSchema(spec: SettingSpec): Schema {
  const unit = spec.unit === undefined ? "" : ` (${spec.unit})`;
  return { description: spec.help + unit, ...valueSchema(spec), default: spec.default };
}

function valueSchema({ type, isNullable }: SettingSpec): Schema {
  const orNull = (name: string) => isNullable ? [name, "null"] : name;
  switch (type.kind) {
    case "number":
    case "integer":
      return { type: orNull(type.kind), minimum: type.min, maximum: type.max };
    case "boolean":
      return { type: "boolean" };
    case "choice":
      return { enum: type.choices };
    case "text":
      return { ...TEXT, type: orNull("string") };
    case "texts":
      return {
        type: "array",
        items: type.choices === undefined ? TEXT : { enum: type.choices },
        maxItems: MOST_ENTRIES,
      };
    case "numbers":
      return {
        type: "array",
        items: { type: "number", minimum: type.min, maximum: type.max },
        minItems: 1,
        maxItems: MOST_ENTRIES,
      };
  }
}

/**
 * Writes the schema next to a settings file, and names it in that file so that editors find it.
 *
 * @param target The settings file; it is created if it does not exist.
 * @returns The path of the schema.
 * @throws {RalphError} As `editConfig` does.
 */
export async function installSchema(target: ConfigTarget): Promise<string> {
  const name = `${basename(target.path, ".json")}.schema.json`;
  await editConfig(target, () => [{ path: ["$schema"], value: `./${name}` }]);
  const path = join(dirname(target.path), name);
  writeAtomic(path, `${JSON.stringify(configSchema(), null, 2)}\n`);
  return path;
}

export const schema = defineCommand({
  name: "schema",
  summary: "Print the JSON Schema of the settings files, for completion and checks in editors",
  options: [
    flag(
      "install",
      "Write it next to the settings file, and refer to it there, so that editors use it",
    ),
    GLOBAL_OPTION,
    JSON_OPTION,
  ],
  examples: [
    ["ralph config schema --install", "For this project's settings file"],
    ["ralph config schema > ralph.schema.json", "To a file of your choice"],
  ],
  run: async (context, { options }) => {
    if (!options.install) return JSON.stringify(configSchema(), null, 2);
    const target = targetOf(context, options.global);
    const path = await installSchema(target);
    return show(
      { path, named_in: target.path },
      () => `Wrote "${path}", and named it in "${target.path}".`,
    );
  },
});
