/**
 * One command, and what the rule of its verb returns.
 *
 * @module
 */
import type { ControlFiles } from "../../_control_files.ts";
import type { GuardContext } from "../../context.ts";
import type { Harm } from "../../_harm.ts";
import type { LineDisk } from "../../_line_disk.ts";
import { joinPath } from "../../_paths.ts";
import type { ShellState, Status } from "../words/state.ts";
import { isKnown, lazily, type LazyText, NO_TEXT, UNKNOWN, UNKNOWN_TEXT } from "../words/text.ts";
import { Options } from "./options.ts";

/** Maximum size of files that are read, in bytes. */
const MAX_FILE_BYTES = 65_536;

/** Creates the test whether git ignores a file. */
export type CreateIgnoreTest = typeof import("../../git_ignore.ts").createIgnoreTest;

/** The result of a run: the possible states, and the output. */
export interface Run {
  readonly states: readonly ShellState[];
  readonly out: LazyText;
}

/** What verbs use of the interpreter. */
export interface ShellContext {
  readonly context: GuardContext;
  readonly disk: LineDisk;
  readonly control: ControlFiles;
  readonly harm: Harm;
  readonly aliases: Map<string, string>;
  /** Control files that the line itself adds to git. */
  readonly added: Set<string>;
  /** The rules of git's ignore files, where they are loaded. */
  readonly createIgnoreTest: CreateIgnoreTest | undefined;
  /** Commands of `trap`, by signal. */
  readonly traps: Map<string, { readonly text: string; readonly state: ShellState }>;
  /** Judges a text as a script (`sh -c`, `eval`). */
  readonly runText: (
    text: string,
    state: ShellState,
    stdin: LazyText,
    params?: readonly string[],
  ) => Run;
  /** Judges a command given as its arguments (`env rm x`, `xargs rm`). */
  readonly runArgs: (
    args: readonly string[],
    state: ShellState,
    stdin: LazyText,
    seesFunctions?: boolean,
  ) => Run;
  /** Whether a text is a valid bash script. */
  readonly isScript: (text: string) => boolean;
}

/** The result of a rule; a missing field means unchanged states, unknown output or unknown status. */
export interface Outcome {
  readonly states?: readonly ShellState[];
  readonly out?: LazyText;
  readonly status?: Status;
}

/** The rule of a verb: throws on harm, and returns what the command does to shell and output. */
export type Verb = (call: Call) => Outcome | void;

/** A command with its arguments, expanded. */
export class Call {
  /** The command's name without its folder. */
  readonly name: string;
  readonly args: readonly string[];
  readonly state: ShellState;
  readonly cwd: string;
  readonly stdin: LazyText;
  readonly shell: ShellContext;

  constructor(
    name: string,
    args: readonly string[],
    state: ShellState,
    stdin: LazyText,
    shell: ShellContext,
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
  text(path: string, maxBytes = MAX_FILE_BYTES): string | undefined {
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
