/**
 * The validation phase: rounds in which the agent looks for what is wrong with a task that looks
 * complete, a score of what it reports, and an end that always comes.
 *
 * The agent reports by tags in its last message. Points are given only for rounds that it declared
 * done, and for which it called a tool: nothing looked at is not nothing found.
 *
 * @module
 */
import type { ValidationState } from "../../store/records/loop_record.ts";
import type { Settings } from "../../store/settings/settings.ts";
import type { Finding, Tags } from "../facts.ts";
import { CRITICAL_ROUND, FIXES_ROUND, openFindings, scoreOf } from "./validation_score.ts";

/** So many passes over all rounds at most. */
const MOST_CYCLES = 3;
/** A pass whose findings differ by less than this from the one before brings nothing more. */
const PLATEAU_CHANGE = 0.1;
/** Findings are remembered, but not without end; nor are their words. */
const MOST_FINDINGS = 100;
const FINDING_CHARACTERS = 300;

/** What a validation round has to be judged by. */
export interface RoundReport {
  readonly tags: Pick<Tags, "findings" | "validated" | "unread">;
  /** The loop's active seconds at this Stop. */
  readonly runtimeSeconds: number;
  /** Active seconds that a round may take. */
  readonly timeoutSeconds: number;
  /** Whether the agent called a tool in the turn that ended. */
  readonly hasUsedTools: boolean;
}

type Rules = Pick<Settings, "enable_validation_phase" | "validation_rounds" | "validation_score">;

/** Whether the validation is done with, or off: nothing of it keeps a complete task from its end. */
export function isValidationOver(state: ValidationState, settings: Rules): boolean {
  if (state.forced !== null) return false;
  return !settings.enable_validation_phase || state.ended !== null;
}

/** Whether the agent works on a round now. */
export function isValidating(state: ValidationState): boolean {
  return state.round > 0 && (state.ended === null || state.forced !== null);
}

/**
 * Begins the phase, or a round that the agent does not know of yet; else it changes nothing.
 *
 * @param runtimeSeconds The loop's active seconds: the round's time begins here.
 */
export function beginValidation(state: ValidationState, runtimeSeconds: number): ValidationState {
  if (isValidating(state) && state.roundBeganSeconds !== null) return state;
  return {
    ...state,
    cycle: Math.max(1, state.cycle),
    round: Math.max(1, state.round),
    roundBeganSeconds: runtimeSeconds,
  };
}

/**
 * What a forced validation begins with (`ralph validate`); the agent gets it at the next Stop.
 *
 * @param round The one round that is wanted, 1 to 5; null for all.
 */
export function forceValidation(state: ValidationState, round: number | null): ValidationState {
  if (round === null) return { ...freshValidation(state), cycle: 1, round: 1, forced: "all" };
  const cycle = Math.max(1, state.cycle);
  return { ...state, cycle, round, roundBeganSeconds: null, forced: "round" };
}

/** A validation that has not begun: also where the task has open items again. */
export const FRESH: ValidationState = {
  cycle: 0,
  round: 0,
  roundBeganSeconds: null,
  findings: [],
  closed: [],
  score: null,
  previousFindings: null,
  ended: null,
  forced: null,
};

/** A validation that begins again, with what the one before left open. */
export function freshValidation(before: ValidationState): ValidationState {
  const carried = openFindings(before);
  return carried.length === 0 ? FRESH : { ...FRESH, carried };
}

/**
 * Whether a message closes the round that it was written in. With a tag in it that could not be
 * read nobody knows what else it says, so the round stays open.
 */
export function closesRound({ validated, unread }: Pick<Tags, "validated" | "unread">): boolean {
  return validated && unread.length === 0;
}

/**
 * Takes in what the agent said at the end of a turn of the phase.
 *
 * @param state The phase so far; outside a round that the agent knows of it stays as it is.
 * @param report What was said, and how long the round has taken.
 */
export function advanceValidation(
  state: ValidationState,
  report: RoundReport,
  settings: Rules,
): ValidationState {
  const { round, roundBeganSeconds: begunAt } = state;
  if (!isValidating(state) || begunAt === null) return state;
  const said = noteFindings(state, report.tags.findings);
  const isOverdue = report.runtimeSeconds - begunAt >= report.timeoutSeconds;
  const isClosed = closesRound(report.tags);
  if (!isClosed && !isOverdue) return said;
  const how = !isClosed ? "timeout" : report.hasUsedTools ? "validated" : "talk";
  const closed = [...said.closed.filter((one) => one.round !== round), { round, how } as const];
  const findings = isClosed ? reportedAtTheEnd(said, report.tags.findings) : said.findings;
  const judged = { ...said, closed, findings };
  return turnOver({ ...judged, score: scoreOf(judged) }, report.runtimeSeconds, settings);
}

function noteFindings(state: ValidationState, reported: readonly Finding[]): ValidationState {
  const isNew = (one: Finding, index: number) =>
    ![...state.findings, ...reported.slice(0, index)].some((known) =>
      known.severity === one.severity && shorten(known.text) === shorten(one.text)
    );
  const added = reported.filter(isNew).map((one) => stamp(one, state.round));
  return { ...state, findings: [...state.findings, ...added].slice(0, MOST_FINDINGS) };
}

/**
 * What the closing message names is what stays open of its round: the rest was fixed meanwhile.
 * The round that verifies the fixes speaks for the first one too.
 */
function reportedAtTheEnd(
  { findings, round }: ValidationState,
  reported: readonly Finding[],
): ValidationState["findings"] {
  const isSuperseded = (from: number) =>
    from === round || round === FIXES_ROUND && from === CRITICAL_ROUND;
  return [
    ...findings.filter((one) => !isSuperseded(one.round)),
    ...reported.map((one) => stamp(one, round)),
  ].slice(0, MOST_FINDINGS);
}

function stamp({ severity, text }: Finding, round: number): ValidationState["findings"][number] {
  return { round, severity, text: shorten(text) };
}

function shorten(text: string): string {
  return text.slice(0, FINDING_CHARACTERS);
}

/** The next round that was not closed, or the end of the pass. */
function turnOver(state: ValidationState, now: number, settings: Rules): ValidationState {
  if (state.forced === "round") {
    const next = state.ended === null ? firstOpenRound(state, settings) ?? 0 : 0;
    return { ...state, forced: null, round: next, roundBeganSeconds: now };
  }
  const next = firstOpenRound(state, settings);
  if (next !== null) return { ...state, round: next, roundBeganSeconds: now };
  const ended = endOfPhase(state, settings);
  if (ended !== null) return { ...state, ended, forced: null, round: 0 };
  return {
    ...FRESH,
    cycle: state.cycle + 1,
    round: 1,
    roundBeganSeconds: now,
    score: state.score,
    previousFindings: state.findings.length,
    forced: state.forced,
    ...(state.findings.length === 0 ? {} : { carried: state.findings }),
  };
}

function firstOpenRound({ closed }: ValidationState, settings: Rules): number | null {
  for (let round = 1; round <= settings.validation_rounds; round++) {
    if (!closed.some((one) => one.round === round)) return round;
  }
  return null;
}

function endOfPhase(state: ValidationState, settings: Rules): ValidationState["ended"] {
  if ((state.score ?? 0) >= settings.validation_score) return "score";
  if (state.cycle >= MOST_CYCLES) return "exhausted";
  const before = state.previousFindings ?? 0;
  const change = Math.abs(state.findings.length - before);
  return before > 0 && change / before < PLATEAU_CHANGE ? "plateau" : null;
}
