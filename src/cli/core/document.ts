/** What a command returns, and how the frame prints it. */
import type { Layout, Output } from "./output.ts";

/** A result with both of its forms: for programs, and for people. */
export interface CommandDocument {
  /** What `--json` prints; `schema_version` is put before it. */
  readonly value: object;
  /** Renders the text for a person; empty prints nothing. */
  readonly render: (layout: Layout) => string;
  readonly printing: Printing;
}

/** How a document is printed, if not as usual. */
export interface Printing {
  /** The exit code, by default 0. */
  readonly exitCode?: number;
  /** Lines for a person that go to stderr, after the text. */
  readonly notes?: readonly string[];
  /** Whether the text is pasted or piped: its wide lines are not wrapped. */
  readonly isData?: boolean;
}

/** A document; a text that is printed as it is; or an exit code, if the command has written itself. */
export type CommandResult = CommandDocument | string | number;

/**
 * Makes the document that a command returns. The frame prints it: as text, or as JSON if the
 * command has {@linkcode JSON_OPTION} among its options and `--json` is given. So a command reads no
 * `options.json`, writes nothing on stdout itself, and returns no exit code beside it.
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
 * What is wrong is thrown as an error with a hint, for both forms. What a person reads beside the
 * result is a note; in the value it is a field. A command that streams (`run`, `status --watch`,
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
