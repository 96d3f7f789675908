/** Waits for the runner of a loop that was asked to stop. */
import type { Places } from "../../store/places.ts";
import { findRunHolder, type RunHolder } from "../../store/run_lock.ts";
import { REAL_CLOCK } from "../watchdog/clock.ts";

/** A runner kills its agent well within this time. */
const MOST_WAIT_MS = 5_000;
const POLL_MS = 50;

/**
 * Waits until the runner of a loop has ended, for some seconds at most.
 *
 * @returns The runner that is still working; null if there is none.
 */
export async function awaitRunEnd(
  places: Places,
  { project, loop, isWaiting }: {
    readonly project: string;
    readonly loop: string;
    /** False to check only once. */
    readonly isWaiting: boolean;
  },
): Promise<RunHolder | null> {
  const findHolder = () => {
    const holder = findRunHolder(places, project);
    return holder?.loop === loop ? holder : null;
  };
  const endMs = REAL_CLOCK.monotonicMs() + (isWaiting ? MOST_WAIT_MS : 0);
  let holder = findHolder();
  while (holder !== null && REAL_CLOCK.monotonicMs() < endMs) {
    await REAL_CLOCK.sleep(POLL_MS);
    holder = findHolder();
  }
  return holder;
}
