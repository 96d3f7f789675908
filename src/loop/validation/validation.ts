/**
 * The validation phase: rounds in which the agent looks for faults in a task that looks complete, a score
 * of its findings, and an end that is always reached.
 *
 * The agent reports by tags in its last message. A round counts only if the agent declared it done and
 * called a tool in it: an agent that checked nothing has not found nothing.
 */
import { FRESH_VALIDATION, type ValidationState } from "../../store/records/loop_record.ts";
import type { Settings } from "../../store/settings/settings.ts";
import type { Finding, Tags } from "../facts.ts";
import {
  CRITICAL_ROUND,
  FIXES_ROUND,
  onceEach,
  openFindings,
  scoreOf,
} from "./validation_score.ts";

/** Maximum number of cycles over all rounds. */
const MOST_CYCLES = 3;
/**
 * If the number of findings differs from the previous cycle's by less than this share, the cycle is the
 * last.
 */
const PLATEAU_CHANGE = 0.1;
/** Maximum number of findings in a record, and of characters in each. */
const MOST_FINDINGS = 100;
const FINDING_CHARACTERS = 300;

interface RoundReport {
  readonly tags: Pick<Tags, "findings" | "validated" | "unread">;
  /** The loop's active time at this Stop. */
  readonly runtimeMs: number;
  /** Maximum active time of a round. */
  readonly timeoutMs: number;
  /** True if the agent called a tool in the turn that ended. One call in any turn of a round is enough. */
  readonly hasUsedTools: boolean;
}

type Rules = Pick<Settings, "enable_validation_phase" | "validation_rounds" | "validation_score">;

/** Checks whether the validation has ended or is off, so that it does not block the end of the loop. */
export function isValidationOver(
  state: Pick<ValidationState, "forced" | "ended">,
  settings: Pick<Rules, "enable_validation_phase">,
): boolean {
  if (state.forced !== null) return false;
  return !settings.enable_validation_phase || state.ended !== null;
}

/** Checks whether the agent is working on a round. */
export function isValidating(state: ValidationState): boolean {
  return state.round > 0 && (state.ended === null || state.forced !== null);
}

/**
 * Begins the phase, or a round that the agent does not know yet. Returns any other state unchanged.
 *
 * @param runtimeMs The loop's active milliseconds, from which the round's time counts.
 */
export function beginValidation(state: ValidationState, runtimeMs: number): ValidationState {
  if (isValidating(state) && state.roundBeganMs !== null) return state;
  return {
    ...state,
    cycle: Math.max(1, state.cycle),
    round: Math.max(1, state.round),
    roundBeganMs: runtimeMs,
  };
}

/**
 * Forces a validation (`ralph validate`). The agent gets it at the next Stop.
 *
 * @param round The only round to do, 1 to 5; null for all.
 */
export function forceValidation(state: ValidationState, round: number | null): ValidationState {
  if (round === null) return { ...freshValidation(state), cycle: 1, round: 1, forced: "all" };
  const cycle = Math.max(1, state.cycle);
  const { hasUsedTools: _, ...rest } = state;
  return { ...rest, cycle, round, roundBeganMs: null, forced: "round" };
}

/** Starts a validation over, with the findings that the previous one left open. */
export function freshValidation(previous: ValidationState): ValidationState {
  const carried = openFindings(previous);
  return carried.length === 0 ? FRESH_VALIDATION : { ...FRESH_VALIDATION, carried };
}

/**
 * Checks whether a message closes its round. A message with an unreadable tag may contain more findings, so
 * it leaves the round open.
 */
export function closesRound({ validated, unread }: Pick<Tags, "validated" | "unread">): boolean {
  return validated && unread.length === 0;
}

/**
 * Adds the agent's report at the end of a turn, and closes the round if it is over.
 *
 * @param state The phase so far; returned unchanged outside of a round that the agent knows.
 */
export function advanceValidation(
  state: ValidationState,
  report: RoundReport,
  settings: Rules,
): ValidationState {
  const { round, roundBeganMs } = state;
  if (!isValidating(state) || roundBeganMs === null) return state;
  const noted = noteTools(noteFindings(state, report.tags.findings), report);
  const isOverdue = report.runtimeMs - roundBeganMs >= report.timeoutMs;
  const isClosed = closesRound(report.tags);
  if (!isClosed && !isOverdue) return noted;
  const how = !isClosed ? "timeout" : noted.hasUsedTools ? "validated" : "talk";
  const others = noted.closed.filter((other) => other.round !== round);
  const closed = [...others, { round, how } as const];
  const findings = isClosed ? findingsAtClose(noted, report.tags.findings) : noted.findings;
  const judged = { ...noted, closed, findings };
  return nextRound({ ...judged, score: scoreOf(judged) }, report.runtimeMs, settings);
}

/** Checks whether a tool was called in the current round, including the turn that ended. */
export function hasUsedToolsInRound(
  { hasUsedTools = false }: Pick<ValidationState, "hasUsedTools">,
  report: Pick<RoundReport, "hasUsedTools">,
): boolean {
  return hasUsedTools || report.hasUsedTools;
}

function noteTools(state: ValidationState, report: RoundReport): ValidationState {
  return hasUsedToolsInRound(state, report) ? { ...state, hasUsedTools: true } : state;
}

function noteFindings(state: ValidationState, reported: readonly Finding[]): ValidationState {
  const added = reported.map((finding) => stamp(finding, state.round));
  return { ...state, findings: onceEach([...state.findings, ...added]).slice(0, MOST_FINDINGS) };
}

/**
 * Returns the findings after a message closes the round. Of this round, only findings in that message stay
 * open. The round that verifies the fixes also replaces the findings of the first round.
 */
function findingsAtClose(
  { findings, round }: ValidationState,
  reported: readonly Finding[],
): ValidationState["findings"] {
  const isSuperseded = (from: number) =>
    from === round || round === FIXES_ROUND && from === CRITICAL_ROUND;
  return onceEach([
    ...findings.filter((finding) => !isSuperseded(finding.round)),
    ...reported.map((finding) => stamp(finding, round)),
  ]).slice(0, MOST_FINDINGS);
}

function stamp({ severity, text }: Finding, round: number): ValidationState["findings"][number] {
  return { round, severity, text: text.slice(0, FINDING_CHARACTERS) };
}

/** Begins the next round that is not closed, begins the next cycle, or ends the validation. */
function nextRound(
  { hasUsedTools: _, ...state }: ValidationState,
  runtimeMs: number,
  settings: Rules,
): ValidationState {
  if (state.forced === "round") {
    const next = state.ended === null ? firstOpenRound(state, settings) ?? 0 : 0;
    return { ...state, forced: null, round: next, roundBeganMs: runtimeMs };
  }
  const next = firstOpenRound(state, settings);
  if (next !== null) return { ...state, round: next, roundBeganMs: runtimeMs };
  const ended = endOfPhase(state, settings);
  if (ended !== null) return { ...state, ended, forced: null, round: 0 };
  return {
    ...FRESH_VALIDATION,
    cycle: state.cycle + 1,
    round: 1,
    roundBeganMs: runtimeMs,
    score: state.score,
    previousFindings: state.findings.length,
    forced: state.forced,
    ...(state.findings.length === 0 ? {} : { carried: state.findings }),
  };
}

function firstOpenRound({ closed }: ValidationState, settings: Rules): number | null {
  for (let round = 1; round <= settings.validation_rounds; round++) {
    if (!closed.some((other) => other.round === round)) return round;
  }
  return null;
}

function endOfPhase(state: ValidationState, settings: Rules): ValidationState["ended"] {
  if ((state.score ?? 0) >= settings.validation_score) return "score";
  if (state.cycle >= MOST_CYCLES) return "exhausted";
  const previous = state.previousFindings ?? 0;
  const change = Math.abs(state.findings.length - previous);
  return previous > 0 && change / previous < PLATEAU_CHANGE ? "plateau" : null;
}
