/**
 * The shell's control flow: lists, `&&` and `||`, pipelines, conditions, loops, functions.
 *
 * @module
 */
import type { Command, CommandNode, CompoundList, PipelineNode, Statement } from "unbash";
import { lookInto, runCase, runChoice, runFor, runRepeat } from "./branches.ts";
import type { Expansion } from "../words/expand.ts";
import type { Harm } from "../../_harm.ts";
import type { Run } from "../verbs/call.ts";
import { joinTexts, lazily, type LazyText, NO_TEXT, UNKNOWN_TEXT } from "../words/text.ts";
import { type Env, foldStates, type ShellState, type Status } from "../words/state.ts";

/** What control flow needs of the interpreter. */
export interface Walker {
  readonly harm: Harm;
  readonly functions: Map<string, CommandNode | CompoundList>;
  readonly runText: (text: string, state: ShellState, stdin: LazyText) => Run;
  readonly command: (node: Command, state: ShellState, stdin: LazyText) => Run;
  readonly redirected: (
    node: Extract<CommandNode, { type: "Redirected" }>,
    state: ShellState,
    stdin: LazyText,
  ) => Run;
  readonly expansion: (env: Env, stdin: LazyText) => Expansion;
}

/** Judges statements one after the other. */
export function runList(
  walk: Walker,
  statements: readonly Statement[],
  states: readonly ShellState[],
  stdin: LazyText,
): Run {
  const outs: LazyText[] = [];
  let now = states;
  for (const { command, background } of statements) {
    if (now.length === 0) break;
    const run = runAndOr(walk, command, now, stdin);
    outs.push(run.out);
    now = background === true ? now : run.states;
  }
  return { states: now, out: joinTexts(outs) };
}

function runAndOr(
  walk: Walker,
  node: PipelineNode | Statement["command"],
  states: readonly ShellState[],
  stdin: LazyText,
): Run {
  if (node.type !== "AndOr") return runPipeline(walk, node, states, stdin);
  const outs: LazyText[] = [];
  let now = states;
  for (const [index, part] of node.commands.entries()) {
    const operator = index === 0 ? undefined : node.operators[index - 1];
    const blocking: Status = operator === "&&" ? false : true;
    const go = operator === undefined ? now : now.filter(({ status }) => status !== blocking);
    const stay = operator === undefined
      ? []
      : now.filter(({ status }) => status === blocking || status === undefined)
        .map((state) => ({ ...state, status: blocking }));
    const run = go.length === 0 ? { states: [], out: NO_TEXT } : runPipeline(walk, part, go, stdin);
    outs.push(run.out);
    now = foldStates([...run.states, ...stay]);
  }
  return { states: now, out: joinTexts(outs) };
}

function runPipeline(
  walk: Walker,
  node: PipelineNode,
  states: readonly ShellState[],
  stdin: LazyText,
): Run {
  if (node.type !== "Pipeline") return runNode(walk, node, states, stdin);
  const isNegated = node.prefixes.filter(({ type }) => type === "Negation").length % 2 === 1;
  const negate = (state: ShellState): ShellState => ({
    ...state,
    status: state.status === undefined || !isNegated ? state.status : !state.status,
  });
  const [only] = node.commands;
  if (node.commands.length === 1 && only !== undefined) {
    const run = runNode(walk, only, states, stdin);
    return { ...run, states: run.states.map(negate) };
  }
  let out = stdin;
  let last: readonly ShellState[] = states;
  for (const part of node.commands) {
    const run = runNode(walk, part, states, out);
    out = lazily(run.out);
    last = run.states;
  }
  const [status, ...others] = [...new Set(last.map((state) => state.status))];
  const ended = others.length === 0 ? status : undefined;
  return { states: states.map((state) => negate({ ...state, status: ended })), out };
}

/** Judges a command of any kind, in every state in which it may run. */
export function runNode(
  walk: Walker,
  node: CommandNode | CompoundList,
  states: readonly ShellState[],
  stdin: LazyText,
): Run {
  switch (node.type) {
    case "Command":
      return runEach(states, (state) => walk.command(node, state, stdin));
    case "Redirected":
      return runEach(states, (state) => walk.redirected(node, state, stdin));
    case "CompoundList":
      return runList(walk, node.commands, states, stdin);
    case "BraceGroup":
      return runList(walk, node.body.commands, states, stdin);
    case "Subshell": {
      const run = runList(walk, node.body.commands, states, stdin);
      return { states: forget(states), out: run.out };
    }
    case "Coproc": {
      const run = runNode(walk, node.body, states, UNKNOWN_TEXT);
      return { states: forget(states), out: run.out };
    }
    case "If":
      return runChoice(
        walk,
        [{ clause: node.clause, then: node.then }, ...node.elif],
        node.else,
        states,
        stdin,
      );
    case "While":
      return runRepeat(walk, node.clause, node.body, states, stdin);
    case "ArithmeticFor":
      return runRepeat(walk, undefined, node.body, states, stdin);
    case "For":
    case "Select":
      return runEach(states, (state) => runFor(walk, node, state, stdin));
    case "Case":
      return runEach(states, (state) => runCase(walk, node, state, stdin));
    case "Function":
      walk.functions.set(node.name.value, node.body);
      return { states: settle(states, true), out: NO_TEXT };
    case "TestCommand":
      lookInto(walk, node.expression, states);
      return { states: forget(states), out: NO_TEXT };
    case "ArithmeticCommand":
      for (const state of states) {
        if (/\$\([^(]|`/.test(node.body)) walk.runText(node.body, state, NO_TEXT);
      }
      return { states: forget(states), out: NO_TEXT };
  }
}

function runEach(states: readonly ShellState[], run: (state: ShellState) => Run): Run {
  const [only] = states;
  if (states.length === 1 && only !== undefined) return run(only);
  const runs = states.map(run);
  return {
    states: foldStates(runs.flatMap((each) => each.states)),
    out: runs[0]?.out ?? NO_TEXT,
  };
}

/** States in which nobody knows how the last command went. */
export function forget(states: readonly ShellState[]): readonly ShellState[] {
  return settle(states, undefined);
}

/** States in which the last command went this way. */
export function settle(states: readonly ShellState[], status: Status): readonly ShellState[] {
  return states.map((state) => state.status === status ? state : { ...state, status });
}
