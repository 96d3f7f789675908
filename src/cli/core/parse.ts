/**
 * From the words of a command line to the values of a command's specs. Pure: the environment comes
 * in, errors are {@linkcode UsageError}s.
 */
import { UsageError } from "../../error.ts";
import type { Environment } from "../../store/environment.ts";
import {
  type Command,
  type OptionSpec,
  type Parsed,
  type PositionalSpec,
  valueNameOf,
} from "./command.ts";
import { readValue, type Value } from "./parse_value.ts";
import { nearHint } from "../../text/nearest_name.ts";
import { hintFor } from "./usage.ts";

/** An option as it was written: its spec, and the text after `=` or in the next word. */
interface Occurrence {
  readonly spec: OptionSpec;
  /** As the user wrote it, for messages. */
  readonly written: string;
  readonly value: Value;
}

/** Tells whether a word asks for help: anywhere before `--`. */
export function asksForHelp(words: readonly string[]): boolean {
  const end = words.indexOf("--");
  return (end < 0 ? words : words.slice(0, end)).some((word) => word === "-h" || word === "--help");
}

/**
 * Parses the words after a command's name.
 *
 * `--name value`, `--name=value`, `-n value`, `-n=value`; `--` ends the options. A word that begins
 * with `-` is a value only as `--name=-word`, or where it is a negative number.
 *
 * @param env Where an option's environment variable is read.
 * @param written The words with the quotes that the user wrote.
 * @throws {UsageError} A word does not fit the specs; says what was expected and the nearest name.
 */
export function parseArgs(
  command: Command,
  words: readonly string[],
  env: Pick<Environment, "variable">,
  written: readonly string[] = words,
): Parsed {
  const specs = command.options ?? [];
  const occurrences: Occurrence[] = [];
  const behindText: string[] = [];
  const places: number[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? "";
    if (word === "--") {
      for (let rest = index + 1; rest < words.length; rest++) places.push(rest);
      break;
    }
    if (!isOptionWord(word) || isWordOfText(command, word, places.length > 0)) {
      if (command.text === "task" && behindText.length > 0) throw insideTask(behindText);
      places.push(index);
      continue;
    }
    const [written, inline] = splitAtEquals(word);
    const spec = findOption(command, specs, written);
    if (places.length > 0) behindText.push(word);
    if (spec.type === "boolean") {
      occurrences.push({ spec, written, value: readBoolean(written, inline) });
      continue;
    }
    let text = inline;
    if (text === undefined) {
      text = words[index + 1];
      if (text === undefined || (isOptionWord(text) || text === "--")) {
        throw new UsageError(`Option '${written}' needs a value`, {
          hint: valueHint(spec, written, text),
        });
      }
      index++;
    }
    occurrences.push({ spec, written, value: readValue(spec, `option '${written}'`, text) });
  }
  // Quotes around a text of one word are the shell's; in a longer text they belong to it.
  const keepsQuotes = command.text !== undefined && places.length > 1;
  const positionals = places.map((place) => (keepsQuotes ? written : words)[place] ?? "");
  return {
    args: assignPositionals(command.args ?? [], positionals),
    ...assignOptions(specs, occurrences, env),
    behindText: keepsQuotes ? behindText : [],
  };
}

/** Tells whether a word is an option: it begins with `-`, and is neither `-` alone nor a negative number. */
export function isOptionWord(word: string): boolean {
  return word.startsWith("-") && word !== "-" && !/^-\.?\d/.test(word);
}

function insideTask(options: readonly string[]): UsageError {
  const shown = options.map((option) => `'${option}'`).join(" ");
  return new UsageError(`Option ${shown} is between the words of the task`, {
    hint: "Quote the whole task if it belongs to it; otherwise write it before or after the task.",
  });
}

/** Tells whether a word that looks like an option is part of what the user says. */
export function isWordOfText(command: Command, word: string, isInside: boolean): boolean {
  if (command.text === undefined) return false;
  const [written] = splitAtEquals(word);
  if (command.text === "task") return /\s/.test(written);
  const isOwn = (command.options ?? []).some(({ name }) => written === `--${name}`);
  return /\s/.test(written) || (isInside && !isOwn);
}

/** Splits `--name=value`; the value is undefined without `=`. */
export function splitAtEquals(word: string): [written: string, value: string | undefined] {
  const at = word.indexOf("=");
  return at < 0 ? [word, undefined] : [word.slice(0, at), word.slice(at + 1)];
}

/**
 * Finds the option that a word names.
 *
 * @param written The word up to its `=`.
 */
export function matchOption(specs: readonly OptionSpec[], written: string): OptionSpec | undefined {
  return specs.find(({ name, alias }) =>
    written === `--${name}` || alias !== undefined && written === `-${alias}`
  );
}

function findOption(command: Command, specs: readonly OptionSpec[], written: string): OptionSpec {
  const spec = matchOption(specs, written);
  if (spec !== undefined) return spec;
  const known = specs.map(({ name }) => `--${name}`);
  throw new UsageError(`Unknown option '${written}'`, {
    hint: nearHint(written, [...known, "--help"]) ?? optionsHint(command, known),
  });
}

function optionsHint({ name, args, text }: Command, known: readonly string[]): string {
  if (text === "task") return "Quote the whole task if it belongs to it.";
  if (args !== undefined && args.length > 0) return "Put arguments that begin with '-' after '--'.";
  return known.length === 0
    ? "This command has no options."
    : `Options of ${name}: ${known.join(", ")}.`;
}

function readBoolean(written: string, inline: string | undefined): boolean {
  if (inline === undefined || inline === "true" || inline === "false") return inline !== "false";
  throw new UsageError(
    `Option '${written}' takes no value, found '${inline}'`,
    { hint: `Write ${written} alone.` },
  );
}

function valueHint(spec: OptionSpec, written: string, next: string | undefined): string {
  if (next === undefined || next === "--") {
    return `Write ${written} ${valueNameOf(spec)}. ${spec.help}.`;
  }
  return `A value that begins with '-' is written ${written}=${next}.`;
}

function assignOptions(
  specs: readonly OptionSpec[],
  occurrences: readonly Occurrence[],
  env: Pick<Environment, "variable">,
): Pick<Parsed, "options" | "given"> {
  const given = new Set<string>();
  const options: Record<string, unknown> = {};
  for (const spec of specs) {
    const ofSpec = occurrences.filter((occurrence) => occurrence.spec === spec);
    const fromEnv = spec.env === undefined ? undefined : env.variable(spec.env);
    if (ofSpec.length > 0) {
      given.add(spec.name);
      options[spec.name] = mergeOccurrences(spec, ofSpec);
    } else if (spec.env !== undefined && fromEnv !== undefined && fromEnv !== "") {
      given.add(spec.name);
      options[spec.name] = readValue(spec, `variable ${spec.env}`, fromEnv);
    } else {
      options[spec.name] = spec.default ??
        (spec.type === "boolean" ? false : spec.type === "list" ? [] : undefined);
    }
  }
  return { options: options as Parsed["options"], given };
}

function mergeOccurrences(spec: OptionSpec, occurrences: readonly Occurrence[]): Value {
  if (spec.type === "list") return occurrences.flatMap(({ value }) => value as readonly string[]);
  const first = occurrences[0]!;
  const other = occurrences.find(({ value }) => value !== first.value);
  if (other === undefined) return first.value;
  throw new UsageError(
    `Options '${first.written}' and '${other.written}' contradict each other`,
    { hint: `Give ${first.written} once.` },
  );
}

function assignPositionals(
  specs: readonly PositionalSpec[],
  words: readonly string[],
): Parsed["args"] {
  const args: Record<string, unknown> = {};
  let next = 0;
  for (const spec of specs) {
    const taken = spec.variadic ? words.slice(next) : words.slice(next, next + 1);
    next += taken.length;
    if (spec.required && taken.length === 0) {
      throw new UsageError(`Argument ${spec.name.toUpperCase()} is missing`, {
        hint: `Write it after the command. ${spec.help}.`,
      });
    }
    for (const word of taken) {
      if (spec.choices && !spec.choices.includes(word)) {
        throw new UsageError(
          `Argument ${spec.name.toUpperCase()} must be one of ${
            spec.choices.join(", ")
          }, found '${word}'`,
          hintFor(word, spec.choices),
        );
      }
    }
    args[spec.name] = spec.variadic ? taken : taken[0];
  }
  const extra = words[next];
  if (extra !== undefined) {
    throw new UsageError(`Unexpected argument '${extra}'`, {
      hint: specs.length === 0
        ? "This command takes no arguments."
        : "Quote an argument that has spaces in it.",
    });
  }
  return args as Parsed["args"];
}
