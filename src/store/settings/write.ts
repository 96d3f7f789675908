/** Writes settings by their flat key: `config set`, `unset` and `reset`. Not for hooks. */
import { writeBackup } from "../files/set_aside.ts";
import { type ConfigTarget, editConfig } from "./config_file.ts";
import { UsageError } from "../../error.ts";
import { adding, line, replacing } from "../../text/again.ts";
import { nearestName } from "../../text/nearest_name.ts";
import { layerOf } from "./layers.ts";
import { parseSetting, showValue } from "./value.ts";
import {
  findSetting,
  OTHER_KEYS,
  SETTING_NAMES,
  SETTING_SYNONYMS,
  type SettingSpec,
} from "./settings.ts";

/**
 * Finds the setting of a typed name.
 *
 * @throws {UsageError} For an unknown name, with the nearest known one.
 */
export function requireSetting(name: string): SettingSpec {
  const spec = findSetting(name);
  if (spec !== null) return spec;
  const nearest = nearestName(name, SETTING_NAMES, SETTING_SYNONYMS);
  throw new UsageError(`There is no setting "${name}"`, {
    hint: nearest === null ? "" : `Did you mean '${nearest}'?`,
    again: nearest === null ? line("config", "show") : replacing(name, nearest),
  });
}

/** Parses a typed value. @throws {UsageError} If it does not fit, with expected and found. */
export function requireSettingValue(spec: SettingSpec, text: string): unknown {
  const check = parseSetting(spec, text);
  if (check.kind === "ok") return check.value;
  throw new UsageError(`"${spec.key}" should be ${check.expected}, found ${showValue(text)}`, {
    hint: `${spec.help}.`,
  });
}

/**
 * Refuses a value that would be refused when the file is read, since then no loop would start.
 *
 * @throws {UsageError} With the command that works.
 */
function requireReadable(
  { path, root }: ConfigTarget,
  { key, isOwn }: SettingSpec,
  value: unknown,
): void {
  const [problem] = layerOf(root === null ? "global" : "project", path, { [key]: value }).problems;
  if (problem === undefined) return;
  throw new UsageError(`Not written: ${problem.sentence}`, {
    ...isOwn && root !== null && {
      hint: "A project's files may come from another person. To set it for all your projects:",
      again: adding("--global"),
    },
  });
}

/**
 * Writes one setting by its flat key, and returns its value.
 *
 * @param check Refuses a value that fits its type, by throwing.
 * @throws {UsageError} For an unknown name or a value that does not fit.
 */
export async function setSetting(
  target: ConfigTarget,
  name: string,
  text: string,
  check: (value: unknown) => Promise<void> | void = () => {},
): Promise<unknown> {
  const spec = requireSetting(name);
  const value = requireSettingValue(spec, text);
  requireReadable(target, spec, value);
  await check(value);
  await editConfig(target, () => [{ path: [spec.key], value }]);
  return value;
}

/**
 * Removes one setting, or any other key in the file.
 *
 * @throws {UsageError} For a name that is neither a setting nor in the file.
 */
export async function unsetSetting(target: ConfigTarget, name: string): Promise<boolean> {
  const edits = await editConfig(
    target,
    (object) => Object.hasOwn(object, name) ? [{ path: [name], value: undefined }] : [],
  );
  if (edits.length === 0) requireSetting(name);
  return edits.length > 0;
}

/**
 * Removes everything except the guidance, so that the defaults apply again.
 *
 * @returns The path of the copy; null if there was nothing to remove.
 */
export async function resetSettings(
  target: ConfigTarget,
  nowMs: number = Date.now(),
): Promise<string | null> {
  let copy: string | null = null;
  await editConfig(
    target,
    (object) =>
      Object.keys(object).filter((key) => !OTHER_KEYS.includes(key))
        .map((key) => ({ path: [key], value: undefined })),
    (text) => copy = writeBackup(target.path, text, nowMs),
  );
  return copy;
}
