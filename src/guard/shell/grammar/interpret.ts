/**
 * Walks the grammar of a line as a shell would, without running anything: each command is expanded
 * and handed to its verb's rule, in every state in which it may run.
 *
 * @module
 */
import type { Assignment, Command, CommandNode, CompoundList, Script, WordPart } from "unbash";
import type { ControlFiles } from "../../_control_files.ts";
import { TooBig } from "../../_denial.ts";
import type { Harm } from "../../_harm.ts";
import type { LineDisk } from "../../_line_disk.ts";
import type { GuardContext } from "../../context.ts";
import { DECLARERS, runCommand } from "../verbs/run_command.ts";
import { expandOne, expandWord, type Expansion } from "../words/expand.ts";
import { runList, runNode, type Walker } from "./flow.ts";
import type { Run, ShellContext } from "../verbs/call.ts";
import { parse } from "./parse.ts";
import { route } from "./redirects.ts";
import { type LazyText, NO_TEXT, UNKNOWN, UNKNOWN_TEXT } from "../words/text.ts";
import { type Env, type ShellState, withVar } from "../words/state.ts";

/** Commands judged in one line, loops counted by their rounds. */
const MAX_STEPS = 30_000;
/** Scripts in scripts, functions in functions. */
const MAX_DEPTH = 24;
const MAX_FILE_BYTES = 65_536;

/** A shell that only looks. */
export class Shell implements ShellContext, Walker {
  readonly scene: GuardContext;
  readonly disk: LineDisk;
  readonly control: ControlFiles;
  readonly harm: Harm;
  readonly functions = new Map<string, CommandNode | CompoundList>();
  readonly aliases = new Map<string, string>();
  readonly added = new Set<string>();
  readonly traps = new Map<string, { readonly text: string; readonly state: ShellState }>();
  #steps = 0;
  #depth = 0;
  #streams = 0;
  #lastArg = UNKNOWN;

  constructor(scene: GuardContext, disk: LineDisk, control: ControlFiles, harm: Harm) {
    this.scene = scene;
    this.disk = disk;
    this.control = control;
    this.harm = harm;
  }

  /** Judges a text as a script; see `ShellContext`. */
  runText(text: string, state: ShellState, stdin: LazyText, params?: readonly string[]): Run {
    if (text.length > MAX_FILE_BYTES) throw new TooBig();
    const script = parse(text);
    const env = params === undefined ? state.env : { ...state.env, params };
    // Of a text that is no bash, the shell runs no more than the part that is.
    return this.#nested(() => runList(this, script.commands, [{ ...state, env }], stdin));
  }

  /** Judges a command given as its arguments; see `ShellContext`. */
  runArgs(args: readonly string[], state: ShellState, stdin: LazyText, seesFunctions = true): Run {
    return this.#nested(() =>
      seesFunctions ? this.#dispatch(args, state, stdin) : runCommand(args, state, stdin, this)
    );
  }

  /**
   * Judges what `trap` was given for the shell's end, as things stand there.
   *
   * @param states How they stand; none where the line leaves the shell earlier.
   */
  runTraps(states: readonly ShellState[]): void {
    for (const { text, state } of this.traps.values()) {
      for (const each of states.length > 0 ? states : [state]) this.runText(text, each, NO_TEXT);
    }
  }

  #nested(run: () => Run): Run {
    if (this.#depth >= MAX_DEPTH) return { states: [], out: UNKNOWN_TEXT };
    this.#depth++;
    try {
      return run();
    } finally {
      this.#depth--;
    }
  }

  /** Judges a compound command with redirects; see `Walker`. */
  redirected(
    node: Extract<CommandNode, { type: "Redirected" }>,
    state: ShellState,
    stdin: LazyText,
  ): Run {
    const context = this.expansion(state.env, stdin);
    const routed = route(this, node.redirects, context, stdin);
    const run = runNode(this, node.command, [state], routed.stdin);
    return { ...run, out: routed.finish(run.out) };
  }

  /** Judges a simple command; see `Walker`. */
  command(node: Command, state: ShellState, stdin: LazyText): Run {
    this.#countStep();
    const context = this.expansion(state.env, stdin);
    const argv = node.name === undefined ? [] : expandWord(node.name, context);
    const declared: Assignment[] = [];
    for (const arg of node.args) {
      if (arg.type === "Word") argv.push(...expandWord(arg, context));
      else if (DECLARERS.has(argv[0] ?? "")) declared.push(arg);
      else argv.push(this.#spell(arg, context));
    }
    this.#lastArg = argv.at(-1) ?? UNKNOWN;
    const routed = route(this, node.redirects, context, stdin);
    const before = context.env;
    for (const each of [...node.prefix, ...declared]) {
      if (each.type === "Assignment") context.env = this.#assign(each, context);
    }
    if (argv.length === 0 || declared.length > 0) {
      routed.finish(NO_TEXT);
      // `$(< file)` is the file's text.
      const out = routed.stdin === stdin ? NO_TEXT : routed.stdin;
      if (argv.length === 0) return { states: [{ env: context.env, status: true }], out };
    }
    const run = this.#dispatch(argv, { env: context.env, status: state.status }, routed.stdin);
    const names = declared.length > 0
      ? []
      : node.prefix.flatMap((each) => each.type === "Assignment" ? [each.name] : []);
    const states = names.length === 0
      ? run.states
      : run.states.map((each) => ({ ...each, env: restoreVars(each.env, before, names) }));
    return { states, out: routed.finish(run.out) };
  }

  #dispatch(argv: readonly string[], state: ShellState, stdin: LazyText): Run {
    this.#countStep();
    const body = this.functions.get(argv[0] ?? "");
    if (body === undefined) return runCommand(argv, state, stdin, this);
    const env = { ...state.env, params: argv };
    const run = this.#nested(() => runNode(this, body, [{ ...state, env }], stdin));
    const restore = ({ env, status }: ShellState) => ({
      env: { ...env, params: state.env.params },
      status,
    });
    return { states: run.states.map(restore), out: run.out };
  }

  /** An argument that looks like an assignment (`alias x=y`, `env` after other words). */
  #spell(node: Assignment, context: Expansion): string {
    if (node.value.type === "ArrayValue" || node.index !== undefined) return node.text;
    return `${node.name}${node.append === true ? "+" : ""}=${expandOne(node.value, context)}`;
  }

  #assign(node: Assignment, context: Expansion): Env {
    const { env } = context;
    if (node.index !== undefined) return withVar(env, node.name, [UNKNOWN]);
    const fresh = node.value.type === "ArrayValue"
      ? node.value.elements.flatMap((word) => expandWord(word, context))
      : [expandOne(node.value, context)];
    const old = context.env.vars.get(node.name) ?? [];
    if (node.append !== true) return withVar(context.env, node.name, fresh);
    const joined = node.value.type === "ArrayValue"
      ? [...old, ...fresh]
      : [(old[0] ?? "") + (fresh[0] ?? ""), ...old.slice(1)];
    return withVar(context.env, node.name, joined);
  }

  /** What a word needs to be expanded; see `Walker`. */
  expansion(env: Env, stdin: LazyText): Expansion {
    const lastArg = this.#lastArg;
    const context: Expansion = {
      env,
      disk: this.disk,
      homeDir: this.scene.homeDir,
      lookUp: (name) =>
        name === "HOME" ? this.scene.homeDir : name === "_" ? lastArg : this.scene.env?.(name),
      capture: (part) => this.#capture(part, context.env, stdin),
    };
    return context;
  }

  #capture(part: WordPart & { script: unknown }, env: Env, stdin: LazyText): string {
    const script = part.script as Script | undefined;
    if (script === undefined) return UNKNOWN;
    const state: ShellState = { env, status: undefined };
    const run = this.#nested(() => runList(this, script.commands, [state], stdin));
    if (part.type !== "ProcessSubstitution") return run.out().replace(/\n+$/, "");
    // The output is a file to whoever opens it.
    const stream = `/dev/fd/guard-${++this.#streams}`;
    this.disk.writeText(stream, run.out(), false);
    return stream;
  }

  #countStep(): void {
    this.#steps++;
    const isLate = this.#steps % 16 === 0 && this.scene.nowMs() > this.scene.deadlineMs;
    if (this.#steps > MAX_STEPS || isLate) throw new TooBig();
  }
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
