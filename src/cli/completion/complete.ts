/**
 * What may come next on a command line: commands, options, values. Reads and writes nothing itself;
 * the values that depend on the machine come from its caller.
 *
 * @module
 */
import {
  type Command,
  type CommandEntry,
  type OptionSpec,
  type PositionalSpec,
  valuesOf,
  type ValueSource,
} from "../core/command.ts";
import { isOptionWord, isWordOfText, matchOption, splitAtEquals } from "../core/parse.ts";

/** A word that may come next. */
export interface Candidate {
  readonly value: string;
  /** What it means in one line; may be empty. */
  readonly help: string;
}

/** Values that the shell lists better than ralph. */
export type ShellSource = "file" | "markdown" | "folder" | "program";

/** Values that depend on the machine. */
export type ListedSource = Exclude<ValueSource, ShellSource | "topic" | "assignment" | "changes">;

/** What may come next. */
export interface Completion {
  readonly candidates: readonly Candidate[];
  /** What the shell adds; null for nothing. */
  readonly fromShell: ShellSource | null;
}

/** Where a value is wanted. */
export interface ValuePlace {
  /** The names that lead to the command. */
  readonly path: readonly string[];
  /** The arguments before it. */
  readonly args: readonly string[];
}

/** The commands, and the values that depend on the machine. */
export interface CompletionFacts {
  readonly commands: readonly CommandEntry[];
  readonly topics: readonly Candidate[];
  /** Lists the values of a source. */
  readonly list: (
    source: ListedSource,
    place: ValuePlace,
  ) => Promise<readonly Candidate[]>;
}

const NOTHING: Completion = { candidates: [], fromShell: null };
const HELP: OptionSpec = { name: "help", alias: "h", type: "boolean", help: "Show this help" };

/**
 * Lists what may come next on a command line.
 *
 * @param words The words after the program's name; the last is the word at the cursor, which may be
 * empty.
 * @param facts The commands and the values.
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
    return startingWith(word, [...listed(commands), ...programOptions(word)]);
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

/** The commands of the help; others are for machines. */
function listed(commands: readonly CommandEntry[]): Candidate[] {
  return commands.filter(({ group }) => group !== undefined)
    .map(({ name, summary }) => ({ value: name, help: summary }));
}

function programOptions(word: string): Candidate[] {
  if (!word.startsWith("-")) return [];
  const version = { name: "version", type: "boolean", help: "Show the version" } as const;
  return optionsOf([HELP, version], word);
}

/** Completes the names of a command, or of a topic of the help. */
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

/** Completes an option, its value, or an argument of a command. */
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
      const spec = matchOption(options, written)?.spec;
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
    const spec = value === undefined ? undefined : matchOption(options, written)?.spec;
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
  return specs.flatMap(({ name, alias, negatable, help }) => [
    ...(word === "-" && alias !== undefined ? [{ value: `-${alias}`, help }] : []),
    { value: `--${name}`, help },
    ...(negatable ? [{ value: `--no-${name}`, help: `Not: ${help}` }] : []),
  ]);
}

/** Completes a value after what precedes it in its word, such as `--name=`. */
async function completeValue(
  spec: OptionSpec | PositionalSpec,
  lead: string,
  word: string,
  place: ValuePlace,
  facts: CompletionFacts,
): Promise<Completion> {
  const source = valuesOf(spec);
  if (source === "assignment") return await completeAssignment(lead, word, place.path, facts);
  if (source === "changes") return await completeChanges(lead, word, place.path, facts);
  const { candidates, fromShell } = await listValues(spec, place, facts);
  const isRepeated = ({ value }: Candidate) =>
    "variadic" in spec && spec.variadic && place.args.includes(value);
  const fitting = startingWith(word, candidates.filter((each) => !isRepeated(each))).candidates;
  return {
    candidates: fitting.map(({ value, help }) => ({ value: lead + value, help })),
    fromShell,
  };
}

/** Completes `key=value`: the names of settings, then the values that one may have. */
async function completeAssignment(
  lead: string,
  word: string,
  path: readonly string[],
  { list }: CompletionFacts,
): Promise<Completion> {
  const at = word.indexOf("=");
  const candidates = at < 0
    ? (await list("setting", { path, args: [] }))
      .map(({ value, help }) => ({ value: `${value}=`, help }))
    : (await list("setting-value", { path, args: [word.slice(0, at)] }))
      .map(({ value, help }) => ({ value: word.slice(0, at + 1) + value, help }));
  const fitting = startingWith(word, candidates).candidates;
  return {
    candidates: fitting.map(({ value, help }) => ({ value: lead + value, help })),
    fromShell: null,
  };
}

/** Completes a preset or assignments with commas between them, as `max_hours=6,window_size=3`. */
async function completeChanges(
  lead: string,
  word: string,
  path: readonly string[],
  facts: CompletionFacts,
): Promise<Completion> {
  const start = word.lastIndexOf(",") + 1;
  const last = word.slice(start);
  const before = lead + word.slice(0, start);
  const presets = startingWith(last, await facts.list("preset", { path, args: [] })).candidates;
  const assignments = await completeAssignment(before, last, path, facts);
  const named = presets.map(({ value, help }) => ({ value: before + value, help }));
  return { ...assignments, candidates: [...named, ...assignments.candidates] };
}

async function listValues(
  spec: OptionSpec | PositionalSpec,
  place: ValuePlace,
  { list, topics, commands }: CompletionFacts,
): Promise<Completion> {
  const only = (candidates: readonly Candidate[]) => ({ candidates, fromShell: null });
  if (spec.choices !== undefined) return only(spec.choices.map((value) => ({ value, help: "" })));
  const source = valuesOf(spec);
  switch (source) {
    case null:
    case "assignment":
    case "changes":
      return NOTHING;
    case "file":
    case "markdown":
    case "folder":
    case "program":
      return { candidates: [], fromShell: source };
    case "topic":
      return only([...listed(commands), ...topics]);
    case "agent":
      return { candidates: await list(source, place), fromShell: "program" };
    default:
      return only(await list(source, place));
  }
}

function startingWith(word: string, candidates: readonly Candidate[]): Completion {
  return { candidates: candidates.filter(({ value }) => value.startsWith(word)), fromShell: null };
}
