/**
 * Walks the grammar of a line as a shell would, without running anything: each command is expanded
 * and handed to its verb's rule, in every world in which it may run.
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
import type { ControlFiles } from "../_control_files.ts";
import { denyTooBig, denyUnreadable } from "../_denial.ts";
import { couldHarm } from "../_filter.ts";
import type { Harm } from "../_harm.ts";
import type { LineDisk } from "../_line_disk.ts";
import { isWithin } from "../_paths.ts";
import type { Scene } from "../scene.ts";
import { DECLARERS, runCommand } from "./_commands.ts";
import { expandOne, expandQuoted, expandToPattern, expandWord, type Expansion } from "./_expand.ts";
import { compilePattern } from "./_glob.ts";
import type { Run, ShellApi } from "./_invocation.ts";
import {
  HOLE,
  isSeenWhole,
  joinTexts,
  lazily,
  type LazyText,
  NO_TEXT,
  UNKNOWN_TEXT,
} from "./_text.ts";
import { type Env, foldWorlds, type Status, widen, withVar, type World } from "./_world.ts";

/** Commands judged in one line, loops counted by their rounds. */
const MAX_STEPS = 30_000;
/** Scripts in scripts, functions in functions. */
const MAX_DEPTH = 24;
const MAX_FILE_BYTES = 65_536;
const WRITING = new Set([">", ">>", ">|", "&>", "&>>", "<>", ">&"]);

/** A shell that only looks. */
export class Shell implements ShellApi {
  readonly scene: Scene;
  readonly disk: LineDisk;
  readonly ours: ControlFiles;
  readonly harm: Harm;
  readonly functions = new Map<string, CommandNode | CompoundList>();
  readonly aliases = new Map<string, string>();
  readonly added = new Set<string>();
  #steps = 0;
  #depth = 0;
  #streams = 0;
  #lastArg = HOLE;

  constructor(scene: Scene, disk: LineDisk, ours: ControlFiles, harm: Harm) {
    this.scene = scene;
    this.disk = disk;
    this.ours = ours;
    this.harm = harm;
  }

  /** Judges a text as a script; see `ShellApi`. */
  runText(text: string, world: World, stdin: LazyText, params?: readonly string[]): Run {
    if (text.length > MAX_FILE_BYTES) throw denyTooBig();
    const script = parse(text);
    const env = params === undefined ? world.env : { ...world.env, params };
    const run = this.#nested(() => this.#list(script.commands, [{ ...world, env }], stdin));
    const problem = script.errors?.[0]?.message;
    if (problem !== undefined && couldHarm(text)) throw denyUnreadable(problem);
    return run;
  }

  /** Judges a command given as its arguments; see `ShellApi`. */
  runArgs(args: readonly string[], world: World, stdin: LazyText, seesFunctions = true): Run {
    return this.#nested(() =>
      seesFunctions ? this.#dispatch(args, world, stdin) : runCommand(args, world, stdin, this)
    );
  }

  #nested(run: () => Run): Run {
    if (this.#depth >= MAX_DEPTH) return { worlds: [], out: UNKNOWN_TEXT };
    this.#depth++;
    try {
      return run();
    } finally {
      this.#depth--;
    }
  }

  #list(statements: readonly Statement[], worlds: readonly World[], stdin: LazyText): Run {
    const outs: LazyText[] = [];
    let now = worlds;
    for (const { command, background } of statements) {
      if (now.length === 0) break;
      const run = this.#andOr(command, now, stdin);
      outs.push(run.out);
      now = background === true ? now : run.worlds;
    }
    return { worlds: now, out: joinTexts(outs) };
  }

  #andOr(
    node: PipelineNode | Statement["command"],
    worlds: readonly World[],
    stdin: LazyText,
  ): Run {
    if (node.type !== "AndOr") return this.#pipeline(node, worlds, stdin);
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
      const run = go.length === 0 ? { worlds: [], out: NO_TEXT } : this.#pipeline(part, go, stdin);
      outs.push(run.out);
      now = foldWorlds([...run.worlds, ...stay]);
    }
    return { worlds: now, out: joinTexts(outs) };
  }

  #pipeline(node: PipelineNode, worlds: readonly World[], stdin: LazyText): Run {
    if (node.type !== "Pipeline") return this.#node(node, worlds, stdin);
    const isNegated = node.prefixes.filter(({ type }) => type === "Negation").length % 2 === 1;
    const negate = (world: World): World => ({
      ...world,
      status: world.status === undefined || !isNegated ? world.status : !world.status,
    });
    const [only] = node.commands;
    if (node.commands.length === 1 && only !== undefined) {
      const run = this.#node(only, worlds, stdin);
      return { ...run, worlds: run.worlds.map(negate) };
    }
    let out = stdin;
    let last: readonly World[] = worlds;
    for (const part of node.commands) {
      const run = this.#node(part, worlds, out);
      out = lazily(run.out);
      last = run.worlds;
    }
    const [status, ...others] = [...new Set(last.map((world) => world.status))];
    const ended = others.length === 0 ? status : undefined;
    return { worlds: worlds.map((world) => negate({ ...world, status: ended })), out };
  }

  #node(node: CommandNode | CompoundList, worlds: readonly World[], stdin: LazyText): Run {
    switch (node.type) {
      case "Command":
        return this.#each(worlds, (world) => this.#command(node, world, stdin));
      case "Redirected":
        return this.#each(worlds, (world) => this.#redirected(node, world, stdin));
      case "CompoundList":
        return this.#list(node.commands, worlds, stdin);
      case "BraceGroup":
        return this.#list(node.body.commands, worlds, stdin);
      case "Subshell": {
        const run = this.#list(node.body.commands, worlds, stdin);
        return { worlds: forget(worlds), out: run.out };
      }
      case "Coproc": {
        const run = this.#node(node.body, worlds, UNKNOWN_TEXT);
        return { worlds: forget(worlds), out: run.out };
      }
      case "If":
        return this.#choice(
          [{ clause: node.clause, then: node.then }, ...node.elif],
          node.else,
          worlds,
          stdin,
        );
      case "While":
        return this.#repeat(node.clause, node.body, worlds, stdin);
      case "ArithmeticFor":
        return this.#repeat(undefined, node.body, worlds, stdin);
      case "For":
      case "Select":
        return this.#each(worlds, (world) => this.#for(node, world, stdin));
      case "Case":
        return this.#each(worlds, (world) => this.#case(node, world, stdin));
      case "Function":
        this.functions.set(node.name.value, node.body);
        return { worlds: settle(worlds, true), out: NO_TEXT };
      case "TestCommand":
        this.#lookInto(node.expression, worlds);
        return { worlds: forget(worlds), out: NO_TEXT };
      case "ArithmeticCommand":
        for (const world of worlds) {
          if (/\$\([^(]|`/.test(node.body)) this.runText(node.body, world, NO_TEXT);
        }
        return { worlds: forget(worlds), out: NO_TEXT };
    }
  }

  #each(worlds: readonly World[], run: (world: World) => Run): Run {
    const [only] = worlds;
    if (worlds.length === 1 && only !== undefined) return run(only);
    const runs = worlds.map(run);
    return {
      worlds: foldWorlds(runs.flatMap((each) => each.worlds)),
      out: runs[0]?.out ?? NO_TEXT,
    };
  }

  #choice(
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
      const tested = this.#list(clause.commands, now, stdin).worlds;
      const taken = this.#list(then.commands, tested.filter((w) => w.status !== false), stdin);
      ends.push(...taken.worlds);
      outs.push(taken.out);
      now = tested.filter(({ status }) => status !== true);
    }
    const rest = otherwise === undefined
      ? { worlds: settle(now, true), out: NO_TEXT }
      : this.#list(otherwise.commands, now, stdin);
    return { worlds: foldWorlds([...ends, ...rest.worlds]), out: joinTexts([...outs, rest.out]) };
  }

  #repeat(
    clause: CompoundList | undefined,
    body: CompoundList,
    worlds: readonly World[],
    stdin: LazyText,
  ): Run {
    const round = (from: readonly World[]) => {
      const tested = clause === undefined ? from : this.#list(clause.commands, from, stdin).worlds;
      return this.#list(body.commands, tested, stdin);
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

  #for(
    node: Extract<CommandNode, { type: "For" | "Select" }>,
    world: World,
    stdin: LazyText,
  ): Run {
    const context = this.#expansion(world.env, stdin);
    const values = node.wordlist?.flatMap((word) => expandWord(word, context)) ??
      world.env.params.slice(1);
    let now: readonly World[] = [{ ...world, env: context.env }];
    const outs: LazyText[] = [];
    for (const value of values) {
      const next = now.map(({ env, status }) => ({
        env: withVar(env, node.name.value, [value]),
        status,
      }));
      const run = this.#list(node.body.commands, next, stdin);
      outs.push(run.out);
      now = foldWorlds(run.worlds);
      if (now.length === 0) break;
    }
    return { worlds: foldWorlds([...now, ...forget([world])]), out: joinTexts(outs) };
  }

  #case(node: Extract<CommandNode, { type: "Case" }>, world: World, stdin: LazyText): Run {
    const context = this.#expansion(world.env, stdin);
    const text = expandOne(node.word, context);
    const runs: Run[] = [];
    let isSettled = false;
    for (const { pattern, body } of node.items) {
      const patterns = pattern.map((word) => expandToPattern(word, context));
      const isSeen = isSeenWhole(text) && patterns.every(isSeenWhole);
      const fits = patterns.some((each) =>
        compilePattern(each, { crossesSlashes: true }).test(text)
      );
      if (isSeen && !fits) continue;
      runs.push(this.#list(body.commands, [{ ...world, env: context.env }], stdin));
      isSettled = isSeen;
      if (isSettled) break;
    }
    const after = runs.flatMap((run) => run.worlds);
    return {
      worlds: foldWorlds(isSettled ? after : [...after, ...forget([world])]),
      out: joinTexts(runs.map((run) => run.out)),
    };
  }

  #lookInto(test: TestExpression, worlds: readonly World[]): void {
    const words = (each: TestExpression): readonly Word[] =>
      each.type === "TestUnary"
        ? [each.operand]
        : each.type === "TestBinary"
        ? [each.left, each.right]
        : each.type === "TestLogical"
        ? each.operands.flatMap(words)
        : words(each.type === "TestNot" ? each.operand : each.expression);
    for (const { env } of worlds) {
      for (const word of words(test)) expandToPattern(word, this.#expansion(env, NO_TEXT));
    }
  }

  #redirected(
    node: Extract<CommandNode, { type: "Redirected" }>,
    world: World,
    stdin: LazyText,
  ): Run {
    const context = this.#expansion(world.env, stdin);
    const routed = this.#route(node.redirects, context, stdin);
    const run = this.#node(node.command, [world], routed.stdin);
    return { ...run, out: routed.finish(run.out) };
  }

  #command(node: Command, world: World, stdin: LazyText): Run {
    this.#countStep();
    const context = this.#expansion(world.env, stdin);
    const argv = node.name === undefined ? [] : expandWord(node.name, context);
    const declared: Assignment[] = [];
    for (const arg of node.args) {
      if (arg.type === "Word") argv.push(...expandWord(arg, context));
      else if (DECLARERS.has(argv[0] ?? "")) declared.push(arg);
      else argv.push(this.#spell(arg, context));
    }
    this.#lastArg = argv.at(-1) ?? HOLE;
    const routed = this.#route(node.redirects, context, stdin);
    const before = context.env;
    for (const each of [...node.prefix, ...declared]) {
      if (each.type === "Assignment") context.env = this.#assign(each, context);
    }
    if (argv.length === 0 || declared.length > 0) {
      routed.finish(NO_TEXT);
      // `$(< file)` is the file's text.
      const out = routed.stdin === stdin ? NO_TEXT : routed.stdin;
      if (argv.length === 0) return { worlds: [{ env: context.env, status: true }], out };
    }
    const run = this.#dispatch(argv, { env: context.env, status: world.status }, routed.stdin);
    const names = declared.length > 0
      ? []
      : node.prefix.flatMap((each) => each.type === "Assignment" ? [each.name] : []);
    const worlds = names.length === 0
      ? run.worlds
      : run.worlds.map((each) => ({ ...each, env: restoreVars(each.env, before, names) }));
    return { worlds, out: routed.finish(run.out) };
  }

  #dispatch(argv: readonly string[], world: World, stdin: LazyText): Run {
    this.#countStep();
    const body = this.functions.get(argv[0] ?? "");
    if (body === undefined) return runCommand(argv, world, stdin, this);
    const env = { ...world.env, params: argv };
    const run = this.#nested(() => this.#node(body, [{ ...world, env }], stdin));
    const restore = ({ env, status }: World) => ({
      env: { ...env, params: world.env.params },
      status,
    });
    return { worlds: run.worlds.map(restore), out: run.out };
  }

  /** An argument that looks like an assignment (`alias x=y`, `env` after other words). */
  #spell(node: Assignment, context: Expansion): string {
    if (node.value.type === "ArrayValue" || node.index !== undefined) return node.text;
    return `${node.name}${node.append === true ? "+" : ""}=${expandOne(node.value, context)}`;
  }

  #assign(node: Assignment, context: Expansion): Env {
    const { env } = context;
    if (node.index !== undefined) return withVar(env, node.name, [HOLE]);
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

  /** Opens the redirects: where stdin comes from, and which files the output goes to. */
  #route(
    redirects: readonly Redirection[],
    context: Expansion,
    stdin: LazyText,
  ): { stdin: LazyText; finish: (out: LazyText) => LazyText } {
    if (redirects.length === 0) return { stdin, finish: (out) => out };
    const cwd = context.env.cwd;
    const targets: { path: string; appends: boolean; isOutput: boolean }[] = [];
    let input = stdin;
    for (const each of redirects) {
      if (each.type === "HereDoc") {
        const { parts, text } = each.body;
        const said = parts === undefined ? text : expandQuoted(parts, context);
        input = () => said;
        continue;
      }
      if (each.target === undefined) continue;
      if (each.type === "HereString") {
        const said = `${expandOne(each.target, context)}\n`;
        input = () => said;
        continue;
      }
      for (const path of expandWord(each.target, context)) {
        if (each.operator === ">&" && /^(\d+|-)$/.test(path)) continue;
        const isSeen = isSeenWhole(path) && isSeenWhole(cwd);
        if (WRITING.has(each.operator)) {
          const fd = each.descriptor?.type === "FileDescriptor" ? each.descriptor.value : 1;
          const appends = each.operator.includes(">>") || each.operator === "<>";
          targets.push({ path, appends, isOutput: fd === 1 && each.operator !== "<>" });
        } else if (each.operator === "<") {
          input = isSeen
            ? lazily(() =>
              this.disk.text(path.startsWith("/") ? path : `${cwd}/${path}`, MAX_FILE_BYTES) ?? HOLE
            )
            : UNKNOWN_TEXT;
        }
      }
    }
    const finish = (out: LazyText) => {
      for (const { path, appends, isOutput } of targets) {
        const text = isOutput ? lazily(out) : UNKNOWN_TEXT;
        this.harm.write(cwd, path, appends ? undefined : text);
        this.#keep(cwd, path, text, appends);
      }
      return targets.some(({ isOutput }) => isOutput) ? NO_TEXT : out;
    };
    return { stdin: input, finish };
  }

  /** Remembers what the line itself writes, so that a script it makes and runs is judged too. */
  #keep(cwd: string, path: string, text: LazyText, appends: boolean): void {
    const whole = path.startsWith("/") ? path : `${cwd}/${path}`;
    if (!isSeenWhole(whole) || text === UNKNOWN_TEXT || isWithin(whole, "/dev")) return;
    this.disk.writeText(whole, text(), appends);
  }

  #expansion(env: Env, stdin: LazyText): Expansion {
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
    if (script === undefined) return HOLE;
    const world: World = { env, status: undefined };
    const run = this.#nested(() => this.#list(script.commands, [world], stdin));
    if (part.type !== "ProcessSubstitution") return run.out().replace(/\n+$/, "");
    // The output is a file to whoever opens it.
    const stream = `/dev/fd/guard-${++this.#streams}`;
    this.disk.writeText(stream, run.out(), false);
    return stream;
  }

  #countStep(): void {
    this.#steps++;
    const isLate = this.#steps % 16 === 0 && this.scene.nowMs() > this.scene.deadlineMs;
    if (this.#steps > MAX_STEPS || isLate) throw denyTooBig();
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

function forget(worlds: readonly World[]): readonly World[] {
  return settle(worlds, undefined);
}

function settle(worlds: readonly World[], status: Status): readonly World[] {
  return worlds.map((world) => world.status === status ? world : { ...world, status });
}
