/**
 * The state of a shell at one point of a line, and the result of a run. After an unknown condition
 * there are several states, one for each outcome.
 *
 * @module
 */
import { joinTexts, type LazyText, NO_TEXT, UNKNOWN } from "./text.ts";

/** Whether the last command succeeded; undefined where that is unknown. */
export type Status = boolean | undefined;

/** The shell's folder, variables and options; never changed in place. */
export interface Env {
  /** The working directory as the shell names it; parts of it may be unknown. */
  readonly cwd: string;
  /** Variables; an array has several values, a plain one exactly one. */
  readonly vars: ReadonlyMap<string, readonly string[]>;
  /** `$0` and the positional parameters. */
  readonly params: readonly string[];
  /** Options of `shopt` that are on. */
  readonly options: ReadonlySet<string>;
}

/** One of the states that the shell may be in: variables, folder, exit status. */
export interface ShellState {
  readonly env: Env;
  readonly status: Status;
}

/** Maximum number of states; more become one in which differing values are unknown. */
const MAX_STATES = 24;
/** Up to this many states are compared by identity only. */
const FEW_STATES = 4;
/** Maximum length of a value (UTF-16 units), and size of an array; beyond them values are unknown. */
const MAX_VALUE = 65_536;
const MAX_VALUES = 4096;

/** Returns an environment in which a variable has one of these values. */
export function withVar(env: Env, name: string, values: readonly string[]): Env {
  const cut = values.length > MAX_VALUES
    ? [UNKNOWN]
    : values.map((value) => value.length > MAX_VALUE ? UNKNOWN : value);
  const old = env.vars.get(name);
  if (old?.length === cut.length && cut.every((value, at) => value === old[at])) return env;
  return { ...env, vars: new Map(env.vars).set(name, cut) };
}

/** Merges states that differ only in status, and all of them if there are too many. */
export function foldStates(states: readonly ShellState[]): readonly ShellState[] {
  if (states.length < 2) return states;
  const byEnv = new Map<Env | string, ShellState>();
  for (const state of states) {
    const { cwd, vars, params, options } = state.env;
    const key = states.length > FEW_STATES
      ? JSON.stringify([cwd, [...vars], params, [...options]])
      : state.env;
    const twin = byEnv.get(key);
    const isSame = twin === undefined || twin.status === state.status;
    byEnv.set(key, isSame ? twin ?? state : { env: twin.env, status: undefined });
  }
  const folded = [...byEnv.values()];
  return folded.length > MAX_STATES ? [widen(folded)] : folded;
}

/** Merges states into one; values that differ become unknown. */
export function widen(states: readonly ShellState[]): ShellState {
  const [first, ...others] = states as [ShellState, ...ShellState[]];
  const vars = new Map<string, readonly string[]>();
  for (const name of new Set(states.flatMap(({ env }) => [...env.vars.keys()]))) {
    const value = first.env.vars.get(name);
    const isSame = value !== undefined &&
      others.every(({ env }) => env.vars.get(name)?.join("\0") === value.join("\0"));
    vars.set(name, isSame ? value : [UNKNOWN]);
  }
  const isSameFolder = others.every(({ env }) => env.cwd === first.env.cwd);
  const options = new Set(states.flatMap(({ env }) => [...env.options]));
  const cwd = isSameFolder ? first.env.cwd : UNKNOWN;
  return { env: { ...first.env, cwd, vars, options }, status: undefined };
}

/** Sets the status of states. */
export function withStatus(
  states: readonly ShellState[],
  status: Status,
): readonly ShellState[] {
  return states.map((state) => state.status === status ? state : { ...state, status });
}

/** The result of a run: the possible states, and the output. */
export interface Run {
  readonly states: readonly ShellState[];
  readonly out: LazyText;
}

/** Runs something in each of the states on its own. */
export function runEach(states: readonly ShellState[], run: (state: ShellState) => Run): Run {
  const runs = states.map(run);
  return runs.length === 1 ? runs[0] as Run : { ...joinRuns(runs), out: runs[0]?.out ?? NO_TEXT };
}

/** Joins the runs of alternative branches. */
export function joinRuns(runs: readonly Run[]): Run {
  return {
    states: foldStates(runs.flatMap(({ states }) => states)),
    out: joinTexts(runs.map(({ out }) => out)),
  };
}

/** A run after which the status of the last command is unknown. */
export function unsettled(states: readonly ShellState[], out: LazyText = NO_TEXT): Run {
  return { states: withStatus(states, undefined), out };
}
