/**
 * The shell's control flow: lists, `&&` and `||`, pipelines, conditions, loops, functions.
 *
 * @module
 */
import type { Command, CommandNode, CompoundList, PipelineNode, Statement } from "unbash";
import { lookInto, runCase, runChoice, runFor, runRepeat } from "./_branches.ts";
import type { Expansion } from "./_expand.ts";
import type { Harm } from "../_harm.ts";
import type { Run } from "./_invocation.ts";
import { joinTexts, lazily, type LazyText, NO_TEXT, UNKNOWN_TEXT } from "./_text.ts";
import { type Env, foldWorlds, type Status, type World } from "./_world.ts";

/** What control flow needs of the interpreter. */
export interface Walker {
  readonly harm: Harm;
  readonly functions: Map<string, CommandNode | CompoundList>;
  readonly runText: (text: string, world: World, stdin: LazyText) => Run;
  readonly command: (node: Command, world: World, stdin: LazyText) => Run;
  readonly redirected: (
    node: Extract<CommandNode, { type: "Redirected" }>,
    world: World,
    stdin: LazyText,
  ) => Run;
  readonly expansion: (env: Env, stdin: LazyText) => Expansion;
}

/** Judges statements one after the other. */
export function runList(
  walk: Walker,
  statements: readonly Statement[],
  worlds: readonly World[],
  stdin: LazyText,
): Run {
  const outs: LazyText[] = [];
  let now = worlds;
  for (const { command, background } of statements) {
    if (now.length === 0) break;
    const run = runAndOr(walk, command, now, stdin);
    outs.push(run.out);
    now = background === true ? now : run.worlds;
  }
  return { worlds: now, out: joinTexts(outs) };
}

function runAndOr(
  walk: Walker,
  node: PipelineNode | Statement["command"],
  worlds: readonly World[],
  stdin: LazyText,
): Run {
  if (node.type !== "AndOr") return runPipeline(walk, node, worlds, stdin);
  const outs: LazyText[] = [];
  let now = worlds;
  for (const [index, part] of node.commands.entries()) {
    const operator = index === 0 ? undefined : node.operators[index - 1];
    const blocking: Status = operator === "&&" ? false : true;
    const go = operator === undefined ? now : now.filter(({ status }) => status !== blocking);
    const stay = operator === undefined
      ? []
      : now.filter(({ status }) => status === blocking || status === undefined)
        .map((world) => ({ ...world, status: blocking }));
    const run = go.length === 0 ? { worlds: [], out: NO_TEXT } : runPipeline(walk, part, go, stdin);
    outs.push(run.out);
    now = foldWorlds([...run.worlds, ...stay]);
  }
  return { worlds: now, out: joinTexts(outs) };
}

function runPipeline(
  walk: Walker,
  node: PipelineNode,
  worlds: readonly World[],
  stdin: LazyText,
): Run {
  if (node.type !== "Pipeline") return runNode(walk, node, worlds, stdin);
  const isNegated = node.prefixes.filter(({ type }) => type === "Negation").length % 2 === 1;
  const negate = (world: World): World => ({
    ...world,
    status: world.status === undefined || !isNegated ? world.status : !world.status,
  });
  const [only] = node.commands;
  if (node.commands.length === 1 && only !== undefined) {
    const run = runNode(walk, only, worlds, stdin);
    return { ...run, worlds: run.worlds.map(negate) };
  }
  let out = stdin;
  let last: readonly World[] = worlds;
  for (const part of node.commands) {
    const run = runNode(walk, part, worlds, out);
    out = lazily(run.out);
    last = run.worlds;
  }
  const [status, ...others] = [...new Set(last.map((world) => world.status))];
  const ended = others.length === 0 ? status : undefined;
  return { worlds: worlds.map((world) => negate({ ...world, status: ended })), out };
}

/** Judges a command of any kind, in every world in which it may run. */
export function runNode(
  walk: Walker,
  node: CommandNode | CompoundList,
  worlds: readonly World[],
  stdin: LazyText,
): Run {
  switch (node.type) {
    case "Command":
      return runEach(worlds, (world) => walk.command(node, world, stdin));
    case "Redirected":
      return runEach(worlds, (world) => walk.redirected(node, world, stdin));
    case "CompoundList":
      return runList(walk, node.commands, worlds, stdin);
    case "BraceGroup":
      return runList(walk, node.body.commands, worlds, stdin);
    case "Subshell": {
      const run = runList(walk, node.body.commands, worlds, stdin);
      return { worlds: forget(worlds), out: run.out };
    }
    case "Coproc": {
      const run = runNode(walk, node.body, worlds, UNKNOWN_TEXT);
      return { worlds: forget(worlds), out: run.out };
    }
    case "If":
      return runChoice(
        walk,
        [{ clause: node.clause, then: node.then }, ...node.elif],
        node.else,
        worlds,
        stdin,
      );
    case "While":
      return runRepeat(walk, node.clause, node.body, worlds, stdin);
    case "ArithmeticFor":
      return runRepeat(walk, undefined, node.body, worlds, stdin);
    case "For":
    case "Select":
      return runEach(worlds, (world) => runFor(walk, node, world, stdin));
    case "Case":
      return runEach(worlds, (world) => runCase(walk, node, world, stdin));
    case "Function":
      walk.functions.set(node.name.value, node.body);
      return { worlds: settle(worlds, true), out: NO_TEXT };
    case "TestCommand":
      lookInto(walk, node.expression, worlds);
      return { worlds: forget(worlds), out: NO_TEXT };
    case "ArithmeticCommand":
      for (const world of worlds) {
        if (/\$\([^(]|`/.test(node.body)) walk.runText(node.body, world, NO_TEXT);
      }
      return { worlds: forget(worlds), out: NO_TEXT };
  }
}

function runEach(worlds: readonly World[], run: (world: World) => Run): Run {
  const [only] = worlds;
  if (worlds.length === 1 && only !== undefined) return run(only);
  const runs = worlds.map(run);
  return {
    worlds: foldWorlds(runs.flatMap((each) => each.worlds)),
    out: runs[0]?.out ?? NO_TEXT,
  };
}

/** Worlds in which nobody knows how the last command went. */
export function forget(worlds: readonly World[]): readonly World[] {
  return settle(worlds, undefined);
}

/** Worlds in which the last command went this way. */
export function settle(worlds: readonly World[], status: Status): readonly World[] {
  return worlds.map((world) => world.status === status ? world : { ...world, status });
}
