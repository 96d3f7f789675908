/** Makes errors about unknown names: with the nearest name, and the line that uses it. */
import { type RalphErrorOptions, UsageError } from "../../error.ts";
import { line, replacing, without } from "../../text/again.ts";
import { nearestName } from "../../text/nearest_name.ts";
import { type Command, type OptionSpec, valueNameOf } from "./command.ts";
import { isOptionWord, matchOption, scanWords, splitAtEquals } from "./scan_words.ts";

/**
 * Makes the hint of an error about an unknown name: the nearest name, and the line that uses it.
 *
 * @param fallback The hint if no name is near; by default all names.
 * @param synonyms The known names by their synonyms.
 */
export function hintFor(
  name: string,
  known: readonly string[],
  fallback = `Valid names: ${[...new Set(known)].join(", ")}.`,
  synonyms?: ReadonlyMap<string, string>,
): RalphErrorOptions {
  const nearest = nearestName(name, known, synonyms);
  if (nearest === null) return { hint: fallback };
  return { hint: `Did you mean '${nearest}'?`, again: replacing(name, nearest) };
}

/**
 * Refuses a name that is not known.
 *
 * @param what The beginning of the error: `No finding has the id`.
 * @param list The command that lists the names, as words.
 * @throws {UsageError} The name is unknown.
 */
export function requireKnown<Name extends string>(
  what: string,
  name: string,
  known: readonly Name[],
  ...list: readonly string[]
): asserts name is Name {
  if ((known as readonly string[]).includes(name)) return;
  const hint = hintFor(name, known, "The list has them:");
  throw new UsageError(`${what} '${name}'`, { again: line(...list), ...hint });
}

/** Makes the error about an unknown option, or about a switch with a value. */
export function refuseOption(
  command: Command,
  words: readonly string[],
  place: number,
): UsageError {
  const word = words[place] ?? "";
  const [written, value] = splitAtEquals(word);
  const specs = command.options ?? [];
  if (matchOption(specs, written) !== undefined) {
    const what = `Option '${written}' takes no value, found '${value}'`;
    return new UsageError(what, { hint: `Write ${written} alone.` });
  }
  const why = command.withoutOptions?.[written];
  if (why !== undefined) return new UsageError(`Unknown option '${written}'`, { hint: why });
  const negated = hintAtNegation(command, words, place);
  if (negated !== null) return new UsageError(`Unknown option '${written}'`, negated);
  const known = specs.map(({ name }) => `--${name}`);
  const names = [...known, "--help"];
  const meant = nearestName(written, names, synonymsOf(specs));
  const spec = matchOption(specs, meant ?? "");
  const isGiven = scanWords(command, words).some((each) => each.spec === spec);
  // The corrected line would contain the option twice.
  const fitting = spec !== undefined && spec.type !== "list" && isGiven
    ? {
      hint: `'${meant}' is in the line, too. Leave '${written}' out.`,
      again: without(word, ...spec.type === "boolean" ? [] : valueBehind(words, place)),
    }
    : hintAtValue(hintFor(written, names, optionsHint(command, known), synonymsOf(specs)));
  return new UsageError(`Unknown option '${written}'`, fitting);

  /** Hints at the missing value, without which the line with the right name would still fail. */
  function hintAtValue({ hint = "", again }: RalphErrorOptions): RalphErrorOptions {
    const isMissing = spec !== undefined && spec.type !== "boolean" && value === undefined &&
      valueBehind(words, place).length === 0;
    if (!isMissing) return { hint, again };
    return { hint: `Did you mean '--${spec.name} ${valueNameOf(spec)}'? ${spec.help}.` };
  }
}

/** Makes the hint for a word such as `--no-sandbox`, which means an option that is turned off. */
function hintAtNegation(
  command: Command,
  words: readonly string[],
  place: number,
): RalphErrorOptions | null {
  const word = words[place]!;
  const name = /^--no-([^=]+)$/.exec(word)?.[1];
  const spec = matchOption(command.options ?? [], `--${name}`);
  if (spec === undefined) return null;
  const option = `--${spec.name}`;
  const isGiven = scanWords(command, words).some((each) => each.spec === spec);
  const takesNone = spec.isNullable === true ||
    [...spec.choices ?? [], ...spec.suggested ?? []].includes("none");
  if (takesNone && !isGiven) {
    return { hint: "Write it so:", again: replacing(word, `${option}=none`) };
  }
  const hint = isGiven
    ? `'${option}' is in the line, too. Leave '${word}' out.`
    : `Without '${option}' it is off. Leave '${word}' out.`;
  return { hint, again: without(word) };
}

/** Returns the word after an option if it is its value; empty otherwise. */
function valueBehind(words: readonly string[], place: number): string[] {
  const next = words[place + 1];
  return next === undefined || words[place]!.includes("=") || isOptionWord(next) ? [] : [next];
}

function synonymsOf(specs: readonly OptionSpec[]): Map<string, string> {
  return new Map(
    specs.flatMap(({ name, synonyms = [] }) => synonyms.map((word) => [`--${word}`, `--${name}`])),
  );
}

function optionsHint({ name, args, text }: Command, known: readonly string[]): string {
  if (text === "task") {
    return "Options of Claude Code go to 'claude'. If it is part of the task, quote the whole task.";
  }
  if (args !== undefined && args.length > 0) return "If this is an argument, put '--' before it.";
  return known.length === 0
    ? "This command has no options."
    : `Options of ${name}: ${known.join(", ")}.`;
}
