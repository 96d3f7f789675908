/**
 * What may come next on a command line: commands, options, values. Reads and writes nothing itself;
 * the values that depend on the machine come from its caller.
 */
import { type Command, flag, type OptionSpec, type PositionalSpec } from "../core/command.ts";
import { isOptionWord, isWordOfText, matchOption, splitAtEquals } from "../core/parse.ts";
import {
  type Candidate,
  type Completion,
  type CompletionFacts,
  listed,
  NOTHING,
  startingWith,
} from "./candidate.ts";
import { completeAssignment, completeValue } from "./complete_value.ts";

const HELP: OptionSpec = flag("help", "Show this help", { alias: "h" });

/**
 * Lists what may come next on a command line.
 *
 * @param words The words after the program's name; the last is the word at the cursor, which may be
 * empty.
 */
export async function complete(
  words: readonly string[],
  facts: CompletionFacts,
): Promise<Completion> {
  const word = words.at(-1) ?? "";
  const before = words.slice(0, -1);
  if (before.includes("--")) return NOTHING;
  const [first, ...rest] = before;
  const { commands } = facts;
  if (first === undefined) {
    const version = flag("version", "Show the version");
    const options = word.startsWith("-") ? optionsOf([HELP, version], word) : [];
    return startingWith(word, [...listed(commands), ...options]);
  }
  const isHelp = first === "help" || first === "--help" || first === "-h";
  if (isHelp && !word.startsWith("-")) {
    return await completeTopic(rest, word, facts);
  }
  const entry = commands.find(({ name }) => name === first);
  return entry === undefined
    ? NOTHING
    : await completeCommand((await entry.load()).command, [first], rest, word, facts);
}

async function completeTopic(
  names: readonly string[],
  word: string,
  { commands, topics }: CompletionFacts,
): Promise<Completion> {
  const [first, ...others] = names.filter((name) => !isOptionWord(name));
  if (first === undefined) return startingWith(word, [...listed(commands), ...topics]);
  let command = (await commands.find(({ name }) => name === first)?.load())?.command;
  for (const name of others) command = command?.subcommands?.find((each) => each.name === name);
  return startingWith(word, subcommandsOf(command));
}

function subcommandsOf(command: Command | undefined): Candidate[] {
  return (command?.subcommands ?? []).map(({ name, summary }) => ({ value: name, help: summary }));
}

async function completeCommand(
  command: Command,
  path: readonly string[],
  rest: readonly string[],
  word: string,
  facts: CompletionFacts,
): Promise<Completion> {
  const { subcommands } = command;
  if (subcommands === undefined) return await completeWord(command, path, rest, word, facts);
  const [next, ...others] = rest;
  if (next === undefined && !word.startsWith("-")) {
    return startingWith(word, subcommandsOf(command));
  }
  const isOption = isOptionWord(next ?? word);
  const name = isOption ? command.defaultSubcommand : next;
  const inner = subcommands.find((each) => each.name === name);
  if (inner === undefined) return isOption ? startingWith(word, optionsOf([HELP], word)) : NOTHING;
  return await completeCommand(inner, [...path, inner.name], isOption ? rest : others, word, facts);
}

async function completeWord(
  command: Command,
  path: readonly string[],
  rest: readonly string[],
  word: string,
  facts: CompletionFacts,
): Promise<Completion> {
  const options = [...command.options ?? [], HELP];
  const given = new Set<OptionSpec>();
  const args: string[] = [];
  let pending: OptionSpec | null = null;
  for (const each of rest) {
    if (pending !== null) {
      pending = null;
    } else if (!isOptionWord(each) || isWordOfText(command, each, args.length > 0)) {
      args.push(each);
    } else {
      const [written, value] = splitAtEquals(each);
      const spec = matchOption(options, written);
      if (spec === undefined) continue;
      if (spec.type !== "list") given.add(spec);
      if (spec.type !== "boolean" && value === undefined) pending = spec;
    }
  }
  const valuesFor = (spec: OptionSpec | PositionalSpec, lead: string) =>
    completeValue(spec, lead, word.slice(lead.length), { path, args }, facts);
  if (pending !== null) return await valuesFor(pending, "");
  if (word.startsWith("-")) {
    const [written, value] = splitAtEquals(word);
    const spec = value === undefined ? undefined : matchOption(options, written);
    if (spec !== undefined) {
      return spec.type === "boolean" ? NOTHING : await valuesFor(spec, `${written}=`);
    }
    return startingWith(word, optionsOf(options.filter((each) => !given.has(each)), word));
  }
  const specs = command.args ?? [];
  const spec = specs[args.length] ?? specs.findLast(({ variadic }) => variadic);
  if (word.includes("=") && specs[args.length + 1]?.values === "setting-value") {
    return await completeAssignment("", word, path, facts);
  }
  const values = spec === undefined ? NOTHING : await valuesFor(spec, "");
  const isAny = values.candidates.length === 0 && values.fromShell === null && word === "";
  return isAny
    ? startingWith("", optionsOf(options.filter((each) => !given.has(each)), ""))
    : values;
}

/** Lists options by their long names, and after a single dash by their letters too. */
function optionsOf(specs: readonly OptionSpec[], word: string): Candidate[] {
  return specs.flatMap(({ name, alias, help }) => [
    ...(word === "-" && alias !== undefined ? [{ value: `-${alias}`, help }] : []),
    { value: `--${name}`, help },
  ]);
}
