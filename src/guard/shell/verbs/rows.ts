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
  let args = call.args;
  if (more.subcommands !== undefined) {
    if (!more.subcommands.split(" ").includes(args[0] ?? "")) return {};
    args = args.slice(1);
  }
  const stops = effect === "run" || effect === "run child" || call.name === "watch";
  const options = new Options(args, more.valued, stops);
  const skips = more.skips ?? 0;
  const operands = options.operands.slice(skips, skips + (more.takes ?? Infinity));
  if (more.writes !== undefined) call.write(options.all(more.writes));
  const scripts = options.all(more.scripts ?? "");
  for (const script of scripts) call.runText(script, call.stdin);
  const isUnchanged = more.unless !== undefined && options.has(more.unless) ||
    more.only !== undefined && !options.has(more.only);
  const run = isUnchanged ? undefined : affect(call, effect, more, operands, options);
  if (run !== undefined) return run;
  if (more.prints === undefined) return {};
  const printed = { nothing: NO_TEXT, input: call.stdin, files: call.input(options.operands) };
  return { out: printed[more.prints] };
}

function affect(
  call: Call,
  effect: Effect,
  { deep, doing }: More,
  operands: readonly string[],
  options: Options,
): Outcome | undefined {
  switch (effect) {
    case "read":
      return undefined;
    case "write":
      return void call.write(operands, doing);
    case "remove":
      return void call.remove(operands, deep !== undefined && options.has(deep), doing);
    case "remove tree":
      return void call.remove(operands, true);
    case "run":
      return call.runArgs(operands, call.stdin);
    case "run child": {
      // `sudo A=b cmd`, or `sudo` without a command.
      const at = operands.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word));
      return call.asChild(
        at < 0 ? call.runText(call.stdin()) : call.runArgs(operands.slice(at), call.stdin),
      );
    }
    case "run text":
      return call.asChild(
        call.runText(operands.join(call.name === "watch" ? " " : "\n"), call.stdin),
      );
    case "run input":
      return call.asChild(call.runText(call.stdin()));
  }
}
