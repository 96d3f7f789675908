/** The result of a command, and how it is printed. */
import type { Layout, Output } from "./output.ts";

/** A result with both of its forms: for programs, and for people. */
export interface CommandDocument {
  /** The value that `--json` prints, after a `schema_version`. */
  readonly value: object;
  /** Renders the text for a person; an empty text prints nothing. */
  readonly render: (layout: Layout) => string;
  readonly printing: Printing;
}

/** Deviations from the usual way of printing a document. */
export interface Printing {
  /** The exit code. Default: 0. */
  readonly exitCode?: number;
  /** Lines for a person, on stderr after the text. */
  readonly notes?: readonly string[];
  /** Whether the text is meant for pasting or piping, so that wide lines are not wrapped. */
  readonly isData?: boolean;
}

/** A document, a text that is printed unchanged, or the exit code of a command that wrote its own output. */
export type CommandResult = CommandDocument | string | number;

/**
 * Makes the document that a command returns. The dispatcher prints it as text, or as JSON if the
 * command has {@linkcode JSON_OPTION} among its options and `--json` is given. Therefore a command
 * does not read `options.json`, write on stdout or return an exit code in addition.
 *
 * ```ts ignore
 * run: (context, { args: { key }, options }) => {
 *   const { path } = targetOf(context, options.global);
 *   const isRemoved = unsetSetting(path, key);
 *   return show({ key, removed: isRemoved, path }, ({ removed }) =>
 *     removed ? `Removed ${key} from "${path}".` : `Nothing to do: ${key} is not in "${path}".`);
 * },
 * ```
 *
 * For both forms, failures are thrown as errors with a hint. Additional remarks are notes for a
 * person and fields in the value. A command that streams (`run`, `status --watch`,
 * `history --follow`) writes on `context.out` and returns its exit code.
 *
 * @param value Names in snake case, instants in ISO 8601.
 * @param render Renders the value; called only if text is printed.
 */
export function show<Value extends object>(
  value: Value,
  render: (value: Value, layout: Layout) => string,
  printing: Printing = {},
): CommandDocument {
  return { value, render: (layout) => render(value, layout), printing };
}

/** Prints what a command returned. @returns The exit code. */
export function printResult(out: Output, result: CommandResult, asJson: boolean): number {
  if (typeof result === "number") return result;
  if (typeof result === "string") {
    out.data(result);
    return 0;
  }
  const { value, render, printing: { exitCode = 0, notes = [], isData = false } } = result;
  if (asJson) {
    out.json({ ...value });
    return exitCode;
  }
  const text = render({ width: out.width, style: out.style });
  if (text !== "") (isData ? out.data : out.text)(text);
  for (const note of notes) out.say(note);
  return exitCode;
}
