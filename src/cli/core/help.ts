/** Renders the help of every level from the commands' data. Pure. */
import {
  type Command,
  type CommandEntry,
  type OptionSpec,
  type PositionalSpec,
  valueNameOf,
} from "./command.ts";
import type { Layout } from "./output.ts";
import { printDuration } from "../../text/time.ts";
import { renderRows, type TermRow, wrapText } from "./text_layout.ts";

/** Bounds of the columns at which help is wrapped, whatever the terminal's width. */
const NARROWEST = 40;
const WIDEST = 100;

/**
 * Renders the help of the whole program.
 *
 * @param topics Topics that `ralph help` explains in addition.
 * @param commands All commands; those without a group are left out.
 */
export function renderProgramHelp(
  commands: readonly CommandEntry[],
  topics: readonly TermRow[],
  layout: Layout,
): string {
  const rows = (group: CommandEntry["group"]): TermRow[] =>
    commands.filter((each) => each.group === group).map(({ name, summary }) => [name, summary]);
  return renderSections(
    "ralph keeps Claude Code working until the task is done, and says why it stopped.",
    [
      ["Examples", [
        ["ralph start PLAN.md --until-done", "Work through a plan, in the next session"],
        ['ralph start "add dark mode" --poc', "Work on a task, ten minutes at most"],
        ["ralph status", "Progress, time left, and why it stopped"],
        ["ralph stop", "End the loop"],
      ]],
      ["Usage", [["ralph COMMAND [OPTIONS] [ARGUMENTS]", ""]]],
      ["Commands", rows("everyday")],
      ["More", rows("more")],
      ["Topics: ralph help TOPIC", topics],
      ["Options", [
        ["-h, --help", "Show help on ralph, or on a command"],
        ["--version", "Show version, commit, target and Deno version"],
      ]],
    ],
    layout,
  );
}

/**
 * Renders the help of a command: examples, usage, subcommands, arguments, options, exit codes.
 *
 * @param path The command's full name without the program's: `["config", "set"]`.
 */
export function renderCommandHelp(
  command: Command,
  path: readonly string[],
  layout: Layout,
): string {
  const { args = [], options = [], subcommands = [], examples = [] } = command;
  return renderSections([command.summary, command.description].filter(Boolean).join("\n\n"), [
    ["Examples", examples],
    ["Usage", [[renderUsage(command, path), ""]]],
    [
      "Commands",
      subcommands.map(({ name, summary }) => [
        name,
        name === command.defaultSubcommand ? `${summary} (default)` : summary,
      ]),
    ],
    [
      "Arguments",
      args.map((spec) => [spec.name.toUpperCase(), describeArgument(spec)]),
    ],
    ["Options", [
      ...options.map((spec): TermRow => [renderOptionName(spec), describeOption(spec)]),
      ["-h, --help", "Show this help"],
    ]],
    ["Exit codes", (command.exitCodes ?? []).map(([code, meaning]) => [String(code), meaning])],
  ], layout);
}

/** Renders the usage line of a command. */
export function renderUsage(command: Command, path: readonly string[]): string {
  const called = ["ralph", ...path].join(" ");
  if (command.usage !== undefined) return `${called} ${command.usage}`;
  const words = [called];
  if ((command.subcommands ?? []).length > 0) {
    words.push(command.defaultSubcommand === undefined ? "COMMAND" : "[COMMAND]");
  }
  if ((command.options ?? []).length > 0) words.push("[OPTIONS]");
  for (const { name, required, variadic } of command.args ?? []) {
    const word = name.toUpperCase() + (variadic ? "..." : "");
    words.push(required ? word : `[${word}]`);
  }
  return words.join(" ");
}

/** Limits the width of running text to a readable measure. */
export function readableWidth(width: number): number {
  return Math.max(NARROWEST, Math.min(width, WIDEST));
}

function renderSections(
  intro: string,
  sections: readonly (readonly [title: string, rows: readonly TermRow[]])[],
  { width, style }: Layout,
): string {
  const columns = readableWidth(width);
  const parts = intro.split("\n\n").map((paragraph) => wrapText(paragraph, columns).join("\n"));
  for (const [title, rows] of sections) {
    if (rows.length > 0) parts.push([style.bold(title), ...renderRows(rows, columns)].join("\n"));
  }
  return parts.join("\n\n");
}

/** Renders an option as the help lists it: `-f, --focus FILE`. */
export function renderOptionName(spec: OptionSpec): string {
  const names = `${spec.alias === undefined ? "" : `-${spec.alias}, `}--${spec.name}`;
  return spec.type === "boolean" ? names : `${names} ${valueNameOf(spec)}`;
}

/** Describes an option: its effect, choices, default and environment variable. */
export function describeOption(spec: OptionSpec): string {
  const notes = [
    ...describeChoices(spec),
    ...(spec.type === "list" ? ["may be repeated"] : []),
    ...describeDefault(spec).map((text) => `default: ${text}`),
    ...(spec.env === undefined ? [] : [`also ${spec.env}`]),
  ];
  return withNotes(spec, notes);
}

/** Describes an argument: its meaning and its choices. */
export function describeArgument(spec: PositionalSpec): string {
  return withNotes(spec, describeChoices(spec));
}

function describeChoices({ choices }: Pick<OptionSpec, "choices">): string[] {
  return choices === undefined ? [] : [`one of ${choices.join(", ")}`];
}

function withNotes({ help }: Pick<OptionSpec, "help">, notes: readonly string[]): string {
  return notes.length === 0 ? help : `${help} (${notes.join("; ")})`;
}

function describeDefault({ type, default: value, defaultText }: OptionSpec): string[] {
  if (defaultText !== undefined) return [defaultText];
  if (value === undefined) return [];
  return [type === "duration" ? printDuration(Number(value)) : String(value)];
}
