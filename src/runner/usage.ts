/**
 * What agents used, and whether a budget can be kept at all.
 *
 * @module
 */
import type { Reason } from "../loop/decision.ts";
import { markTurn } from "../loop/time/pausing.ts";
import type { LoopRecord } from "../store/records/loop_record.ts";
import type { Settings } from "../store/settings/settings.ts";
import type { Iterated } from "./iterate.ts";
import type { JobWorld } from "./job.ts";

/** Adds an agent's time, tokens and money to the record; unknown stays unknown. */
export function noteUsage(
  { disk, clock }: Pick<JobWorld, "disk" | "clock">,
  { result, watch }: Iterated,
  runtimeSeconds: number,
): void {
  const now = clock.wallMs() / 1000;
  disk.change((record) => ({
    ...markTurn(record, "resting", now),
    accumulated_runtime_seconds: runtimeSeconds + result.durationMs / 1000,
    last_hook_timestamp: now,
    usage: {
      tokens: add(record.usage.tokens, watch.tokens),
      cost_usd: add(record.usage.cost_usd, watch.costUsd),
    },
  }));
}

/**
 * A budget that nobody measures is none: after an agent that reported nothing, the run ends rather
 * than spend without end.
 */
export function findUnmeasured(
  { iteration, usage }: Pick<LoopRecord, "iteration" | "usage">,
  settings: Pick<Settings, "max_tokens" | "max_cost_usd">,
): Reason | null {
  if (iteration === 0) return null;
  if (settings.max_tokens !== null && usage.tokens === null) {
    return {
      code: "max-tokens",
      sentence: "The limit on tokens cannot be kept: the agent reports no tokens",
    };
  }
  if (settings.max_cost_usd !== null && usage.cost_usd === null) {
    return {
      code: "max-cost",
      sentence: "The limit on cost cannot be kept: the agent reports no cost",
    };
  }
  return null;
}

function add(sum: number | null, more: number | null): number | null {
  return more === null ? sum : (sum ?? 0) + more;
}
