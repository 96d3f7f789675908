/** The circuit breaker: a run without progress gets one recovery iteration, then ends. Pure. */

/** The state of the breaker. */
export interface BreakerState {
  /** Consecutive iterations without progress. */
  readonly stale: number;
  readonly lastError: string | null;
  /** How many times in a row the last error occurred. */
  readonly sameErrors: number;
  /** Whether the recovery iteration was used since the last progress. */
  readonly hasRecovered: boolean;
}

/** Number of consecutive iterations without progress, or with equal errors, that trips the breaker. */
export const TRIPS_AT = 3;

/** The state before the first iteration, and after progress. */
export const CLOSED_BREAKER: BreakerState = {
  stale: 0,
  lastError: null,
  sameErrors: 0,
  hasRecovered: false,
};

/**
 * Counts an iteration. Do not call this for an iteration that the API failed.
 *
 * @param error The signature of its error; null if there was none.
 */
export function noteIteration(
  state: BreakerState,
  hasProgress: boolean,
  error: string | null,
): BreakerState {
  if (hasProgress && error === null) return CLOSED_BREAKER;
  const isSame = error !== null && error === state.lastError;
  return {
    stale: hasProgress ? 0 : state.stale + 1,
    lastError: error,
    sameErrors: error === null ? 0 : isSame ? state.sameErrors + 1 : 1,
    hasRecovered: state.hasRecovered && !(hasProgress && !isSame),
  };
}

/** Decides the kind of the next iteration; `stuck` ends the run. */
export function nextIteration(state: BreakerState): "ordinary" | "recovery" | "stuck" {
  if (state.stale < TRIPS_AT && state.sameErrors < TRIPS_AT) return "ordinary";
  return state.hasRecovered ? "stuck" : "recovery";
}

/** Notes the recovery iteration, which is the last unless it makes progress. */
export function noteRecovery(state: BreakerState): BreakerState {
  return { ...state, hasRecovered: true };
}
