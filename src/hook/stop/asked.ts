/**
 * Whether the user asked for a stop while the project's commands run.
 *
 * @module
 */
import { findLoopHere } from "../../lifecycle/loop_here.ts";
import type { HookWorld } from "../../lifecycle/world.ts";

/** Makes the question; it looks at the disk each time that it is asked. */
export function watchForStop(world: Pick<HookWorld, "env" | "places">): () => boolean {
  return () => {
    const present = findLoopHere(world);
    const isRunning = present?.record.kind === "ok" && present.record.value.state === "running";
    return !isRunning || present.killSwitch !== null || !present.hasMarker;
  };
}
