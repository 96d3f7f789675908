/** The context of a hook: its environment, its folders, its clock. */
import { type Environment, readEnvironment } from "../store/environment.ts";
import { type Places, placesOf } from "../store/places.ts";

/** The context of one hook process. */
export interface HookContext {
  readonly env: Environment;
  readonly places: Places;
  readonly nowMs: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/** Opens the context of this process. */
export function openContext(): HookContext {
  const env = readEnvironment();
  return {
    env,
    places: placesOf(env),
    nowMs: () => Date.now(),
    sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  };
}
