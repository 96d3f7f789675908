/**
 * Walks the syntax tree of a script as a shell would, without running anything: conditions, loops,
 * functions, redirects, and simple commands with their words expanded.
 *
 * @module
 */
import {
  type Assignment,
  type Command,
  type CommandNode,
  type CompoundList,
  parse,
  type PipelineNode,
  type Redirection,
  type Script,
  type Statement,
  type WordPart,
} from "unbash";
import {
  joinRuns,
  runAndOr,
  runEach,
  runIf,
  runList,
  runLoop,
  type Runner,
  runPipeline,
  runRounds,
  unsettled,
} from "../flow.ts";
import { type Opened, openRedirects } from "../redirects.ts";
import type { Shell } from "../shell.ts";
import type { Run } from "../verbs/call.ts";
import {
  expandOne,
  expandQuoted,
  expandToPattern,
  expandWord,
  type Expansion,
} from "../words/expand.ts";
import { assign, expandArgument, restoreVars, wordsOf } from "./nodes.ts";
import { compilePattern } from "../words/pattern.ts";
import { type Env, type ShellState, withStatus } from "../words/state.ts";
import { isKnown, type LazyText, NO_TEXT, UNKNOWN, UNKNOWN_TEXT } from "../words/text.ts";

/** Maximum number of words for which a loop's body is judged. */
const MAX_ROUNDS = 200;
/** Commands whose arguments may be assignments. */
const DECLARERS: ReadonlySet<string> = new Set(
  "export declare local typeset readonly".split(" "),
);

type States = readonly ShellState[];
type Node<T extends CommandNode["type"]> = Extract<CommandNode, { type: T }>;

/** Walks the nodes of a script for one shell. */
export class Walker {
  readonly #shell: Shell;

  constructor(shell: Shell) {
    this.#shell = shell;
  }

  /** Judges statements one after the other. */
  runList(statements: readonly Statement[], states: States, stdin: LazyText): Run {
    const parts = statements.map(({ command, background }) => ({
      run: (now: States, input: LazyText) => this.#runAndOr(command, now, input),
      isBackground: background === true,
    }));
    return runList(parts, states, stdin);
  }

  #runAndOr(node: Statement["command"], states: States, stdin: LazyText): Run {
    if (node.type !== "AndOr") return this.#runPipeline(node, states, stdin);
    const parts = node.commands.map((part) => (now: States, input: LazyText) =>
      this.#runPipeline(part, now, input)
    );
    return runAndOr(parts, node.operators, states, stdin);
  }

  #runPipeline(node: PipelineNode, states: States, stdin: LazyText): Run {
    if (node.type !== "Pipeline") return this.#runNode(node, states, stdin);
    const parts = node.commands.map((part) => (now: States, input: LazyText) =>
      this.#runNode(part, now, input)
    );
    const run = runPipeline(parts, states, stdin);
    return node.prefixes.length === 0 ? run : unsettled(run.states, run.out);
  }

  /** Makes a compound list a runner. */
  #listOf(list: CompoundList): Runner {
    return (states, stdin) => this.runList(list.commands, states, stdin);
  }

  #runNode(node: CommandNode | CompoundList, states: States, stdin: LazyText): Run {
    switch (node.type) {
      case "Command":
        return runEach(states, (state) => this.#runCommand(node, state, stdin));
      case "Redirected":
        return runEach(states, (state) => {
          const opened = this.#open(node.redirects, this.#expansion(state.env, stdin), stdin);
          const run = this.#runNode(node.command, [state], opened.stdin);
          return { ...run, out: opened.finish(run.out) };
        });
      case "CompoundList":
        return this.runList(node.commands, states, stdin);
      case "BraceGroup":
        return this.runList(node.body.commands, states, stdin);
      case "Subshell":
        return unsettled(states, this.runList(node.body.commands, states, stdin).out);
      case "Coproc":
        return unsettled(states, this.#runNode(node.body, states, UNKNOWN_TEXT).out);
      case "If": {
        const branches = [node, ...node.elif].map(({ clause, then }) => ({
          clause: this.#listOf(clause),
          then: this.#listOf(then),
        }));
        return runIf(branches, node.else && this.#listOf(node.else), states, stdin);
      }
      case "While":
        return runLoop(this.#listOf(node.clause), this.#listOf(node.body), states, stdin);
      case "ArithmeticFor":
        return runLoop(undefined, this.#listOf(node.body), states, stdin);
      case "For":
      case "Select":
        return runEach(states, (state) => {
          const context = this.#expansion(state.env, stdin);
          const values = node.wordlist?.flatMap((word) => expandWord(word, context)) ??
            state.env.params.slice(1);
          const rounds = this.#chooseRounds(state.env.cwd, values)
            .map((value) => ({ name: node.name.value, value }));
          return runRounds(rounds, this.#listOf(node.body), { ...state, env: context.env }, stdin);
        });
      case "Case":
        return runEach(states, (state) => this.#runCase(node, state, stdin));
      case "Function":
        this.#shell.functions.set(
          node.name.value,
          (now, input) => this.#runNode(node.body, now, input),
        );
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
      runs.push(this.runList(body.commands, [{ ...state, env: context.env }], stdin));
      if (isDecided) return joinRuns(runs);
    }
    return joinRuns([...runs, unsettled([state])]);
  }

  #runCommand(node: Command, state: ShellState, stdin: LazyText): Run {
    const context = this.#expansion(state.env, stdin);
    const argv = node.name === undefined ? [] : expandWord(node.name, context);
    const declared: Assignment[] = [];
    for (const arg of node.args) {
      if (arg.type === "Word") argv.push(...expandWord(arg, context));
      else if (DECLARERS.has(argv[0] ?? "")) declared.push(arg);
      else argv.push(expandArgument(arg, context));
    }
    this.#shell.lastArg = argv.at(-1) ?? UNKNOWN;
    const opened = this.#open(node.redirects, context, stdin);
    const before = context.env;
    const assigned = node.prefix.filter((each) => each.type === "Assignment");
    for (const each of [...assigned, ...declared]) context.env = assign(each, context);
    if (argv.length === 0) {
      opened.finish(NO_TEXT);
      // `$(< file)` is the file's text.
      const out = opened.stdin === stdin ? NO_TEXT : opened.stdin;
      return { states: [{ env: context.env, status: true }], out };
    }
    const run = this.#shell.dispatch(
      argv,
      { env: context.env, status: state.status },
      opened.stdin,
    );
    const names = declared.length > 0 ? [] : assigned.map(({ name }) => name);
    const states = names.length === 0
      ? run.states
      : run.states.map((each) => ({ ...each, env: restoreVars(each.env, before, names) }));
    return { states, out: opened.finish(run.out) };
  }

  /** Expands redirects and opens them. */
  #open(redirects: readonly Redirection[], context: Expansion, stdin: LazyText): Opened {
    const expanded = redirects.flatMap((each) => {
      const fd = each.descriptor?.type === "FileDescriptor" ? each.descriptor.value : 1;
      if (each.type === "HereDoc") {
        const { parts, text } = each.body;
        const target = parts === undefined ? text : expandQuoted(parts, context);
        return [{ operator: "<<", fd, target }];
      }
      if (each.target === undefined) return [];
      if (each.type === "HereString") {
        return [{ operator: "<<", fd, target: `${expandOne(each.target, context)}\n` }];
      }
      const { operator } = each;
      return expandWord(each.target, context)
        .filter((target) => !/^[<>]&$/.test(operator) || !/^(\d+|-)$/.test(target))
        .map((target) => ({ operator, fd, target }));
    });
    return openRedirects(this.#shell, expanded, context.env.cwd, stdin);
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
    const state: ShellState = { env, status: undefined };
    const run = this.#shell.nested(() => this.runList(script.commands, [state], stdin));
    if (part.type !== "ProcessSubstitution") return run.out().replace(/\n+$/, "");
    // The command opens the output as a file.
    const stream = `/dev/fd/guard-${++this.#shell.streams}`;
    this.#shell.disk.writeText(stream, run.out(), false);
    return stream;
  }
}
