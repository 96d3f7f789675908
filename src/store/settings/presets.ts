/**
 * The presets of `start`.
 *
 * @module
 */
import type { Settings } from "./settings.ts";

/** The name of a preset. */
export type PresetName = "production" | "poc";

/** The limits of each preset. */
const PRESETS: Record<PresetName, Partial<Settings>> = {
  production: { min_hours: 4, max_hours: 9, min_iterations: 50, max_iterations: 99 },
  poc: { min_hours: 0.083, max_hours: 0.167, min_iterations: 10, max_iterations: 20 },
};

/**
 * The settings that a preset stands for; other flags go over them.
 *
 * @param name the preset
 * @returns a copy of its own
 */
export function presetSettings(name: PresetName): Partial<Settings> {
  return { ...PRESETS[name] };
}

/**
 * The time for a validation round.
 *
 * @param settings the effective settings
 * @param preset the preset that `start` was given; null where none was
 * @returns seconds
 */
export function validationTimeoutSeconds(
  settings: Pick<Settings, "validation_timeout_poc" | "validation_timeout_normal">,
  preset: PresetName | null,
): number {
  return preset === "poc" ? settings.validation_timeout_poc : settings.validation_timeout_normal;
}
