/**
 * What a run's end is called, and the command that goes on after it. Pure.
 *
 * @module
 */
import type { Reason } from "../loop/decision.ts";
import type { Settings } from "../store/settings/settings.ts";
import { EXIT } from "./ending.ts";
import type { RunStatus } from "./run_event.ts";

const STOPPED: ReadonlySet<number> = new Set([
  EXIT.limit,
  EXIT.blocked,
  EXIT.hangUp,
  EXIT.stopped,
  EXIT.terminated,
]);

/** The word for an exit code. */
export function runStatusOf(exitCode: number): RunStatus {
  if (exitCode === EXIT.done) return "SUCCESS";
  return STOPPED.has(exitCode) ? "STOPPED" : "FAILED";
}

const RESUME = "ralph run --resume";

/**
 * The command that goes on, to be pasted.
 *
 * @param end How the run ended.
 * @param settings Its limits.
 * @returns Null after success, where the plan has to come back first, and where the reason itself
 * names the command.
 */
export function findWayOn(
  { reason, exitCode }: { readonly reason: Pick<Reason, "code">; readonly exitCode: number },
  settings: Pick<Settings, "max_hours" | "max_tokens" | "max_cost_usd">,
): string | null {
  if (exitCode === EXIT.done) return null;
  switch (reason.code) {
    case "plan-error":
    case "rate-limited":
      return null;
    case "max-runtime":
      return `${RESUME} --max-hours ${settings.max_hours * 2}`;
    case "max-tokens":
      return settings.max_tokens === null
        ? RESUME
        : `${RESUME} --max-tokens ${settings.max_tokens * 2}`;
    case "max-cost":
      return settings.max_cost_usd === null
        ? RESUME
        : `${RESUME} --max-cost-usd ${settings.max_cost_usd * 2}`;
    default:
      return RESUME;
  }
}
