/**
 * Walks the syntax tree of a script as a shell would, without running anything: lists, pipelines,
 * conditions, loops, functions. Each part is judged in every state in which it may run.
 *
 * @module
 */
import {
  type Command,
  type CommandNode,
  type CompoundList,
  parse,
  type PipelineNode,
  type Script,
  type Statement,
  type WordPart,
} from "unbash";
import { openRedirects } from "./redirects.ts";
import type { Shell } from "./shell.ts";
import { assign, expandArgument, restoreVars, wordsOf } from "./words/nodes.ts";
import { expandOne, expandToPattern, expandWord, type Expansion } from "./words/expand.ts";
import { compilePattern } from "./words/pattern.ts";
import {
  type Env,
  foldStates,
  joinRuns,
  type Run,
  runEach,
  type ShellState,
  unsettled,
  widen,
  withStatus,
  withVar,
} from "./words/state.ts";
import {
  isKnown,
  joinTexts,
  lazily,
  type LazyText,
  NO_TEXT,
  UNKNOWN,
  UNKNOWN_TEXT,
} from "./words/text.ts";

/** Maximum number of words for which a loop's body is judged. */
const MAX_ROUNDS = 200;

type States = readonly ShellState[];
type Node<T extends CommandNode["type"]> = Extract<CommandNode, { type: T }>;

/** Judges a text as a script; of an invalid text, only the commands before the error. */
export function runScript(shell: Shell, text: string, state: ShellState, stdin: LazyText): Run {
  return new Walker(shell).runList(parse(text).commands, [state], stdin);
}

/** Whether a text is a valid bash script. */
export function isScript(text: string): boolean {
  return parse(text).errors === undefined;
}

class Walker {
  readonly #shell: Shell;

  constructor(shell: Shell) {
    this.#shell = shell;
  }

  /** Judges statements one after the other; those in the background leave the states as they were. */
  runList(statements: readonly Statement[], states: States, stdin: LazyText): Run {
    const outs: LazyText[] = [];
    let now = states;
    for (const { command, background } of statements) {
      if (now.length === 0) break;
      const run = this.#runAndOr(command, now, stdin);
      outs.push(run.out);
      if (background !== true) now = run.states;
    }
    return { states: now, out: joinTexts(outs) };
  }

  /** Judges the parts of `a && b || c`, each in the states that lead to it. */
  #runAndOr(node: Statement["command"], states: States, stdin: LazyText): Run {
    if (node.type !== "AndOr") return this.#runPipeline(node, states, stdin);
    const outs: LazyText[] = [];
    let now = states;
    for (const [index, part] of node.commands.entries()) {
      // Behind `||` a success blocks, behind `&&` a failure; an unknown status does both.
      const blocking = index === 0 ? null : node.operators[index - 1] === "||";
      const go = now.filter(({ status }) => status !== blocking);
      const stay = blocking === null ? [] : now.filter(({ status }) => status !== !blocking);
      const run = go.length === 0 ? null : this.#runPipeline(part, go, stdin);
      outs.push(run?.out ?? NO_TEXT);
      now = foldStates([...run?.states ?? [], ...withStatus(stay, blocking ?? undefined)]);
    }
    return { states: now, out: joinTexts(outs) };
  }

  /** Judges a pipeline: each part reads what the part before it prints, in a shell of its own. */
  #runPipeline(node: PipelineNode, states: States, stdin: LazyText): Run {
    if (node.type !== "Pipeline") return this.#runNode(node, states, stdin);
    let run: Run = { states, out: stdin };
    for (const part of node.commands) {
      const { states: ends, out } = this.#runNode(part, states, run.out);
      run = { states: ends, out: lazily(out) };
    }
    const statuses = new Set(run.states.map(({ status }) => status));
    const isSettled = statuses.size === 1 && node.prefixes.length === 0;
    // `! cmd` is no pipeline.
    const ends = node.commands.length === 1 ? run.states : states;
    return { states: withStatus(ends, isSettled ? [...statuses][0] : undefined), out: run.out };
  }

  #runNode(node: CommandNode | CompoundList, states: States, stdin: LazyText): Run {
    switch (node.type) {
      case "Command":
        return runEach(states, (state) => this.#runCommand(node, state, stdin));
      case "Redirected":
        return runEach(states, (state) => {
          const context = this.#expansion(state.env, stdin);
          const opened = openRedirects(this.#shell, node.redirects, context, stdin);
          const run = this.#runNode(node.command, [state], opened.stdin);
          return { ...run, out: opened.finish(run.out) };
        });
      case "CompoundList":
        return this.runList(node.commands, states, stdin);
      case "BraceGroup":
        return this.#runNode(node.body, states, stdin);
      case "Subshell":
        return unsettled(states, this.#runNode(node.body, states, stdin).out);
      case "Coproc":
        return unsettled(states, this.#runNode(node.body, states, UNKNOWN_TEXT).out);
      case "If":
        return this.#runIf(node, states, stdin);
      case "While":
        return this.#runLoop(node.clause, node.body, states, stdin);
      case "ArithmeticFor":
        return this.#runLoop(undefined, node.body, states, stdin);
      case "For":
      case "Select":
        return runEach(states, (state) => this.#runRounds(node, state, stdin));
      case "Case":
        return runEach(states, (state) => this.#runCase(node, state, stdin));
      case "Function":
        this.#shell.functions.set(node.name.value, (argv, { env, status }, input) => {
          const run = this.#runNode(node.body, [{ env: { ...env, params: argv }, status }], input);
          return { ...run, states: run.states.map((each) => withParams(each, env.params)) };
        });
        return { states: withStatus(states, true), out: NO_TEXT };
      case "TestCommand":
        for (const { env } of states) {
          const context = this.#expansion(env, NO_TEXT);
          for (const word of wordsOf(node.expression)) expandToPattern(word, context);
        }
        return unsettled(states);
      case "ArithmeticCommand":
        return unsettled(states);
    }
  }

  /** Judges an `if`: each branch in the states in which it may be taken. */
  #runIf(node: Node<"If">, states: States, stdin: LazyText): Run {
    const runs: Run[] = [];
    let now = states;
    for (const { clause, then } of [node, ...node.elif]) {
      if (now.length === 0) break;
      const tested = this.#runNode(clause, now, stdin).states;
      runs.push(this.#runNode(then, tested.filter(({ status }) => status !== false), stdin));
      now = tested.filter(({ status }) => status !== true);
    }
    const otherwise = node.else && this.#runNode(node.else, now, stdin);
    return joinRuns([...runs, otherwise ?? { states: withStatus(now, true), out: NO_TEXT }]);
  }

  /** Judges one round, then another in which what the first changed is unknown. */
  #runLoop(
    clause: CompoundList | undefined,
    body: CompoundList | Node<"BraceGroup">,
    states: States,
    stdin: LazyText,
  ): Run {
    const round = (from: States) =>
      this.#runNode(body, clause ? this.#runNode(clause, from, stdin).states : from, stdin);
    const first = round(states);
    const seen = foldStates([...states, ...first.states]);
    const later = seen.length > states.length ? round([widen(seen)]) : first;
    const run = joinRuns([{ states: seen, out: NO_TEXT }, first, later]);
    return unsettled(run.states, run.out);
  }

  /** Judges a loop over words: a round for each of them. */
  #runRounds(node: Node<"For"> | Node<"Select">, state: ShellState, stdin: LazyText): Run {
    const context = this.#expansion(state.env, stdin);
    const values = node.wordlist?.flatMap((word) => expandWord(word, context)) ??
      state.env.params.slice(1);
    const outs: LazyText[] = [];
    let now: States = [{ ...state, env: context.env }];
    for (const value of this.#chooseRounds(state.env.cwd, values)) {
      const run = this.#runNode(
        node.body,
        now.map((each) => ({ ...each, env: withVar(each.env, node.name.value, [value]) })),
        stdin,
      );
      outs.push(run.out);
      now = foldStates(run.states);
      if (now.length === 0) break;
    }
    return {
      states: foldStates([...now, ...withStatus([state], undefined)]),
      out: joinTexts(outs),
    };
  }

  /**
   * Chooses among very many words: the first, those that reach a control file, and one unknown word
   * for all others.
   */
  #chooseRounds(cwd: string, values: readonly string[]): readonly string[] {
    if (values.length <= MAX_ROUNDS) return values;
    const risky = values.slice(MAX_ROUNDS)
      .filter((value) => this.#shell.harm.touches(cwd, value, true) !== undefined);
    return [...values.slice(0, MAX_ROUNDS), ...risky.slice(0, MAX_ROUNDS), UNKNOWN];
  }

  /** Judges the branch of a `case` that matches, or all that may match. */
  #runCase(node: Node<"Case">, state: ShellState, stdin: LazyText): Run {
    const context = this.#expansion(state.env, stdin);
    const text = expandOne(node.word, context);
    const runs: Run[] = [];
    for (const { pattern, body } of node.items) {
      const patterns = pattern.map((word) => expandToPattern(word, context));
      const isDecided = isKnown(text) && patterns.every(isKnown);
      const isMatch = patterns.some((each) =>
        compilePattern(each, { crossesSlashes: true }).test(text)
      );
      if (isDecided && !isMatch) continue;
      runs.push(this.#runNode(body, [{ ...state, env: context.env }], stdin));
      if (isDecided) return joinRuns(runs);
    }
    return joinRuns([...runs, unsettled([state])]);
  }

  #runCommand(node: Command, state: ShellState, stdin: LazyText): Run {
    const context = this.#expansion(state.env, stdin);
    const argv = node.name === undefined ? [] : expandWord(node.name, context);
    const assigned = node.prefix.filter((each) => each.type === "Assignment");
    for (const arg of node.args) {
      if (arg.type === "Word") argv.push(...expandWord(arg, context));
      else argv.push(expandArgument(arg, context));
    }
    this.#shell.lastArg = argv.at(-1) ?? UNKNOWN;
    const opened = openRedirects(this.#shell, node.redirects, context, stdin);
    const before = context.env;
    for (const each of assigned) context.env = assign(each, context);
    if (argv.length === 0) {
      opened.finish(NO_TEXT);
      // `$(< file)` is the file's text.
      const out = opened.stdin === stdin ? NO_TEXT : opened.stdin;
      return { states: [{ env: context.env, status: true }], out };
    }
    const { env } = context;
    const run = this.#shell.runArgs(argv, { env, status: state.status }, opened.stdin);
    const names = assigned.map(({ name }) => name);
    const states = run.states.map((each) => ({
      ...each,
      env: restoreVars(each.env, before, names),
    }));
    return { states: names.length === 0 ? run.states : states, out: opened.finish(run.out) };
  }

  /** Creates the context in which words are expanded. */
  #expansion(env: Env, stdin: LazyText): Expansion {
    const { context: { homeDir, env: inherited }, disk, lastArg } = this.#shell;
    const context: Expansion = {
      env,
      disk,
      homeDir,
      lookUp: (name) => name === "HOME" ? homeDir : name === "_" ? lastArg : inherited?.(name),
      capture: (part) => this.#capture(part, context.env, stdin),
      parse,
    };
    return context;
  }

  /** Judges a substituted script and returns its output. */
  #capture(part: WordPart & { script: unknown }, env: Env, stdin: LazyText): string {
    const script = part.script as Script | undefined;
    if (script === undefined) return UNKNOWN;
    const run = this.#shell.nested(() =>
      this.runList(script.commands, [{ env, status: undefined }], stdin)
    );
    if (part.type !== "ProcessSubstitution") return run.out().replace(/\n+$/, "");
    // The command opens the output as a file.
    const stream = `/dev/fd/guard-${++this.#shell.streams}`;
    this.#shell.disk.writeText(stream, run.out(), false);
    return stream;
  }
}

function withParams(state: ShellState, params: readonly string[]): ShellState {
  return { ...state, env: { ...state.env, params } };
}
