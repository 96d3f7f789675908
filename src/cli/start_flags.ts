/**
 * What the options of `start` mean as settings: the strongest layer of the loop (design §5).
 *
 * @module
 */
import { basename } from "@std/path";
import { showText } from "../guidance/show_text.ts";
import { UsageError } from "../store/error.ts";
import { showCount } from "../store/human_units.ts";
import { type PresetName, presetSettings } from "../store/presets.ts";
import type { Settings } from "../store/settings.ts";
import type { StartPlan } from "./start_plan.ts";

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

/** A preset's minimum above a maximum that was given by name is lowered to it (design §5). */
function yieldingTo(options: SettingOptions, preset: Partial<Settings>): Partial<Settings> {
  return {
    ...preset,
    min_hours: Math.min(preset.min_hours ?? 0, options["max-hours"] ?? Infinity),
    min_iterations: Math.min(preset.min_iterations ?? 0, options["max-iterations"] ?? Infinity),
  };
}

/**
 * What the user sees where a slash command started the loop, in one line.
 *
 * @param plan What was started.
 * @param items How many items its focus file has.
 */
export function describeForUser({ focus, task, settings }: StartPlan, items: number): string {
  const what = focus.path !== null
    ? `${basename(focus.path)}${items === 0 ? "" : ` (${showCount(items, "item")})`}`
    : task !== null
    ? `"${showText(task, 60)}"`
    : "no plan, ralph looks for work";
  return `ralph on: ${what}. ${describeLimits(settings)} ` +
    "Stop: /ralph:stop, or touch .claude/STOP_LOOP";
}

/** How long the loop works at least and at most, in one sentence. */
export function describeLimits(settings: Settings): string {
  const hours = (value: number) =>
    value < 1 ? `${Math.round(value * 600) / 10} min` : `${Math.round(value * 100) / 100} h`;
  const most = `${
    hours(settings.max_hours)
  } of active time or ${settings.max_iterations} iterations`;
  if (settings.eternal) return `It never ends on success, but after ${most}.`;
  if (settings.min_hours === 0 && settings.min_iterations === 0) {
    return `It ends as soon as the task is done, at the latest after ${most}.`;
  }
  const least = `${hours(settings.min_hours)} and ${settings.min_iterations} iterations`;
  return `It works at least ${least}, and at most ${most}.`;
}
