/**
 * The circuit breaker: a run that gets nowhere is given one recovery round, then ended.
 * Pure.
 *
 * @module
 */

/** What one round came to. */
export interface Round {
  /** Whether anything moved. */
  readonly hasProgress: boolean;
  /** What went wrong, made comparable; null for nothing. */
  readonly error: string | null;
}

/** Where the breaker stands. */
export interface BreakerState {
  /** Rounds in a row without progress. */
  readonly stale: number;
  readonly lastError: string | null;
  /** How often the last error came in a row. */
  readonly sameErrors: number;
  /** Whether the recovery round was given since the last progress. */
  readonly hasRecovered: boolean;
}

/** What the next round is to be; `stuck` for none. */
export type NextRound = "ordinary" | "recovery" | "stuck";

/** So many rounds without progress, or equal errors, trip it. */
export const TRIPS_AT = 3;

/** A breaker that has seen nothing. */
export const CLOSED_BREAKER: BreakerState = {
  stale: 0,
  lastError: null,
  sameErrors: 0,
  hasRecovered: false,
};

/**
 * Notes a round.
 *
 * @param state Where it stood.
 * @param round What the round came to; one that was refused by a rate limit is none.
 * @returns Where it stands.
 */
export function noteRound(state: BreakerState, { hasProgress, error }: Round): BreakerState {
  if (hasProgress && error === null) return CLOSED_BREAKER;
  const isSame = error !== null && error === state.lastError;
  return {
    stale: hasProgress ? 0 : state.stale + 1,
    lastError: error,
    sameErrors: error === null ? 0 : isSame ? state.sameErrors + 1 : 1,
    hasRecovered: state.hasRecovered && !(hasProgress && !isSame),
  };
}

/** Says what the next round is to be. */
export function nextRound(state: BreakerState): NextRound {
  if (state.stale < TRIPS_AT && state.sameErrors < TRIPS_AT) return "ordinary";
  return state.hasRecovered ? "stuck" : "recovery";
}

/** Notes that the recovery round is given: it is the last one unless something moves in it. */
export function noteRecovery(state: BreakerState): BreakerState {
  return { ...state, hasRecovered: true };
}
