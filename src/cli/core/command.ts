/**
 * A command as plain data, from which parsing, help, completions and the documentation are made.
 * It does nothing until its `run` is called.
 */
import type { CommandContext } from "./context.ts";
import type { CommandResult } from "./document.ts";
import type { TermRow } from "./text_layout.ts";

/**
 * The value of each type of option. A `duration` is parsed to seconds, `hours` are a number or a
 * duration with its unit, and a `list` may be given repeatedly.
 */
interface ValueTypes {
  string: string;
  number: number;
  integer: number;
  boolean: boolean;
  duration: number;
  hours: number;
  list: readonly string[];
}

/** A kind of value that the shell completes by itself. */
export type ShellSource = "file" | "markdown" | "folder" | "program";

/** A kind of value that completion can offer for an option or argument. */
type ValueSource = ShellSource | "setting" | "setting-value";

/** The common part of an option and an argument. */
interface ValueSpec {
  readonly name: string;
  /** Its effect in one line; the help adds default, choices and environment variable. */
  readonly help: string;
  readonly choices?: readonly string[];
  /** Values that completion offers, if others are possible too. */
  readonly suggested?: readonly string[];
  /** The kind of its values; by default {@linkcode valuesOf} derives it from the name in the help. */
  readonly values?: ValueSource;
}

/** An option of a command, from which parsing, help and hints are made. */
export interface OptionSpec extends ValueSpec {
  readonly alias?: string;
  /** Names of the same option in other programs. They are refused, with a hint at this name. */
  readonly synonyms?: readonly string[];
  readonly type: keyof ValueTypes;
  /** The environment variable that is read if the option is not given. */
  readonly env?: string;
  readonly default?: string | number;
  /** The default as the help shows it, if it is not a value of the option. */
  readonly defaultText?: string;
  /** The minimum of a number, an integer or a duration. */
  readonly min?: number;
  /** Whether a number may be `none`, which removes a limit of the configuration or of a resumed run. */
  readonly isNullable?: true;
  /** The name of the value in the help; by default derived from the type. */
  readonly valueName?: string;
}

/** Names the value of an option in help and hints. */
export function valueNameOf({ type, valueName }: OptionSpec): string {
  if (valueName !== undefined) return valueName;
  if (type === "hours") return "HOURS";
  if (type === "duration") return "DURATION";
  return type === "number" || type === "integer" ? "N" : "TEXT";
}

/** Describes an option without a value. */
export function flag<const Name extends string>(
  name: Name,
  help: string,
  more: Pick<OptionSpec, "alias" | "defaultText" | "synonyms"> = {},
): OptionSpec & { readonly name: Name; readonly type: "boolean" } {
  return { name, type: "boolean", help, ...more };
}

/** The option that prints the result as JSON, for a command whose `run` returns a document. */
export const JSON_OPTION = flag("json", "Print the result as JSON");

/** A positional argument of a command. */
export interface PositionalSpec extends ValueSpec {
  readonly required?: boolean;
  /** The command that lists its values, as words. */
  readonly listedBy?: readonly string[];
  /** Whether it takes all remaining words; only for the last argument. */
  readonly variadic?: boolean;
}

/** The kinds of values by their name in the help. */
const VALUES_BY_NAME: Readonly<Record<string, ValueSource>> = {
  COMMAND: "program",
  DIR: "folder",
  FILE: "file",
  FOLDER: "folder",
  KEY: "setting",
  PATH: "file",
  PLAN: "markdown",
};

/**
 * Returns the kind of an option's or argument's values.
 *
 * @returns Null if any text may be given.
 */
export function valuesOf(spec: OptionSpec | PositionalSpec): ValueSource | null {
  const name = "type" in spec ? valueNameOf(spec) : spec.name.toUpperCase();
  return spec.values ?? VALUES_BY_NAME[name] ?? null;
}

/** A name of the top level, and a loader of its command. */
export interface CommandEntry {
  readonly name: string;
  /** The command's own summary, for the list of all commands. */
  readonly summary: string;
  /** The part of the help that lists it; absent for commands that only machines call. */
  readonly group?: "everyday" | "more" | undefined;
  /** Loads the command lazily, so that no command pays for another. */
  readonly load: () => Promise<{ readonly command: Command }>;
}

type OneOf<Spec extends OptionSpec> = Spec extends
  { readonly type: "string"; readonly choices: readonly (infer Choice)[] } ? Choice
  : ValueTypes[Spec["type"]];

type ValueOfOption<Spec extends OptionSpec> =
  | OneOf<Spec>
  | (Spec extends { readonly default: unknown } | { readonly type: "boolean" | "list" } ? never
    : undefined);

type ArgumentOf<Spec extends PositionalSpec> = Spec extends { readonly variadic: true }
  ? readonly string[]
  : Spec extends { readonly required: true } ? string
  : string | undefined;

/** The values of a command's options by name: absent booleans are false, absent lists empty. */
export type OptionValues<Options extends readonly OptionSpec[]> = {
  readonly [Spec in Options[number] as Spec["name"]]: ValueOfOption<Spec>;
};

type ArgumentValues<Args extends readonly PositionalSpec[]> = {
  readonly [Spec in Args[number] as Spec["name"]]: ArgumentOf<Spec>;
};

/** The values that a command line gives to a command's arguments and options. */
export interface Parsed<
  Args extends readonly PositionalSpec[] = readonly PositionalSpec[],
  Options extends readonly OptionSpec[] = readonly OptionSpec[],
> {
  readonly args: ArgumentValues<Args>;
  readonly options: OptionValues<Options>;
  /** Names of the options that the user gave, on the command line or by an environment variable. */
  readonly given: ReadonlySet<string>;
  /** Options after the first word of an unquoted text, as written. */
  readonly behindText: readonly string[];
}

/** A command, described and runnable. */
export interface Command<
  Args extends readonly PositionalSpec[] = readonly PositionalSpec[],
  Options extends readonly OptionSpec[] = readonly OptionSpec[],
> {
  readonly name: string;
  /** The summary line of the list of commands. */
  readonly summary: string;
  /** Paragraphs under the summary in the command's own help. */
  readonly description?: string;
  /** The usage line after the command's name; if absent, made from arguments and options. */
  readonly usage?: string;
  readonly args?: Args;
  readonly options?: Options;
  /** Options of other commands that this one cannot support, with the reason. */
  readonly withoutOptions?: Readonly<Record<string, string>>;
  /**
   * The kind of text that all words together form; quotes in it are kept. In a `phrase`, only the
   * command's own long options are options after the first word, so that `rm -rf` can be typed
   * without quotes. In a `task`, an option between the words is refused, since it may belong to them.
   */
  readonly text?: "phrase" | "task";
  /** Complete command lines with `ralph`; the help shows them first. */
  readonly examples?: readonly TermRow[];
  /** Exit codes with a meaning of their own, in addition to the common 0, 1 and 2. */
  readonly exitCodes?: readonly (readonly [code: number, meaning: string])[];
  readonly subcommands?: readonly Command[];
  /** The subcommand that a bare call runs; if absent, a bare call is a usage error. */
  readonly defaultSubcommand?: string;
  /** Does the work and returns the result to print; absent if only subcommands do something. */
  // A method, so that a command with exact types is still a Command.
  run?(
    context: CommandContext,
    parsed: Parsed<Args, Options>,
  ): CommandResult | Promise<CommandResult>;
}

/**
 * Describes a command whose values are typed by its specs.
 *
 * @param command The command as data. Write the specs inline, so that their names are literal types.
 * @returns The same object, typed as any command.
 */
export function defineCommand<
  const Args extends readonly PositionalSpec[] = readonly [],
  const Options extends readonly OptionSpec[] = readonly [],
>(command: Command<Args, Options>): Command {
  // The parser fills `parsed` from the same specs that gave it its type.
  return command as unknown as Command;
}

/** A command of the top level, whose name and summary are in the registry. */
export type TopCommand = Omit<Command, "name" | "summary">;

/** Describes a command of the top level, as {@linkcode defineCommand} does. */
export function defineTopCommand<
  const Args extends readonly PositionalSpec[] = readonly [],
  const Options extends readonly OptionSpec[] = readonly [],
>(command: Omit<Command<Args, Options>, "name" | "summary">): TopCommand {
  return command as unknown as TopCommand;
}
