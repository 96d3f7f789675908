/** The state that the reason of an end leads to. Pure. */
import type { StateCode } from "./state_view.ts";

const ENDS: Readonly<Record<string, StateCode>> = {
  "complete": "done",
  "converged": "done",
  "nothing-to-do": "done",
  "max-runtime": "limit",
  "max-iterations": "limit",
  "max-tokens": "limit",
  "max-cost": "limit",
  "rate-limited": "limit",
  "blocked": "blocked",
  "stuck": "stuck",
  "no-tools": "stuck",
  "kill-switch": "stopped",
  "stopped-by-user": "stopped",
  "disabled": "stopped",
  "interrupted": "stopped",
  // A record of the earlier plugin whose sentence says nothing more.
  "": "ended",
};

/** Maps the reason's code of an ended loop to its state. */
export function stateOfEnd(code: string): StateCode {
  return Object.hasOwn(ENDS, code) ? ENDS[code] ?? "failed" : "failed";
}
