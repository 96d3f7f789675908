/**
 * A shell that runs nothing: it passes each command of a line to the rule of its verb.
 *
 * @module
 */
import { ControlFiles } from "../_control_files.ts";
import { denyUnclear, TooBig } from "../_denial.ts";
import type { GuardContext } from "../context.ts";
import { Harm } from "../_harm.ts";
import { LineDisk } from "../_line_disk.ts";
import { joinPath, lastName } from "../_paths.ts";
import { isRalph, judgeRalph } from "../_ralph_command.ts";
import { Options } from "./verbs/options.ts";
import type { Run, ShellState, Status } from "./words/state.ts";
import { isKnown, lazily, type LazyText, NO_TEXT, UNKNOWN, UNKNOWN_TEXT } from "./words/text.ts";

/** Maximum number of commands judged in one line; each round of a loop counts. */
const MAX_STEPS = 30_000;
/** Commands between two looks at the clock. */
const STEPS_PER_LOOK = 16;
/** Maximum depth of scripts in scripts and functions in functions. */
const MAX_DEPTH = 24;
/** Maximum length of a script (UTF-16 units), and size of files that are read, in bytes. */
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

/** The result of a rule; a missing field means unchanged states, unknown output or unknown status. */
export interface Outcome {
  readonly states?: readonly ShellState[];
  readonly out?: LazyText;
  readonly status?: Status;
}

/** The rule of a verb: throws on harm, and returns what the command does to shell and output. */
export type Verb = (call: Call) => Outcome | void;

/** A function or an alias of the line: judges a call by its words, the name first. */
export type ShellFunction = (argv: readonly string[], state: ShellState, stdin: LazyText) => Run;

/** What a shell works with. */
export interface Tables {
  /** The rules of verbs, by name. */
  readonly verbs: ReadonlyMap<string, Verb>;
  /** Judges a program given by its path, if it is a script. */
  readonly runProgram: (call: Call, path: string) => Outcome | undefined;
  /** Judges a text as a script. */
  readonly runScript: (shell: Shell, text: string, state: ShellState, stdin: LazyText) => Run;
  /** Creates the test whether git ignores a file; loaded only for lines that may need it. */
  readonly createIgnoreTest: typeof import("../git_ignore.ts").createIgnoreTest | undefined;
}

/** The shell of one line. */
export class Shell {
  readonly context: GuardContext;
  readonly disk: LineDisk;
  readonly control: ControlFiles;
  readonly harm: Harm;
  readonly tables: Tables;
  readonly functions = new Map<string, ShellFunction>();
  /** Control files that the line itself adds to git. */
  readonly added = new Set<string>();
  /** Commands of `trap`, by signal. */
  readonly traps = new Map<string, { readonly text: string; readonly state: ShellState }>();
  /** The last argument of the last command: `$_`. */
  lastArg = UNKNOWN;
  /** Number of outputs that were passed as files (`<(cmd)`). */
  streams = 0;
  #steps = 0;
  #depth = 0;

  constructor(context: GuardContext, tables: Tables, line: string) {
    this.context = context;
    this.disk = new LineDisk(context.disk);
    this.control = new ControlFiles(context, this.disk);
    this.harm = new Harm(this.disk, this.control, line);
    this.tables = tables;
  }

  /** Judges a text as a script (`sh -c`, `eval`). */
  runText(text: string, state: ShellState, stdin: LazyText, params = state.env.params): Run {
    if (text.length > MAX_TEXT) throw new TooBig();
    const inner = { ...state, env: { ...state.env, params } };
    return this.nested(() => this.tables.runScript(this, text, inner, stdin));
  }

  /** Judges a command: a function of the line (where they are seen), or a verb. */
  runArgs(argv: readonly string[], state: ShellState, stdin: LazyText, seesFunctions = true): Run {
    this.#countStep();
    const [program = "", ...args] = argv;
    const body = seesFunctions ? this.functions.get(program) : undefined;
    return this.nested(() => {
      if (body !== undefined) return body(argv, state, stdin);
      if (program === "") return { states: [state], out: UNKNOWN_TEXT };
      const call = new Call(lastName(program), args, state, stdin, this);
      const { states, status, out } = this.#judge(call, program) ?? {};
      return { states: states ?? [{ env: state.env, status }], out: out ?? UNKNOWN_TEXT };
    });
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

  #judge(call: Call, program: string): Outcome | void {
    const { name } = call;
    if (isRalph(name)) return judgeRalph(call.args);
    const { verbs, runProgram } = this.tables;
    // `python3.12` is `python`.
    const verb = verbs.get(name) ?? verbs.get(name.replace(/[\d.-]+$/, ""));
    if (verb !== undefined) return verb(call);
    const ran = program.includes("/") ? runProgram(call, program) : undefined;
    if (ran !== undefined) return ran;
    if (!READERS.has(name)) judgeUnknown(call);
  }
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

/** A command with its arguments, expanded. */
export class Call {
  /** The command's name without its folder. */
  readonly name: string;
  readonly args: readonly string[];
  readonly state: ShellState;
  readonly cwd: string;
  readonly stdin: LazyText;
  readonly shell: Shell;

  constructor(
    name: string,
    args: readonly string[],
    state: ShellState,
    stdin: LazyText,
    shell: Shell,
  ) {
    this.name = name;
    this.args = args;
    this.state = state;
    this.cwd = state.env.cwd;
    this.stdin = stdin;
    this.shell = shell;
  }

  /** Parses the arguments; see {@linkcode Options}. */
  options(valued = "", stopsAtOperand = false): Options {
    return new Options(this.args, valued, stopsAtOperand);
  }

  /** Returns the absolute path of an argument. */
  absolute(path: string): string {
    return joinPath(this.cwd, path);
  }

  /** Whether an argument is the path of a folder. */
  isFolder(path: string): boolean {
    const absolute = this.absolute(path);
    return isKnown(absolute) && this.shell.disk.isFolder(absolute);
  }

  /** Returns the text of a file; undefined where it is unknown. */
  text(path: string, maxBytes = MAX_TEXT): string | undefined {
    const absolute = this.absolute(path);
    return isKnown(absolute) ? this.shell.disk.text(absolute, maxBytes) : undefined;
  }

  /** Returns what a filter reads: its files, or its input. */
  input(files: readonly string[], maxBytes?: number): LazyText {
    if (files.length === 0) return this.stdin;
    const read = (file: string) => file === "-" ? this.stdin() : this.text(file, maxBytes);
    return lazily(() => files.map((file) => read(file) ?? UNKNOWN).join(""));
  }

  /** Judges the files that the command writes. */
  write(paths: readonly string[], doing?: string): void {
    for (const path of paths) this.shell.harm.write(this.cwd, path, undefined, doing);
  }

  /** Judges the files that the command removes, with everything below them where `deep`. */
  remove(paths: readonly string[], deep: boolean, doing?: string): void {
    for (const path of paths) this.shell.harm.remove(this.cwd, path, deep, doing);
  }

  /** Judges a text that the command runs as a script in this shell. */
  runText(text: string, stdin: LazyText = NO_TEXT): Run {
    return this.shell.runText(text, this.state, stdin);
  }

  /** Judges another command that the command runs in this shell. */
  runArgs(args: readonly string[], stdin: LazyText = NO_TEXT): Run {
    return this.shell.runArgs(args, this.state, stdin);
  }

  /** Keeps the output of a run in a child process; the state of this shell does not change. */
  asChild(run: Outcome): Outcome {
    return { states: [{ env: this.state.env, status: undefined }], out: run.out ?? UNKNOWN_TEXT };
  }
}
