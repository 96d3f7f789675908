/**
 * The limits that a recorded loop was started with, from the headers that ralph sent to the agent. Pure.
 */
import { presetSettings, type Settings } from "../../store/settings/settings.ts";

/** The settings that a header shows. */
type Shown = Pick<Settings, "min_hours" | "max_hours" | "min_iterations" | "max_iterations">;

/** Limits as a header shows them: hours are rounded to some decimals. */
export interface RecordedLimits extends Shown {
  /** Decimals of the hours. */
  readonly decimals: number;
}

const HEADER = new RegExp(
  [
    String.raw`^\*\*[A-Z][^*\n]*\*\* \| Iteration (?<iteration>\d+)/(?<most>\d+)`,
    String.raw`Runtime: (?<runtime>[\d.]+)h/(?<hours>[\d.]+)h`,
    String.raw`Wall: [^|\n]*`,
    String.raw`(?<hoursLeft>[\d.]+)h / (?<left>\d+) iters to min`,
  ].join(String.raw` \| `),
  "m",
);

/** Reads the limits of a header. @returns Null where it has no header. */
export function readLimits(text: string): RecordedLimits | null {
  const { groups } = HEADER.exec(text) ?? {};
  if (groups === undefined) return null;
  const { iteration, most, runtime, hours = "", hoursLeft, left } = groups;
  const add = (rest: number, passed: number) => rest === 0 ? 0 : rest + passed;
  return {
    max_hours: Number(hours),
    max_iterations: Number(most),
    min_hours: add(Number(hoursLeft), Number(runtime)),
    min_iterations: add(Number(left), Number(iteration)),
    decimals: hours.split(".")[1]?.length ?? 0,
  };
}

/**
 * Applies recorded limits to settings.
 *
 * @param settings The settings of today. A value that a header would show as the recorded one
 * stays, since the recorded one is rounded.
 */
export function withLimits(
  settings: Settings,
  limits: RecordedLimits,
  fixed: Partial<Settings>,
): Settings {
  const { decimals, ...shown } = limits;
  const poc = presetSettings("poc");
  const present = Object.entries(shown).map(([name, value]) => {
    const key = name as keyof Shown;
    if (fixed[key] !== undefined) return [key, settings[key]];
    const exact = [settings[key], poc[key]].find((each) =>
      each !== undefined && each.toFixed(decimals) === value.toFixed(decimals)
    );
    return [key, exact ?? value];
  });
  const applied: Settings = { ...settings, ...Object.fromEntries(present) };
  return {
    ...applied,
    min_hours: Math.min(applied.min_hours, applied.max_hours),
    min_iterations: Math.min(applied.min_iterations, applied.max_iterations),
  };
}

/** Whether two settings differ in a limit that a header shows. */
export function differInLimits(left: Shown, right: Shown): boolean {
  return left.min_hours !== right.min_hours || left.max_hours !== right.max_hours ||
    left.min_iterations !== right.min_iterations || left.max_iterations !== right.max_iterations;
}
