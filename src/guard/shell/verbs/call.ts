/**
 * One command as it would be run, and what a verb's rule may say about it.
 *
 * @module
 */
import type { ControlFiles } from "../../_control_files.ts";
import type { Harm } from "../../_harm.ts";
import type { LineDisk } from "../../_line_disk.ts";
import type { GuardContext } from "../../context.ts";
import { joinPath } from "../../_paths.ts";
import type { LazyText } from "../words/text.ts";
import type { ShellState, Status } from "../words/state.ts";

/** What comes out of running something: how things may stand, and the output. */
export interface Run {
  readonly states: readonly ShellState[];
  readonly out: LazyText;
}

/** What verbs may ask of the interpreter. */
export interface ShellContext {
  readonly scene: GuardContext;
  readonly disk: LineDisk;
  readonly control: ControlFiles;
  readonly harm: Harm;
  readonly functions: Map<string, unknown>;
  readonly aliases: Map<string, string>;
  /** Files of control that the line itself puts under git. */
  readonly added: Set<string>;
  /** What `trap` was given, by signal. */
  readonly traps: Map<string, { readonly text: string; readonly state: ShellState }>;
  /** Judges a text as a script of its own (`sh -c`, `eval`). */
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
}

/** A command with its arguments, expanded. */
export interface Invocation {
  /** The command's name without its folder. */
  readonly name: string;
  readonly args: readonly string[];
  readonly state: ShellState;
  readonly cwd: string;
  readonly stdin: LazyText;
  readonly shell: ShellContext;
}

/** What a verb's rule says; what it leaves out stays as it was or is unknown. */
export interface Outcome {
  readonly states?: readonly ShellState[];
  readonly out?: LazyText;
  readonly status?: Status;
}

/** A verb's rule: reports harm by throwing, and says what the command does to shell and output. */
export type Verb = (call: Invocation) => Outcome | void;

/** The absolute path of an argument. */
export function absolute(call: Invocation, path: string): string {
  return joinPath(call.cwd, path);
}
