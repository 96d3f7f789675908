/**
 * The world of one hook process: its environment, its time, its project.
 *
 * @module
 */
import { type Environment, readEnvironment } from "../store/environment.ts";
import { type Places, placesOf } from "../store/places.ts";

/** What a hook may touch of the world; tests give their own. */
export interface HookWorld {
  readonly env: Environment;
  readonly places: Places;
  /** Wall clock, Unix seconds with fractions. */
  readonly now: () => number;
  /** Waits, milliseconds; only the waking hook does. */
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/** The world of this process. */
export function realWorld(): HookWorld {
  const env = readEnvironment();
  return {
    env,
    places: placesOf(env),
    now: () => Date.now() / 1000,
    sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  };
}
