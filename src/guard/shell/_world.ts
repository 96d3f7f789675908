/**
 * What a shell knows at one point of a line. Where a condition cannot be known there are several
 * worlds, one for each way it may have gone.
 *
 * @module
 */
import { HOLE } from "./_text.ts";

/** Whether the last command succeeded; undefined where that cannot be known. */
export type Status = boolean | undefined;

/** The shell's memory; never changed in place. */
export interface Env {
  /** The working directory as the shell names it; may hold unknown parts. */
  readonly cwd: string;
  /** Variables; an array has several values, a plain one exactly one. */
  readonly vars: ReadonlyMap<string, readonly string[]>;
  /** `$0` and the positional parameters. */
  readonly params: readonly string[];
  /** Options of `shopt` that are on. */
  readonly options: ReadonlySet<string>;
}

/** One way things may stand. */
export interface World {
  readonly env: Env;
  readonly status: Status;
}

/** More worlds than this are folded into one in which what differs is unknown. */
const MAX_WORLDS = 24;

/** Longer values (UTF-16 units), and more of them in an array, are unknown. */
const MAX_VALUE = 65_536;
const MAX_VALUES = 4096;

/** The env with one variable set. */
export function withVar(env: Env, name: string, given: readonly string[]): Env {
  const known = env.vars.get(name);
  const values = given.length > MAX_VALUES
    ? [HOLE]
    : given.map((value) => value.length > MAX_VALUE ? HOLE : value);
  if (known?.length === values.length && known.every((value, i) => value === values[i])) return env;
  return { ...env, vars: new Map(env.vars).set(name, values) };
}

/** Folds worlds that are the same but for the status, and too many of them into one. */
export function foldWorlds(worlds: readonly World[]): readonly World[] {
  if (worlds.length < 2) return worlds;
  const byEnv = new Map<Env | string, World>();
  for (const world of worlds) {
    const key = worlds.length > 4 ? describeEnv(world.env) : world.env;
    const twin = byEnv.get(key);
    const isSame = twin === undefined || twin.status === world.status;
    byEnv.set(key, isSame ? twin ?? world : { env: twin.env, status: undefined });
  }
  const folded = [...byEnv.values()];
  return folded.length > MAX_WORLDS ? [widen(folded)] : folded;
}

/** One world for several: what differs between them becomes unknown. */
export function widen(worlds: readonly World[]): World {
  const [first, ...others] = worlds as [World, ...World[]];
  const vars = new Map<string, readonly string[]>();
  for (const name of new Set(worlds.flatMap(({ env }) => [...env.vars.keys()]))) {
    const value = first.env.vars.get(name);
    const isSame = value !== undefined &&
      others.every(({ env }) => env.vars.get(name)?.join("\0") === value.join("\0"));
    vars.set(name, isSame ? value : [HOLE]);
  }
  const isSameFolder = others.every(({ env }) => env.cwd === first.env.cwd);
  const options = new Set(worlds.flatMap(({ env }) => [...env.options]));
  const cwd = isSameFolder ? first.env.cwd : HOLE;
  return { env: { ...first.env, cwd, vars, options }, status: undefined };
}

function describeEnv(env: Env): string {
  return JSON.stringify([env.cwd, [...env.vars], env.params, [...env.options]]);
}
