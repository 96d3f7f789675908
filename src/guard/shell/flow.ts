/**
 * Control flow of plain lines and of the whole grammar: which part runs in which states.
 *
 * @module
 */
import type { Run } from "./verbs/call.ts";
import {
  foldStates,
  type ShellState,
  type Status,
  widen,
  withStatus,
  withVar,
} from "./words/state.ts";
import { joinTexts, lazily, type LazyText, NO_TEXT } from "./words/text.ts";

/** Something that runs in the states it may be reached in. */
export type Runner = (states: readonly ShellState[], stdin: LazyText) => Run;

/** Runs statements one after the other; those in the background leave the states as they were. */
export function runList(
  statements: readonly { readonly run: Runner; readonly isBackground?: boolean }[],
  states: readonly ShellState[],
  stdin: LazyText,
): Run {
  const outs: LazyText[] = [];
  let now = states;
  for (const { run, isBackground } of statements) {
    if (now.length === 0) break;
    const ran = run(now, stdin);
    outs.push(ran.out);
    if (isBackground !== true) now = ran.states;
  }
  return { states: now, out: joinTexts(outs) };
}

/** Runs the parts of `a && b || c`, each in the states that lead to it. */
export function runAndOr(
  parts: readonly Runner[],
  operators: readonly string[],
  states: readonly ShellState[],
  stdin: LazyText,
): Run {
  const outs: LazyText[] = [];
  let now = states;
  for (const [index, run] of parts.entries()) {
    const operator = operators[index - 1];
    const blocking: Status = operator === undefined ? undefined : operator === "||";
    const go = operator === undefined ? now : now.filter(({ status }) => status !== blocking);
    const stay = operator === undefined
      ? []
      : now.filter(({ status }) => status === blocking || status === undefined);
    const ran = go.length === 0 ? { states: [], out: NO_TEXT } : run(go, stdin);
    outs.push(ran.out);
    now = foldStates([...ran.states, ...withStatus(stay, blocking)]);
  }
  return { states: now, out: joinTexts(outs) };
}

/** Runs a pipeline: each part reads what the part before it prints, in a shell of its own. */
export function runPipeline(
  parts: readonly Runner[],
  states: readonly ShellState[],
  stdin: LazyText,
): Run {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only(states, stdin);
  let out = stdin;
  let last = states;
  for (const run of parts) {
    const ran = run(states, out);
    out = lazily(ran.out);
    last = ran.states;
  }
  const [status, ...others] = [...new Set(last.map((state) => state.status))];
  return { states: withStatus(states, others.length === 0 ? status : undefined), out };
}

/** Runs something in each of the states on its own. */
export function runEach(states: readonly ShellState[], run: (state: ShellState) => Run): Run {
  const [only] = states;
  if (only !== undefined && states.length === 1) return run(only);
  const runs = states.map(run);
  return { states: joinRuns(runs).states, out: runs[0]?.out ?? NO_TEXT };
}

/** Runs an `if`: each branch in the states in which it may be taken. */
export function runIf(
  branches: readonly { readonly clause: Runner; readonly then: Runner }[],
  otherwise: Runner | undefined,
  states: readonly ShellState[],
  stdin: LazyText,
): Run {
  const runs: Run[] = [];
  let now = states;
  for (const { clause, then } of branches) {
    if (now.length === 0) break;
    const tested = clause(now, stdin).states;
    runs.push(then(tested.filter(({ status }) => status !== false), stdin));
    now = tested.filter(({ status }) => status !== true);
  }
  runs.push(otherwise?.(now, stdin) ?? { states: withStatus(now, true), out: NO_TEXT });
  return joinRuns(runs);
}

/** Runs a loop with a condition: one round, then another in which what the first changed is unknown. */
export function runLoop(
  clause: Runner | undefined,
  body: Runner,
  states: readonly ShellState[],
  stdin: LazyText,
): Run {
  const round = (from: readonly ShellState[]) =>
    body(clause === undefined ? from : clause(from, stdin).states, stdin);
  const first = round(states);
  const seen = foldStates([...states, ...first.states]);
  const later = seen.length > states.length ? round([widen(seen)]) : first;
  const { states: ends, out } = joinRuns([{ states: seen, out: NO_TEXT }, first, later]);
  return unsettled(ends, out);
}

/** Runs a loop over words: a round for each value of its variable. */
export function runRounds(
  rounds: readonly { readonly name: string; readonly value: string }[],
  body: Runner,
  state: ShellState,
  stdin: LazyText,
): Run {
  const outs: LazyText[] = [];
  let now: readonly ShellState[] = [state];
  for (const { name, value } of rounds) {
    const run = body(
      now.map((each) => ({ ...each, env: withVar(each.env, name, [value]) })),
      stdin,
    );
    outs.push(run.out);
    now = foldStates(run.states);
    if (now.length === 0) break;
  }
  return { states: foldStates([...now, ...unsettled([state]).states]), out: joinTexts(outs) };
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
