/**
 * Parses the words of a command line into the values of a command's specs. Pure: the environment is
 * a parameter, and errors are {@linkcode UsageError}s.
 */
import { UsageError } from "../../error.ts";
import type { Environment } from "../../store/environment.ts";
import { type Command, type OptionSpec, type Parsed, valueNameOf } from "./command.ts";
import { line, replacing, without } from "../../text/again.ts";
import { quoteWord } from "../../text/shell_word.ts";
import { readValue, type Value } from "./parse_value.ts";
import { beforeDashes, isOptionWord, matchOption, scanWords } from "./scan_words.ts";
import { hintFor, refuseOption } from "./unknown_name.ts";

/** Checks whether a word before `--` asks for help. */
export function asksForHelp(words: readonly string[]): boolean {
  return beforeDashes(words).some((word) => word === "-h" || word === "--help");
}

/**
 * Parses the words after a command's name.
 *
 * `--name value`, `--name=value`, `-n value`, `-n=value`; `--` ends the options. A word that begins
 * with `-` is a value only as `--name=-word` or as a negative number.
 *
 * @param env The source of options' environment variables.
 * @param written The words with the user's own quotes.
 * @throws {UsageError} A word does not fit the specs; the error names what was expected.
 */
export function parseArgs(
  command: Command,
  words: readonly string[],
  env: Pick<Environment, "variable">,
  written: readonly string[] = words,
): Parsed {
  try {
    return parseWords(command, words, env, written);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw dropRefusedLine(error, words, (corrected) => parseWords(command, corrected, env));
  }
}

/** A placeholder for the words of the command in a line that is checked. */
const SAME_COMMAND = ["same command"];

/** Replaces a corrected line that would be refused, too, by the reason, so that every shown line works. */
function dropRefusedLine(
  error: UsageError,
  words: readonly string[],
  parse: (words: readonly string[]) => unknown,
): UsageError {
  const [first, ...corrected] = error.again?.({ path: SAME_COMMAND, rest: words }) ?? [];
  if (first !== SAME_COMMAND[0] || asksForHelp(corrected)) return error;
  try {
    parse(corrected);
    return error;
  } catch (next) {
    if (!(next instanceof UsageError)) throw next;
    return new UsageError(error.message, {
      hint: [error.hint, `${next.message}.`].filter((text) => text).join(" "),
    });
  }
}

function parseWords(
  command: Command,
  words: readonly string[],
  env: Pick<Environment, "variable">,
  written: readonly string[] = words,
): Parsed {
  const specs = command.options ?? [];
  const values = new Map<OptionSpec, string[]>();
  /** Places of the words that are neither options nor their values. */
  const places: number[] = [];
  /** Places of the options after the first of these words. */
  const inside: number[] = [];
  for (const { place, kind, spec, value } of scanWords(command, words)) {
    if (kind === "word") places.push(place);
    else {
      if (places.length > 0) inside.push(place);
      const isSwitch = spec?.type === "boolean";
      if (spec === undefined || isSwitch && value !== undefined) {
        throw refuseOption(command, words, place);
      }
      if (!isSwitch && value === undefined) throw valueMissing(spec);
      values.set(spec, [...values.get(spec) ?? [], value ?? ""]);
    }
  }
  const options = assignOptions(specs, values, env);
  const last = places.at(-1) ?? 0;
  if (command.text === "task") {
    refuseInside(specs, words, inside.filter((place) => place < last));
  }
  // Quotes around a one-word text are shell syntax; in a longer text they are part of it.
  const keepsQuotes = command.text !== undefined && places.length > 1;
  const positionals = places.map((place) => (keepsQuotes ? written : words)[place] ?? "");
  if (command.text === "task" && positionals.length === 1) refuseSwitchName(specs, positionals[0]!);
  return {
    args: assignPositionals(command, positionals),
    ...options,
    behindText: keepsQuotes ? inside.map((place) => words[place]!) : [],
  };
}

/** Refuses a task that is just the name of a switch, such as `resume`, since it would start a long loop. */
function refuseSwitchName(specs: readonly OptionSpec[], word: string): void {
  const option = `--${word}`;
  if (matchOption(specs, option)?.type !== "boolean") return;
  throw new UsageError(`"${word}" is an option, not a task`, {
    hint: `Did you mean '${option}'? Give a task in more than one word.`,
    again: replacing(word, option),
  });
}

function refuseInside(
  specs: readonly OptionSpec[],
  words: readonly string[],
  places: readonly number[],
): void {
  const [place] = places;
  if (place === undefined) return;
  const type = matchOption(specs, words[place]!)?.type;
  const shown = places.map((each) => `'${words[each]}'`).join(" ");
  throw new UsageError(`Option ${shown} is between the words of the task`, {
    hint: type === "string" || type === "list"
      ? `Quote a value of several words (${quoteValue(words.slice(place))}), or the whole task.`
      : "Quote the whole task if it belongs to it; otherwise write it before or after the task.",
  });
}

/** Quotes all words from the first option up to the next one. */
function quoteValue([option, ...rest]: readonly string[]): string {
  const end = rest.findIndex(isOptionWord);
  return `${option} ${quoteWord(rest.slice(0, end < 0 ? undefined : end).join(" "))}`;
}

function assignOptions(
  specs: readonly OptionSpec[],
  values: ReadonlyMap<OptionSpec, readonly string[]>,
  env: Pick<Environment, "variable">,
): Pick<Parsed, "options" | "given"> {
  const given = new Set<string>();
  const options: Record<string, unknown> = {};
  for (const spec of specs) {
    const { name, type } = spec;
    const found = values.get(spec) ?? [];
    const fromEnv = spec.env === undefined ? undefined : env.variable(spec.env);
    if (found.length > 0) {
      given.add(name);
      options[name] = type === "boolean" || readOption(spec, found);
    } else if (spec.env !== undefined && fromEnv !== undefined && fromEnv !== "") {
      given.add(name);
      options[name] = readValue(spec, `Variable ${spec.env}`, fromEnv);
    } else {
      options[name] = spec.default ??
        (type === "boolean" ? false : type === "list" ? [] : undefined);
    }
  }
  return { options: options as Parsed["options"], given };
}

function valueMissing(spec: OptionSpec): UsageError {
  const hint = `Write --${spec.name}=${valueNameOf(spec)}. ${spec.help}.`;
  return new UsageError(`Option '--${spec.name}' needs a value`, { hint });
}

function readOption(spec: OptionSpec, found: readonly string[]): Value | undefined {
  const option = `--${spec.name}`;
  const values = found.map((value) => readValue(spec, `Option '${option}'`, value));
  if (spec.type === "list") return values.flat() as string[];
  if (values.every((value) => value === values[0])) return values[0];
  throw new UsageError(`Option '${option}' is given twice, with different values`, {
    hint: `Give ${option} once.`,
  });
}

function assignPositionals(
  { args: specs = [], options = [] }: Pick<Command, "args" | "options">,
  words: readonly string[],
): Parsed["args"] {
  const args: Record<string, unknown> = {};
  let next = 0;
  for (const spec of specs) {
    const taken = spec.variadic ? words.slice(next) : words.slice(next, next + 1);
    next += taken.length;
    if (spec.required && taken.length === 0) {
      throw new UsageError(`Argument ${spec.name.toUpperCase()} is missing`, {
        hint: `Write it after the command. ${spec.help}${spec.listedBy ? ":" : "."}`,
        again: spec.listedBy && line(...spec.listedBy),
      });
    }
    for (const word of taken) {
      if (spec.choices && !spec.choices.includes(word)) {
        throw new UsageError(
          `Argument ${spec.name.toUpperCase()} should be one of ${
            spec.choices.join(", ")
          }, found '${word}'`,
          hintFor(word, spec.choices, ""),
        );
      }
    }
    args[spec.name] = spec.variadic ? taken : taken[0];
  }
  const extra = words[next];
  if (extra !== undefined) {
    const option = `--${extra}`;
    throw new UsageError(`Unexpected argument '${extra}'`, {
      ...matchOption(options, option) !== undefined
        ? { hint: `Did you mean '${option}'?`, again: replacing(extra, option) }
        : specs.length === 0
        ? { hint: "This command takes no arguments.", again: without(extra) }
        : { hint: "Quote an argument that has spaces in it." },
    });
  }
  return args as Parsed["args"];
}
