/**
 * `ralph complete`: lists what may come next on a command line, from the command tables alone. It reads
 * nothing of the project or the machine, so every candidate is one of ralph's own words and needs no quotes.
 */
import { SETTING_SPECS } from "../../store/settings/settings.ts";
import { oneLine } from "../../text/shorten.ts";
import {
  type Command,
  type CommandEntry,
  flag,
  type OptionSpec,
  type PositionalSpec,
  type ShellSource,
  valuesOf,
} from "../core/command.ts";
import { isOptionWord, matchOption, scanWords, splitAtEquals } from "../core/scan_words.ts";
import { walkCommands } from "../core/resolve.ts";
import type { TermRow } from "../core/text_layout.ts";
import { TOPICS } from "../help/topics.ts";

/** The words that may come next, and what the shell adds. */
export interface NextWords {
  /** Words with their meanings. */
  readonly candidates: readonly TermRow[];
  /** The kind of words that the shell adds; null for none. */
  readonly fromShell: ShellSource | null;
}

/** Maximum length of a candidate's meaning, in characters. */
const MOST_CHARACTERS = 70;

const NOTHING: NextWords = { candidates: [], fromShell: null };
const HELP: OptionSpec = flag("help", "Show this help", { alias: "h" });
const VERSION: OptionSpec = flag("version", "Show the version");

/** Renders what may come next in the form that the scripts of `ralph completions` read. */
export async function renderCompletion(
  words: readonly string[],
  commands: readonly CommandEntry[],
): Promise<string> {
  const { candidates, fromShell } = await complete(words, commands);
  const lines = candidates.map(([word, meaning]) =>
    `${word}\t${oneLine(meaning, MOST_CHARACTERS)}`.trimEnd()
  );
  return [...lines, ...(fromShell === null ? [] : [`:${fromShell}`])].join("\n");
}

/**
 * Lists what may come next on a command line.
 *
 * @param words The words after the program's name; the last is the word at the cursor, which may be
 * empty.
 */
export async function complete(
  words: readonly string[],
  commands: readonly CommandEntry[],
): Promise<NextWords> {
  const word = words.at(-1) ?? "";
  const before = words.slice(0, -1);
  if (before.includes("--")) return NOTHING;
  const listed = commands.filter(({ group }) => group !== undefined).map(rowOf);
  const [first] = before;
  if (first === undefined) {
    return offer(word, [
      ...listed,
      ...(word.startsWith("-") ? optionRows([HELP, VERSION], word) : []),
    ]);
  }
  const isHelp = ["help", "--help", "-h"].includes(first) && !word.startsWith("-");
  const path = isHelp ? before.slice(1).filter((each) => !isOptionWord(each)) : before;
  if (isHelp && path.length === 0) return offer(word, [...listed, ...TOPICS]);
  const takesDefault = word.startsWith("-") || path.some(isOptionWord);
  const { command, rest, unknown } = await walkCommands(commands, path, takesDefault);
  if (command === null || unknown !== null) return NOTHING;
  if (command.subcommands !== undefined && !word.startsWith("-")) {
    return offer(word, command.subcommands.map(rowOf));
  }
  return isHelp ? NOTHING : completeWord(command, rest, word);
}

function rowOf({ name, summary }: { readonly name: string; readonly summary: string }): TermRow {
  return [name, summary];
}

/** Selects the candidates that begin with the typed text, and prefixes each with the lead. */
function offer(typed: string, candidates: readonly TermRow[], lead = ""): NextWords {
  const fitting = candidates.filter(([value]) => value.startsWith(typed));
  return { candidates: fitting.map(([value, help]) => [lead + value, help]), fromShell: null };
}

/** Completes a word after the names of a command. */
function completeWord(command: Command, rest: readonly string[], word: string): NextWords {
  const options = [...command.options ?? [], HELP];
  const scanned = scanWords({ ...command, options }, rest);
  const args = scanned.filter(({ kind }) => kind === "word").map(({ place }) => rest[place] ?? "");
  const given = new Set(scanned.map(({ spec }) => spec?.type === "list" ? undefined : spec));
  const { spec: last, value: lastValue } = scanned.at(-1) ?? {};
  if (last !== undefined && last.type !== "boolean" && lastValue === undefined) {
    return completeValue(last, word, args);
  }
  const isOpen = (spec: OptionSpec) => !given.has(spec);
  const [written, value] = splitAtEquals(word);
  if (word.startsWith("-")) {
    const spec = value === undefined ? undefined : matchOption(options, written);
    if (spec === undefined) return offer(word, optionRows(options.filter(isOpen), word));
    return spec.type === "boolean" ? NOTHING : completeValue(spec, value!, args, `${written}=`);
  }
  const specs = command.args ?? [];
  const spec = specs[args.length] ?? specs.findLast(({ variadic }) => variadic);
  const next = specs[args.length + 1];
  if (value !== undefined && next?.values === "setting-value") {
    return completeValue(next, value, [written], `${written}=`);
  }
  const values = spec === undefined ? NOTHING : completeValue(spec, word, args);
  const isAny = values.candidates.length === 0 && values.fromShell === null && word === "";
  return isAny ? offer("", optionRows(options.filter(isOpen), "")) : values;
}

/**
 * Completes a value.
 *
 * @param args The arguments before it.
 * @param lead What precedes the value in its word, such as `--name=`.
 */
function completeValue(
  spec: OptionSpec | PositionalSpec,
  typed: string,
  args: readonly string[],
  lead = "",
): NextWords {
  const source = valuesOf(spec);
  const words = spec.choices ?? spec.suggested ?? [];
  const isSetting = source === "setting" || source === "setting-value";
  const rows = source === "setting"
    ? SETTING_SPECS.map(({ key, help }): TermRow => [key, help])
    : source === "setting-value"
    ? valuesOfSetting(args)
    : words.map((value): TermRow => [value, ""]);
  const isRepeated = (value: string) => "variadic" in spec && spec.variadic && args.includes(value);
  return {
    ...offer(typed, rows.filter(([value]) => !isRepeated(value)), lead),
    fromShell: isSetting ? null : source,
  };
}

/** Lists the possible values of a setting; empty if they cannot be listed. */
function valuesOfSetting([key, ...values]: readonly string[]): TermRow[] {
  const spec = SETTING_SPECS.find((each) => each.key === key);
  if (spec === undefined || values.length > 0 && spec.type.kind !== "texts") return [];
  const { type, default: standard, isNullable } = spec;
  const listed = type.kind === "boolean"
    ? [true, false]
    : "choices" in type
    ? type.choices ?? []
    : type.kind === "number" || type.kind === "integer"
    ? [standard].filter((value) => value !== null)
    : [];
  return [...listed, ...(isNullable ? [null] : [])]
    .map((value) => [String(value ?? "none"), value === standard ? "default" : ""]);
}

/** Lists options by their long names, and after a single dash also by their letters. */
function optionRows(specs: readonly OptionSpec[], word: string): TermRow[] {
  return specs.flatMap(({ name, alias, help }): TermRow[] => [
    ...(word === "-" && alias !== undefined ? [[`-${alias}`, help]] as const : []),
    [`--${name}`, help],
  ]);
}
