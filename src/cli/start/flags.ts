/**
 * What the options of `start` mean as settings: the strongest layer of the loop.
 *
 * @module
 */
import { UsageError } from "../../error.ts";
import { type PresetName, presetSettings } from "../../store/settings/presets.ts";
import type { Settings } from "../../store/settings/settings.ts";

/** The options of `start` that are settings. */
export interface SettingOptions {
  readonly poc: boolean;
  readonly production: boolean;
  readonly "until-done": boolean;
  readonly eternal: boolean;
  readonly "no-validation": boolean;
  readonly "min-hours": number | undefined;
  readonly "max-hours": number | undefined;
  readonly "min-iterations": number | undefined;
  readonly "max-iterations": number | undefined;
  readonly "max-tokens": number | undefined;
  readonly promise: string | undefined;
  readonly verify: readonly string[];
}

/** The preset that was asked for by name; null for none. */
export function presetOf(
  { poc, production }: Pick<SettingOptions, "poc" | "production">,
): PresetName | null {
  if (poc && production) {
    throw new UsageError("--poc and --production exclude each other", {
      hint: "Give one of them.",
    });
  }
  return poc ? "poc" : production ? "production" : null;
}

/**
 * Turns options into settings: the preset first, then what was given by name.
 *
 * @throws {UsageError} Where options contradict each other.
 */
export function settingsOfOptions(options: SettingOptions): Partial<Settings> {
  const preset = presetOf(options);
  if (options.eternal && options["until-done"]) {
    throw new UsageError("--eternal and --until-done exclude each other", {
      hint: "--until-done ends as soon as the task is done; --eternal never ends on success.",
    });
  }
  if (options.promise !== undefined && options.promise.trim() === "") {
    throw new UsageError("--promise wants a text, found an empty one", {
      hint: "Give the text that the agent is to say, such as --promise DONE.",
    });
  }
  const given: Partial<Record<keyof Settings, unknown>> = {
    min_hours: options["min-hours"],
    max_hours: options["max-hours"],
    min_iterations: options["min-iterations"],
    max_iterations: options["max-iterations"],
    max_tokens: options["max-tokens"],
    promise: options.promise?.trim(),
    verify: options.verify.length > 0 ? [...options.verify] : undefined,
    eternal: options.eternal ? true : undefined,
    enable_validation_phase: options["no-validation"] ? false : undefined,
  };
  return {
    ...(preset === null ? {} : yieldingTo(options, presetSettings(preset))),
    ...(options["until-done"] ? { min_hours: 0, min_iterations: 0 } : {}),
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  };
}

/** A preset's minimum above a maximum that was given by name is lowered to it. */
function yieldingTo(options: SettingOptions, preset: Partial<Settings>): Partial<Settings> {
  return {
    ...preset,
    min_hours: Math.min(preset.min_hours ?? 0, options["max-hours"] ?? Infinity),
    min_iterations: Math.min(preset.min_iterations ?? 0, options["max-iterations"] ?? Infinity),
  };
}
