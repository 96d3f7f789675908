/**
 * What a shell knows at one point of a line. Where a condition cannot be known there are several
 * states, one for each way it may have gone.
 *
 * @module
 */
import { UNKNOWN } from "./text.ts";

/** Whether the last command succeeded; undefined where that cannot be known. */
export type Status = boolean | undefined;

/** The shell's memory; never changed in place. */
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

/** One way things may stand. */
export interface ShellState {
  readonly env: Env;
  readonly status: Status;
}

/** More states than this are folded into one in which what differs is unknown. */
const MAX_STATES = 24;
/** So few states are told apart by identity alone. */
const FEW_STATES = 4;
/** Longer values (UTF-16 units), and more of them in an array, are unknown. */
const MAX_VALUE = 65_536;
const MAX_VALUES = 4096;

/** Sets one variable. */
export function withVar(env: Env, name: string, values: readonly string[]): Env {
  const cut = values.length > MAX_VALUES
    ? [UNKNOWN]
    : values.map((value) => value.length > MAX_VALUE ? UNKNOWN : value);
  const old = env.vars.get(name);
  if (old?.length === cut.length && cut.every((value, at) => value === old[at])) return env;
  return { ...env, vars: new Map(env.vars).set(name, cut) };
}

/** Folds states that are the same but for the status, and too many of them into one. */
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

/** Makes one state of several: what differs between them becomes unknown. */
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

/** The states with another status. */
export function withStatus(
  states: readonly ShellState[],
  status: Status,
): readonly ShellState[] {
  return states.map((state) => state.status === status ? state : { ...state, status });
}
