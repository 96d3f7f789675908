/**
 * A shell that runs nothing: it tracks what a line changes, and passes each command to the rule of
 * its verb in every state in which it may run.
 *
 * @module
 */
import { quoteWord } from "../../text/shell_word.ts";
import { ControlFiles } from "../_control_files.ts";
import { denyUnclear, TooBig } from "../_denial.ts";
import type { GuardContext } from "../context.ts";
import { Harm } from "../_harm.ts";
import { LineDisk } from "../_line_disk.ts";
import { lastName } from "../_paths.ts";
import { isRalph, judgeRalph } from "../_ralph_command.ts";
import { runAndOr, runEach, runList, type Runner, runPipeline } from "./flow.ts";
import type { PlainCommand, PlainLine, readPlain } from "./plain_line.ts";
import { openRedirects } from "./redirects.ts";
import {
  Call,
  type CreateIgnoreTest,
  type Outcome,
  type Run,
  type ShellContext,
  type Verb,
} from "./verbs/call.ts";
import type { ShellState } from "./words/state.ts";
import { type LazyText, NO_TEXT, UNKNOWN, UNKNOWN_TEXT } from "./words/text.ts";

/** Maximum number of commands judged in one line; each round of a loop counts. */
const MAX_STEPS = 30_000;
/** Commands between two looks at the clock. */
const STEPS_PER_LOOK = 16;
/** Maximum depth of scripts in scripts and functions in functions. */
const MAX_DEPTH = 24;
/** Maximum length of a script (UTF-16 units). */
const MAX_TEXT = 65_536;

/** Programs that only read their files, or whose files are on another machine. */
const READERS: ReadonlySet<string> = new Set(
  ("wc stat file diff cmp du df md5sum sha1sum sha256sum cksum nl od hexdump strings less more pg comm " +
    "paste column fold tree eza exa lsd lsof fuser getfacl lsattr batcat most test open xdg-open " +
    "ssh scp docker podman kubectl gh hub osv-scanner trufflehog gitleaks shellcheck tokei cloc scc " +
    "inotifywait entr sqlite3 jsonlint ajv check-jsonschema markdownlint date seq expr sleep id whoami " +
    "uname hostname ps top env printenv locale tput clear reset history nproc free uptime iconv " +
    "sum b2sum base64 base32 join look tsort ptx fmt pr expand unexpand numfmt factor yes nohup")
    .split(" "),
);
/** Words that are likely to be a command among the arguments of an unknown program. */
const TELLING_VERBS = /^(.*\/)?(rm|rmdir|unlink|mv|shred|truncate|tee|dd|ralph)$/;

/** The rules and parsers that are loaded. */
export interface Tables {
  /** The fast reader. */
  readonly readPlain: typeof readPlain;
  /** The rules of verbs, by name. */
  readonly verbs: ReadonlyMap<string, Verb>;
  /** Judges a program given by its path, if it is a script. */
  readonly runProgram?: (call: Call, path: string) => Outcome | undefined;
  /** Judges a text that the fast reader cannot parse; if it is missing, such a text is unknown. */
  readonly runScript?: (shell: Shell, text: string) => Runner;
  readonly isScript?: (text: string) => boolean;
  readonly createIgnoreTest?: CreateIgnoreTest | undefined;
}

/** The shell of one line. */
export class Shell implements ShellContext {
  readonly context: GuardContext;
  readonly disk: LineDisk;
  readonly control: ControlFiles;
  readonly harm: Harm;
  /** The bodies of the line's functions, by name. */
  readonly functions = new Map<string, Runner>();
  readonly aliases = new Map<string, string>();
  readonly createIgnoreTest: CreateIgnoreTest | undefined;
  readonly added = new Set<string>();
  readonly traps = new Map<string, { readonly text: string; readonly state: ShellState }>();
  /** The last argument of the last command: `$_`. */
  lastArg = UNKNOWN;
  /** Number of outputs that were passed as files (`<(cmd)`). */
  streams = 0;
  readonly #tables: Tables;
  #steps = 0;
  #depth = 0;

  constructor(context: GuardContext, tables: Tables) {
    this.context = context;
    this.disk = new LineDisk(context.disk);
    this.control = new ControlFiles(context, this.disk);
    this.harm = new Harm(this.disk, this.control);
    this.createIgnoreTest = tables.createIgnoreTest;
    this.#tables = tables;
  }

  /** Judges a text as a script; see `ShellContext`. */
  runText(text: string, state: ShellState, stdin: LazyText, params?: readonly string[]): Run {
    if (text.length > MAX_TEXT) throw new TooBig();
    const plain = this.#tables.readPlain(text);
    const run = plain?.isLiteral
      ? (states: readonly ShellState[]) => this.runPlain(plain, states, stdin)
      : this.#tables.runScript?.(this, text);
    const env = params === undefined ? state.env : { ...state.env, params };
    return this.nested(() =>
      run?.([{ ...state, env }], stdin) ?? { states: [state], out: UNKNOWN_TEXT }
    );
  }

  /** Judges a command given as its arguments; see `ShellContext`. */
  runArgs(args: readonly string[], state: ShellState, stdin: LazyText, seesFunctions = true): Run {
    return this.nested(() =>
      seesFunctions ? this.dispatch(args, state, stdin) : this.#runCommand(args, state, stdin)
    );
  }

  /** Whether a text is a valid bash script. */
  isScript(text: string): boolean {
    return this.#tables.readPlain(text)?.isLiteral === true ||
      this.#tables.isScript?.(text) === true;
  }

  /**
   * Judges the commands that `trap` runs at the end of the shell.
   *
   * @param states The states at the end; empty where the line leaves the shell earlier.
   */
  runTraps(states: readonly ShellState[]): void {
    for (const { text, state } of this.traps.values()) {
      for (const each of states.length > 0 ? states : [state]) this.runText(text, each, NO_TEXT);
    }
  }

  /** Judges a line that the fast reader parsed. */
  runPlain({ statements }: PlainLine, states: readonly ShellState[], stdin: LazyText): Run {
    const runCommand = (command: PlainCommand): Runner => (now, input) =>
      runEach(now, (state) => this.#runPlainCommand(command, state, input));
    const lists = statements.map(({ pipelines, operators }) => {
      const parts = pipelines.map((commands): Runner => {
        const runners = commands.map(runCommand);
        return (now, input) => runPipeline(runners, now, input);
      });
      return {
        run: (now: readonly ShellState[], input: LazyText) =>
          runAndOr(parts, operators, now, input),
      };
    });
    return runList(lists, states, stdin);
  }

  #runPlainCommand({ argv, redirects }: PlainCommand, state: ShellState, stdin: LazyText): Run {
    this.lastArg = argv.at(-1) ?? UNKNOWN;
    if (redirects.length === 0) return this.dispatch(argv, state, stdin);
    const opened = openRedirects(this, redirects, state.env.cwd, stdin);
    const run = this.dispatch(argv, state, opened.stdin);
    return { ...run, out: opened.finish(run.out) };
  }

  /** Judges a command: a function of the line, or a verb. */
  dispatch(argv: readonly string[], state: ShellState, stdin: LazyText): Run {
    this.#countStep();
    const body = this.functions.get(argv[0] ?? "");
    if (body === undefined) return this.#runCommand(argv, state, stdin);
    const { params } = state.env;
    const run = this.nested(() => body([{ ...state, env: { ...state.env, params: argv } }], stdin));
    return {
      ...run,
      states: run.states.map(({ env, status }) => ({ env: { ...env, params }, status })),
    };
  }

  /** Judges something one level deeper; beyond the maximum depth it is unknown. */
  nested(run: () => Run): Run {
    if (this.#depth >= MAX_DEPTH) return { states: [], out: UNKNOWN_TEXT };
    this.#depth++;
    try {
      return run();
    } finally {
      this.#depth--;
    }
  }

  #countStep(): void {
    this.#steps++;
    const isLate = this.#steps % STEPS_PER_LOOK === 0 &&
      this.context.nowMs() > this.context.deadlineMs;
    if (this.#steps > MAX_STEPS || isLate) throw new TooBig();
  }

  #runCommand([program = "", ...args]: readonly string[], state: ShellState, stdin: LazyText): Run {
    if (program === "") return { states: [state], out: UNKNOWN_TEXT };
    const call = new Call(lastName(program), args, state, stdin, this);
    const { states, status, out } = this.#judge(call, program) ?? {};
    return { states: states ?? [{ env: state.env, status }], out: out ?? UNKNOWN_TEXT };
  }

  #judge(call: Call, program: string): Outcome | void {
    const { name, args } = call;
    if (isRalph(name)) return judgeRalph(args);
    const alias = this.aliases.get(program);
    if (alias !== undefined) {
      this.aliases.delete(program);
      const run = call.runText([alias, ...args.map(quoteWord)].join(" "), call.stdin);
      this.aliases.set(program, alias);
      return run;
    }
    const { verbs, runProgram } = this.#tables;
    const verb = verbs.get(name) ?? verbs.get(withoutVersion(name));
    if (verb !== undefined) return verb(call);
    const ran = program.includes("/") ? runProgram?.(call, program) : undefined;
    if (ran !== undefined) return ran;
    if (!READERS.has(name)) judgeUnknown(call);
  }
}

/**
 * Removes the version from the name of a program.
 *
 * @example An interpreter of a minor version
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(withoutVersion("python3.12"), "python");
 * ```
 */
export function withoutVersion(name: string): string {
  return name.replace(/[\d.-]+$/, "");
}

/**
 * Judges a program without a rule: it is refused if an argument names a control file, and a command
 * among its arguments is judged too (`somewrapper rm -rf .claude`).
 */
function judgeUnknown(call: Call): void {
  for (const arg of call.args) {
    if (arg === UNKNOWN) continue;
    const path = arg.startsWith("-") ? /=(.+)$/.exec(arg)?.[1] : arg;
    const label = path === undefined ? undefined : call.shell.harm.touches(call.cwd, path, false);
    if (label === undefined) continue;
    const isLiteral = !call.name.includes(UNKNOWN);
    throw denyUnclear(isLiteral ? `\`${call.name}\`` : "a command that is not written out", label);
  }
  const at = call.args.findIndex((arg) => TELLING_VERBS.test(arg));
  if (at >= 0) call.runArgs(call.args.slice(at), call.stdin);
}
