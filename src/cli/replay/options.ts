/**
 * The configurations of a replay: what `--set`, the presets and `--compare` say, over the settings of
 * the recorded project.
 */
import { attempt, UsageError } from "../../error.ts";
import { DEFAULT_BLOCK_CAP } from "../../loop/rules/block_budget.ts";
import type { Configuration } from "../../replay/judging/simulated_loop.ts";
import { environmentLayer, readLayers } from "../../store/settings/layers.ts";
import { requireValidSettings } from "../../store/settings/load.ts";
import { resolveSettings } from "../../store/settings/resolve.ts";
import { type PresetName, presetSettings, type Settings } from "../../store/settings/settings.ts";
import { requireSetting, requireSettingValue } from "../../store/settings/write.ts";
import { placesOf } from "../../store/places.ts";
import type { CommandContext } from "../core/context.ts";
import { locate } from "../core/locate.ts";

/** What a user changes for a replay. */
export interface Change {
  /** As it is shown: `max_hours=6, window_size=3`. */
  readonly label: string;
  readonly preset: PresetName | null;
  /** The settings, the preset's included. */
  readonly flags: Partial<Settings>;
}

/** The names of presets in `--compare`. */
const PRESETS: readonly PresetName[] = ["poc", "production"];

/**
 * Reads changes of the configuration.
 *
 * @param preset The preset; null for none.
 * @param assignments Texts such as `max_hours=6`.
 * @throws {UsageError} There is no such setting, or a value does not fit.
 */
export function readChange(preset: PresetName | null, assignments: readonly string[]): Change {
  const set = Object.fromEntries(assignments.map(readAssignment));
  return {
    label: [...preset === null ? [] : [`--${preset}`], ...assignments].join(", "),
    preset,
    flags: { ...preset === null ? {} : presetSettings(preset), ...set },
  };
}

/**
 * Reads the text of `--compare`: presets and assignments, separated by commas. A list in a value
 * may have commas of its own.
 *
 * @param text Such as `poc,window_size=3`.
 * @param base What it is compared with, and what still applies.
 * @throws {UsageError} The text has no change in it, or a change that does not fit.
 */
export function readCompared(text: string, base: Change): Change {
  const words = splitChanges(text);
  const presets = PRESETS.filter((name) => words.includes(name));
  const assignments = words.filter((word) => !PRESETS.some((name) => name === word));
  const [preset = null, other] = presets;
  if (words.length === 0 || other !== undefined) {
    const found = words.length === 0 ? "none" : `'${presets.join("' and '")}'`;
    throw new UsageError(`--compare wants one other configuration, found ${found}`, {
      hint: "Give a preset or settings: --compare poc, or --compare 'max_hours=6,window_size=3'.",
    });
  }
  const change = readChange(preset, assignments);
  return {
    label: change.label,
    preset: preset ?? base.preset,
    flags: { ...base.flags, ...change.flags },
  };
}

/** Splits at commas; what is neither a preset nor an assignment belongs to the value before it. */
function splitChanges(text: string): string[] {
  const parts = text.match(/(?:\[[^\]]*\]|[^,])+/g) ?? [];
  const words: string[] = [];
  for (const part of parts.map((part) => part.trim()).filter((part) => part !== "")) {
    const isChange = part.includes("=") || PRESETS.some((name) => name === part);
    const last = words.at(-1);
    if (isChange || last === undefined) words.push(part);
    else words[words.length - 1] = `${last},${part}`;
  }
  return words;
}

function readAssignment(text: string): [key: string, value: unknown] {
  const at = text.indexOf("=");
  if (at <= 0) {
    throw new UsageError(`Wanted a setting such as max_hours=6, found '${text}'`, {
      hint: "'ralph config show' lists all settings; --compare takes poc and production too.",
    });
  }
  const spec = requireSetting(text.slice(0, at).trim());
  return [spec.key, requireSettingValue(spec, text.slice(at + 1).trim())];
}

/**
 * Makes the configurations for a recorded project: its own settings as they are today, where the project
 * is on this machine, else the user's; with each change over them.
 *
 * @param isAsRecorded Whether the limits that a loop was started with are stronger than settings, and
 * weaker than changes.
 * @throws {ConfigError} The settings are wrong.
 */
export function configurationsOf(
  context: Pick<CommandContext, "env">,
  changes: readonly Change[],
  isAsRecorded: boolean,
): (project: string) => readonly Configuration[] {
  const { env } = context;
  const places = placesOf(env);
  return (folder) => {
    const isThere = attempt(() => Deno.statSync(folder).isDirectory) ?? false;
    const here = { ...env, cwd: folder, sessionId: null, claudeProjectDir: null };
    const project = isThere ? attempt(() => locate({ env: here }).project) : null;
    return changes.map(({ preset, flags }) => {
      const layers = readLayers(places, project, environmentLayer(env), flags);
      const settings = requireValidSettings(resolveSettings(layers));
      const blockCap = env.blockCap ?? DEFAULT_BLOCK_CAP;
      return { settings, preset, blockCap, given: flags, isAsRecorded };
    });
  };
}
