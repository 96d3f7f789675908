/**
 * Conditions and loops of the shell.
 *
 * @module
 */
import type { CommandNode, CompoundList, TestExpression, Word } from "unbash";
import { expandOne, expandToPattern, expandWord } from "./_expand.ts";
import { forget, runList, settle, type Walker } from "./_flow.ts";
import { compilePattern } from "./_glob.ts";
import type { Run } from "./_invocation.ts";
import { HOLE, isSeenWhole, joinTexts, type LazyText, NO_TEXT } from "./_text.ts";
import { foldWorlds, widen, withVar, type World } from "./_world.ts";

/** Rounds of a loop over words that are walked one by one. */
const MAX_ROUNDS = 200;

/** `if`: each branch in the worlds in which it may be taken. */
export function runChoice(
  walk: Walker,
  branches: readonly { readonly clause: CompoundList; readonly then: CompoundList }[],
  otherwise: CompoundList | undefined,
  worlds: readonly World[],
  stdin: LazyText,
): Run {
  const outs: LazyText[] = [];
  const ends: World[] = [];
  let now = worlds;
  for (const { clause, then } of branches) {
    if (now.length === 0) break;
    const tested = runList(walk, clause.commands, now, stdin).worlds;
    const taken = runList(walk, then.commands, tested.filter((w) => w.status !== false), stdin);
    ends.push(...taken.worlds);
    outs.push(taken.out);
    now = tested.filter(({ status }) => status !== true);
  }
  const rest = otherwise === undefined
    ? { worlds: settle(now, true), out: NO_TEXT }
    : runList(walk, otherwise.commands, now, stdin);
  return { worlds: foldWorlds([...ends, ...rest.worlds]), out: joinTexts([...outs, rest.out]) };
}

/** `while`, `until`, `for ((…))`: one round, then one in which what it changed is unknown. */
export function runRepeat(
  walk: Walker,
  clause: CompoundList | undefined,
  body: CompoundList,
  worlds: readonly World[],
  stdin: LazyText,
): Run {
  const round = (from: readonly World[]) => {
    const tested = clause === undefined ? from : runList(walk, clause.commands, from, stdin).worlds;
    return runList(walk, body.commands, tested, stdin);
  };
  const first = round(worlds);
  const seen = foldWorlds([...worlds, ...first.worlds]);
  // What a round changes is unknown in the rounds after it.
  const later = seen.length > worlds.length ? round([widen(seen)]) : first;
  return {
    worlds: forget(foldWorlds([...seen, ...later.worlds])),
    out: joinTexts([first.out, later.out]),
  };
}

/** `for x in …`: a round for each word. */
export function runFor(
  walk: Walker,
  node: Extract<CommandNode, { type: "For" | "Select" }>,
  world: World,
  stdin: LazyText,
): Run {
  const context = walk.expansion(world.env, stdin);
  const values = node.wordlist?.flatMap((word) => expandWord(word, context)) ??
    world.env.params.slice(1);
  let now: readonly World[] = [{ ...world, env: context.env }];
  const outs: LazyText[] = [];
  for (const value of chooseRounds(walk, world, values)) {
    const next = now.map(({ env, status }) => ({
      env: withVar(env, node.name.value, [value]),
      status,
    }));
    const run = runList(walk, node.body.commands, next, stdin);
    outs.push(run.out);
    now = foldWorlds(run.worlds);
    if (now.length === 0) break;
  }
  return { worlds: foldWorlds([...now, ...forget([world])]), out: joinTexts(outs) };
}

/**
 * Of very many words, the first, those that are or hold something of ours, and one that is unknown
 * for all the others.
 */
function chooseRounds(walk: Walker, { env }: World, values: readonly string[]): readonly string[] {
  if (values.length <= MAX_ROUNDS) return values;
  const ours = values.slice(MAX_ROUNDS).filter((value) =>
    walk.harm.touches(env.cwd, value, true) !== undefined
  );
  return [...values.slice(0, MAX_ROUNDS), ...ours.slice(0, MAX_ROUNDS), HOLE];
}

/** `case`: the fitting branch, or all that may fit. */
export function runCase(
  walk: Walker,
  node: Extract<CommandNode, { type: "Case" }>,
  world: World,
  stdin: LazyText,
): Run {
  const context = walk.expansion(world.env, stdin);
  const text = expandOne(node.word, context);
  const runs: Run[] = [];
  let isSettled = false;
  for (const { pattern, body } of node.items) {
    const patterns = pattern.map((word) => expandToPattern(word, context));
    const isSeen = isSeenWhole(text) && patterns.every(isSeenWhole);
    const fits = patterns.some((each) => compilePattern(each, { crossesSlashes: true }).test(text));
    if (isSeen && !fits) continue;
    runs.push(runList(walk, body.commands, [{ ...world, env: context.env }], stdin));
    isSettled = isSeen;
    if (isSettled) break;
  }
  const after = runs.flatMap((run) => run.worlds);
  return {
    worlds: foldWorlds(isSettled ? after : [...after, ...forget([world])]),
    out: joinTexts(runs.map((run) => run.out)),
  };
}

/** `[[ … ]]`: commands substituted in its words. */
export function lookInto(walk: Walker, test: TestExpression, worlds: readonly World[]): void {
  const words = (each: TestExpression): readonly Word[] =>
    each.type === "TestUnary"
      ? [each.operand]
      : each.type === "TestBinary"
      ? [each.left, each.right]
      : each.type === "TestLogical"
      ? each.operands.flatMap(words)
      : words(each.type === "TestNot" ? each.operand : each.expression);
  for (const { env } of worlds) {
    for (const word of words(test)) expandToPattern(word, walk.expansion(env, NO_TEXT));
  }
}
