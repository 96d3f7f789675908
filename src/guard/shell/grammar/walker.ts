/**
 * Walks the grammar of a script as a shell would, without running anything: conditions, loops,
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
  type TestExpression,
  type Word,
  type WordPart,
} from "unbash";
import { runAndOr, runEach, runList, runPipeline } from "../flow.ts";
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
import { compilePattern } from "../words/pattern.ts";
import {
  type Env,
  foldStates,
  type ShellState,
  widen,
  withStatus,
  withVar,
} from "../words/state.ts";
import {
  isKnown,
  joinTexts,
  type LazyText,
  NO_TEXT,
  UNKNOWN,
  UNKNOWN_TEXT,
} from "../words/text.ts";

/** Rounds of a loop over words that are walked one by one. */
const MAX_ROUNDS = 200;
/** Commands whose words may be assignments. */
const DECLARERS: ReadonlySet<string> = new Set(
  "export declare local typeset readonly".split(" "),
);
/** Arithmetic in which a command is substituted. */
const SUBSTITUTES = /\$\([^(]|`/;

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
    const isNegated = node.prefixes.filter(({ type }) => type === "Negation").length % 2 === 1;
    if (!isNegated) return run;
    const negate = ({ env, status }: ShellState) => ({
      env,
      status: status === undefined ? undefined : !status,
    });
    return { ...run, states: run.states.map(negate) };
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
      case "Subshell": {
        const { out } = this.runList(node.body.commands, states, stdin);
        return { states: withStatus(states, undefined), out };
      }
      case "Coproc": {
        const { out } = this.#runNode(node.body, states, UNKNOWN_TEXT);
        return { states: withStatus(states, undefined), out };
      }
      case "If":
        return this.#runIf(node, states, stdin);
      case "While":
        return this.#runLoop(node.clause, node.body, states, stdin);
      case "ArithmeticFor":
        return this.#runLoop(undefined, node.body, states, stdin);
      case "For":
      case "Select":
        return runEach(states, (state) => this.#runFor(node, state, stdin));
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
          for (const word of wordsOf(node.expression)) {
            expandToPattern(word, this.#expansion(env, NO_TEXT));
          }
        }
        return { states: withStatus(states, undefined), out: NO_TEXT };
      case "ArithmeticCommand":
        if (SUBSTITUTES.test(node.body)) {
          for (const state of states) this.#shell.runText(node.body, state, NO_TEXT);
        }
        return { states: withStatus(states, undefined), out: NO_TEXT };
    }
  }

  /** `if`: each branch in the states in which it may be taken. */
  #runIf(node: Node<"If">, states: States, stdin: LazyText): Run {
    const outs: LazyText[] = [];
    const ends: ShellState[] = [];
    let now = states;
    for (const { clause, then } of [node, ...node.elif]) {
      if (now.length === 0) break;
      const tested = this.runList(clause.commands, now, stdin).states;
      const taken = tested.filter(({ status }) => status !== false);
      const run = this.runList(then.commands, taken, stdin);
      ends.push(...run.states);
      outs.push(run.out);
      now = tested.filter(({ status }) => status !== true);
    }
    const rest = node.else === undefined
      ? { states: withStatus(now, true), out: NO_TEXT }
      : this.runList(node.else.commands, now, stdin);
    return { states: foldStates([...ends, ...rest.states]), out: joinTexts([...outs, rest.out]) };
  }

  /** `while`, `until`, `for ((…))`: one round, then one in which what it changed is unknown. */
  #runLoop(
    clause: CompoundList | undefined,
    body: CompoundList,
    states: States,
    stdin: LazyText,
  ): Run {
    const round = (from: States) => {
      const tested = clause === undefined
        ? from
        : this.runList(clause.commands, from, stdin).states;
      return this.runList(body.commands, tested, stdin);
    };
    const first = round(states);
    const seen = foldStates([...states, ...first.states]);
    const later = seen.length > states.length ? round([widen(seen)]) : first;
    return {
      states: withStatus(foldStates([...seen, ...later.states]), undefined),
      out: joinTexts([first.out, later.out]),
    };
  }

  /** `for x in …`: a round for each word. */
  #runFor(node: Node<"For" | "Select">, state: ShellState, stdin: LazyText): Run {
    const context = this.#expansion(state.env, stdin);
    const values = node.wordlist?.flatMap((word) => expandWord(word, context)) ??
      state.env.params.slice(1);
    let now: States = [{ ...state, env: context.env }];
    const outs: LazyText[] = [];
    for (const value of this.#chooseRounds(state.env.cwd, values)) {
      const next = now.map(({ env, status }) => ({
        env: withVar(env, node.name.value, [value]),
        status,
      }));
      const run = this.runList(node.body.commands, next, stdin);
      outs.push(run.out);
      now = foldStates(run.states);
      if (now.length === 0) break;
    }
    const after = [...now, { ...state, status: undefined }];
    return { states: foldStates(after), out: joinTexts(outs) };
  }

  /**
   * Of very many words, the first, those that are or contain a control file, and one that is unknown
   * for all the others.
   */
  #chooseRounds(cwd: string, values: readonly string[]): readonly string[] {
    if (values.length <= MAX_ROUNDS) return values;
    const telling = values.slice(MAX_ROUNDS)
      .filter((value) => this.#shell.harm.touches(cwd, value, true) !== undefined);
    return [...values.slice(0, MAX_ROUNDS), ...telling.slice(0, MAX_ROUNDS), UNKNOWN];
  }

  /** `case`: the fitting branch, or all that may fit. */
  #runCase(node: Node<"Case">, state: ShellState, stdin: LazyText): Run {
    const context = this.#expansion(state.env, stdin);
    const text = expandOne(node.word, context);
    const runs: Run[] = [];
    let isSure = false;
    for (const { pattern, body } of node.items) {
      const patterns = pattern.map((word) => expandToPattern(word, context));
      const isSeen = isKnown(text) && patterns.every(isKnown);
      const isMet = patterns.some((each) =>
        compilePattern(each, { crossesSlashes: true }).test(text)
      );
      if (isSeen && !isMet) continue;
      runs.push(this.runList(body.commands, [{ ...state, env: context.env }], stdin));
      isSure = isSeen;
      if (isSure) break;
    }
    const after = runs.flatMap((run) => run.states);
    return {
      states: foldStates(isSure ? after : [...after, { ...state, status: undefined }]),
      out: joinTexts(runs.map((run) => run.out)),
    };
  }

  #runCommand(node: Command, state: ShellState, stdin: LazyText): Run {
    const context = this.#expansion(state.env, stdin);
    const argv = node.name === undefined ? [] : expandWord(node.name, context);
    const declared: Assignment[] = [];
    for (const arg of node.args) {
      if (arg.type === "Word") argv.push(...expandWord(arg, context));
      else if (DECLARERS.has(argv[0] ?? "")) declared.push(arg);
      else argv.push(spell(arg, context));
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

  /** What a word needs to be expanded. */
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

  /** Judges a substituted script and gives its output. */
  #capture(part: WordPart & { script: unknown }, env: Env, stdin: LazyText): string {
    const script = part.script as Script | undefined;
    if (script === undefined) return UNKNOWN;
    const state: ShellState = { env, status: undefined };
    const run = this.#shell.nested(() => this.runList(script.commands, [state], stdin));
    if (part.type !== "ProcessSubstitution") return run.out().replace(/\n+$/, "");
    // The output is a file to whoever opens it.
    const stream = `/dev/fd/guard-${++this.#shell.streams}`;
    this.#shell.disk.writeText(stream, run.out(), false);
    return stream;
  }
}

/** The words of a `[[ … ]]`, in which commands may be substituted. */
function wordsOf(test: TestExpression): readonly Word[] {
  switch (test.type) {
    case "TestUnary":
      return [test.operand];
    case "TestBinary":
      return [test.left, test.right];
    case "TestLogical":
      return test.operands.flatMap(wordsOf);
    case "TestNot":
      return wordsOf(test.operand);
    default:
      return wordsOf(test.expression);
  }
}

/** An argument that looks like an assignment (`alias x=y`, `env` after other words). */
function spell(node: Assignment, context: Expansion): string {
  if (node.value.type === "ArrayValue" || node.index !== undefined) return node.text;
  return `${node.name}${node.append === true ? "+" : ""}=${expandOne(node.value, context)}`;
}

function assign(node: Assignment, context: Expansion): Env {
  const { env } = context;
  if (node.index !== undefined) return withVar(env, node.name, [UNKNOWN]);
  const isArray = node.value.type === "ArrayValue";
  const fresh = node.value.type === "ArrayValue"
    ? node.value.elements.flatMap((word) => expandWord(word, context))
    : [expandOne(node.value, context)];
  if (node.append !== true) return withVar(context.env, node.name, fresh);
  const [first = "", ...rest] = env.vars.get(node.name) ?? [];
  const old = env.vars.has(node.name) ? [first, ...rest] : [];
  return withVar(
    context.env,
    node.name,
    isArray ? [...old, ...fresh] : [first + (fresh[0] ?? ""), ...rest],
  );
}

/** Assignments before a command end with it; what the command itself set stays. */
function restoreVars(env: Env, before: Env, names: readonly string[]): Env {
  const vars = new Map(env.vars);
  for (const name of names) {
    const old = before.vars.get(name);
    if (old === undefined) vars.delete(name);
    else vars.set(name, old);
  }
  return { ...env, vars };
}
