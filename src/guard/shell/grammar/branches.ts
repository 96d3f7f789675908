/**
 * Conditions and loops of the shell.
 *
 * @module
 */
import type { CommandNode, CompoundList, TestExpression, Word } from "unbash";
import { expandOne, expandToPattern, expandWord } from "../words/expand.ts";
import { forget, runList, settle, type Walker } from "./flow.ts";
import { compilePattern } from "../words/pattern.ts";
import type { Run } from "../verbs/call.ts";
import { isKnown, joinTexts, type LazyText, NO_TEXT, UNKNOWN } from "../words/text.ts";
import { foldStates, type ShellState, widen, withVar } from "../words/state.ts";

/** Rounds of a loop over words that are walked one by one. */
const MAX_ROUNDS = 200;

/** `if`: each branch in the states in which it may be taken. */
export function runChoice(
  walk: Walker,
  branches: readonly { readonly clause: CompoundList; readonly then: CompoundList }[],
  otherwise: CompoundList | undefined,
  states: readonly ShellState[],
  stdin: LazyText,
): Run {
  const outs: LazyText[] = [];
  const ends: ShellState[] = [];
  let now = states;
  for (const { clause, then } of branches) {
    if (now.length === 0) break;
    const tested = runList(walk, clause.commands, now, stdin).states;
    const taken = runList(walk, then.commands, tested.filter((w) => w.status !== false), stdin);
    ends.push(...taken.states);
    outs.push(taken.out);
    now = tested.filter(({ status }) => status !== true);
  }
  const rest = otherwise === undefined
    ? { states: settle(now, true), out: NO_TEXT }
    : runList(walk, otherwise.commands, now, stdin);
  return { states: foldStates([...ends, ...rest.states]), out: joinTexts([...outs, rest.out]) };
}

/** `while`, `until`, `for ((…))`: one round, then one in which what it changed is unknown. */
export function runRepeat(
  walk: Walker,
  clause: CompoundList | undefined,
  body: CompoundList,
  states: readonly ShellState[],
  stdin: LazyText,
): Run {
  const round = (from: readonly ShellState[]) => {
    const tested = clause === undefined ? from : runList(walk, clause.commands, from, stdin).states;
    return runList(walk, body.commands, tested, stdin);
  };
  const first = round(states);
  const seen = foldStates([...states, ...first.states]);
  // What a round changes is unknown in the rounds after it.
  const later = seen.length > states.length ? round([widen(seen)]) : first;
  return {
    states: forget(foldStates([...seen, ...later.states])),
    out: joinTexts([first.out, later.out]),
  };
}

/** `for x in …`: a round for each word. */
export function runFor(
  walk: Walker,
  node: Extract<CommandNode, { type: "For" | "Select" }>,
  state: ShellState,
  stdin: LazyText,
): Run {
  const context = walk.expansion(state.env, stdin);
  const values = node.wordlist?.flatMap((word) => expandWord(word, context)) ??
    state.env.params.slice(1);
  let now: readonly ShellState[] = [{ ...state, env: context.env }];
  const outs: LazyText[] = [];
  for (const value of chooseRounds(walk, state, values)) {
    const next = now.map(({ env, status }) => ({
      env: withVar(env, node.name.value, [value]),
      status,
    }));
    const run = runList(walk, node.body.commands, next, stdin);
    outs.push(run.out);
    now = foldStates(run.states);
    if (now.length === 0) break;
  }
  return { states: foldStates([...now, ...forget([state])]), out: joinTexts(outs) };
}

/**
 * Of very many words, the first, those that are or hold something of control, and one that is unknown
 * for all the others.
 */
function chooseRounds(
  walk: Walker,
  { env }: ShellState,
  values: readonly string[],
): readonly string[] {
  if (values.length <= MAX_ROUNDS) return values;
  const control = values.slice(MAX_ROUNDS).filter((value) =>
    walk.harm.touches(env.cwd, value, true) !== undefined
  );
  return [...values.slice(0, MAX_ROUNDS), ...control.slice(0, MAX_ROUNDS), UNKNOWN];
}

/** `case`: the fitting branch, or all that may fit. */
export function runCase(
  walk: Walker,
  node: Extract<CommandNode, { type: "Case" }>,
  state: ShellState,
  stdin: LazyText,
): Run {
  const context = walk.expansion(state.env, stdin);
  const text = expandOne(node.word, context);
  const runs: Run[] = [];
  let isSettled = false;
  for (const { pattern, body } of node.items) {
    const patterns = pattern.map((word) => expandToPattern(word, context));
    const isSeen = isKnown(text) && patterns.every(isKnown);
    const fits = patterns.some((each) => compilePattern(each, { crossesSlashes: true }).test(text));
    if (isSeen && !fits) continue;
    runs.push(runList(walk, body.commands, [{ ...state, env: context.env }], stdin));
    isSettled = isSeen;
    if (isSettled) break;
  }
  const after = runs.flatMap((run) => run.states);
  return {
    states: foldStates(isSettled ? after : [...after, ...forget([state])]),
    out: joinTexts(runs.map((run) => run.out)),
  };
}

/** `[[ … ]]`: commands substituted in its words. */
export function lookInto(walk: Walker, test: TestExpression, states: readonly ShellState[]): void {
  const words = (each: TestExpression): readonly Word[] =>
    each.type === "TestUnary"
      ? [each.operand]
      : each.type === "TestBinary"
      ? [each.left, each.right]
      : each.type === "TestLogical"
      ? each.operands.flatMap(words)
      : words(each.type === "TestNot" ? each.operand : each.expression);
  for (const { env } of states) {
    for (const word of words(test)) expandToPattern(word, walk.expansion(env, NO_TEXT));
  }
}
