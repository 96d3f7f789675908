/**
 * Whether the user asked for a stop while the project's commands run.
 *
 * @module
 */
import { findSessionLoop } from "../../lifecycle/loop.ts";
import type { HookContext } from "../../lifecycle/context.ts";

/** Makes the question; it looks at the disk each time that it is asked. */
export function watchForStop(context: Pick<HookContext, "env" | "places">): () => boolean {
  return () => {
    const present = findSessionLoop(context);
    const isRunning = present?.record.kind === "ok" && present.record.value.state === "running";
    return !isRunning || present.killSwitch !== null || !present.hasMarker;
  };
}
