/**
 * Verbs as rows: which options take a value, and what happens to the operands. The rows are in
 * `everyday.ts` and `other_rows.ts`; verbs that need more than a row have code in other files here.
 *
 * @module
 */
import type { Call, Outcome, Verb } from "../shell.ts";
import { Options } from "./options.ts";
import { NO_TEXT } from "../words/text.ts";

/** What a command does with its operands. */
type Effect =
  /** Does not change them. */
  | "read"
  | "write"
  | "remove"
  /** Removes them with everything below them. */
  | "remove tree"
  /** Runs them as a command and its arguments, in this shell. */
  | "run"
  /** Runs them in a child process. */
  | "run child"
  /** Runs them as the text of a script. */
  | "run text"
  /** Runs its input as a script. */
  | "run input";

/** Further fields of a row; names are separated by blanks. */
interface More {
  /** Options that take a value. */
  readonly valued?: string;
  /** Number of operands before those with the effect. */
  readonly skips?: number;
  /** Number of operands with the effect (default: all). */
  readonly takes?: number;
  /** Options without which the operands do not change. */
  readonly only?: string;
  /** Options with which the operands do not change. */
  readonly unless?: string;
  /** Options with which a removal is recursive. */
  readonly deep?: string;
  /** Options whose values are files that are written. */
  readonly writes?: string;
  /** Options whose values are scripts that are run. */
  readonly scripts?: string;
  /** Subcommands that have the effect; all others have none. */
  readonly subcommands?: string;
  /** The verb in the reason of a denial. */
  readonly doing?: string;
  /** What the command prints, where that is known: nothing, its input, or its files. */
  readonly prints?: "nothing" | "input" | "files";
}

/** A row: names of the verbs separated by blanks, effect, and further fields. */
export type Row = readonly [names: string, effect: Effect, more?: More];

/** Makes the rules of rows, by name. */
export function compileRows(rows: readonly Row[]): [name: string, verb: Verb][] {
  return rows.flatMap(([names, effect, more]) =>
    names.split(" ").map((name): [string, Verb] => [name, (call) => judgeRow(call, effect, more)])
  );
}

function judgeRow(call: Call, effect: Effect, more: More = {}): Outcome {
  const { subcommands, valued, skips = 0, takes = Infinity, only, unless, deep, doing } = more;
  const [first = ""] = call.args;
  if (subcommands !== undefined && !subcommands.split(" ").includes(first)) return {};
  const args = subcommands === undefined ? call.args : call.args.slice(1);
  const stops = effect === "run" || effect === "run child" || call.name === "watch";
  const options = new Options(args, valued, stops);
  call.write(options.all(more.writes ?? ""));
  for (const script of options.all(more.scripts ?? "")) call.runText(script, call.stdin);
  const operands = options.operands.slice(skips, skips + takes);
  if (!(unless && options.has(unless)) && !(only && !options.has(only))) {
    switch (effect) {
      case "read":
        break;
      case "write":
        call.write(operands, doing);
        break;
      case "remove":
        call.remove(operands, deep !== undefined && options.has(deep), doing);
        break;
      case "remove tree":
        call.remove(operands, true);
        break;
      case "run":
        return call.runArgs(operands, call.stdin);
      case "run child": {
        // `sudo A=b cmd`, or `sudo` without a command.
        const at = operands.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word));
        const argv = operands.slice(at);
        return call.asChild(at < 0 ? call.runText(call.stdin()) : call.runArgs(argv, call.stdin));
      }
      case "run text": {
        const text = operands.join(call.name === "watch" ? " " : "\n");
        return call.asChild(call.runText(text, call.stdin));
      }
      case "run input":
        return call.asChild(call.runText(call.stdin()));
    }
  }
  const { prints } = more;
  if (prints === undefined) return {};
  const out = { nothing: NO_TEXT, input: call.stdin, files: call.input(options.operands) }[prints];
  return { out };
}
