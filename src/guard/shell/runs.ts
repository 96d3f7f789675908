/**
 * Joins what alternative parts of a script do.
 *
 * @module
 */
import type { Run } from "./shell.ts";
import { foldStates, type ShellState, withStatus } from "./words/state.ts";
import { joinTexts, type LazyText, NO_TEXT } from "./words/text.ts";

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
