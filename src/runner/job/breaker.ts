/**
 * The circuit breaker: a run that gets nowhere is given one recovery iteration, then ended.
 * Pure.
 *
 * @module
 */

/** Where the breaker stands. */
export interface BreakerState {
  /** Iterations in a row without progress. */
  readonly stale: number;
  readonly lastError: string | null;
  /** How often the last error came in a row. */
  readonly sameErrors: number;
  /** Whether the recovery iteration was given since the last progress. */
  readonly hasRecovered: boolean;
}

/** This many iterations without progress, or equal errors, trip it. */
export const TRIPS_AT = 3;

/** A breaker that has seen nothing. */
export const CLOSED_BREAKER: BreakerState = {
  stale: 0,
  lastError: null,
  sameErrors: 0,
  hasRecovered: false,
};

/**
 * Notes an iteration; not to be called for one that a rate limit refused.
 *
 * @param state The state before it.
 * @param hasProgress Whether anything moved.
 * @param error What went wrong, made comparable; null for nothing.
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

/** Says what the next iteration is to be; `stuck` for none. */
export function nextIteration(state: BreakerState): "ordinary" | "recovery" | "stuck" {
  if (state.stale < TRIPS_AT && state.sameErrors < TRIPS_AT) return "ordinary";
  return state.hasRecovered ? "stuck" : "recovery";
}

/** Notes that the recovery iteration is given: it is the last one unless something moves in it. */
export function noteRecovery(state: BreakerState): BreakerState {
  return { ...state, hasRecovered: true };
}
