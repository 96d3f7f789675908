/**
 * The man pages, made from the commands' data: one for ralph, and one for each command with its
 * subcommands. In the macros of man(7), which every `man` understands.
 */
import { UsageError } from "../../error.ts";
import type { Command, CommandEntry, OptionSpec, PositionalSpec } from "../core/command.ts";
import type { CommandContext } from "../core/context.ts";
import { describeArgument, describeOption, renderOptionName, renderUsage } from "../core/help.ts";
import { renderInstant } from "../../text/instant.ts";
import { wrapText } from "../core/text_layout.ts";
import { hintFor } from "../core/usage.ts";
import { TOPIC_LIST } from "./topics.ts";

interface ManFacts {
  readonly version: string;
  /** The date, as `2026-01-31`. */
  readonly date: string;
}

/** Widest line before escaping: `mandoc -T lint` wants less than 80 bytes after it. */
const WIDEST = 70;

/**
 * Renders the man page of a command, or of ralph.
 *
 * @param name The command; null for ralph.
 * @throws {UsageError} There is no such command.
 */
export async function renderManPage(
  name: string | null,
  commands: readonly CommandEntry[],
  { nowMs, version }: Pick<CommandContext, "nowMs" | "version">,
): Promise<string> {
  const facts = { version: version.version, date: renderInstant(nowMs()).slice(0, 10) };
  if (name === null) return programPage(commands, facts);
  const entry = commands.find((each) => each.name === name);
  if (entry === undefined) {
    const known = commands.filter(({ group }) => group !== undefined).map((each) => each.name);
    throw new UsageError(`Unknown command '${name}'`, hintFor(name, known));
  }
  return commandPage((await entry.load()).command, facts);
}

/**
 * Renders the page `ralph.1`.
 *
 * @param commands All commands; those without a group are left out.
 */
export function programPage(commands: readonly CommandEntry[], facts: ManFacts): string {
  const listed = commands.filter(({ group }) => group !== undefined);
  return page("ralph", "keeps Claude Code working until the task is done", facts, [
    section("SYNOPSIS", [".B ralph", "COMMAND [OPTIONS] [ARGUMENTS]"]),
    section("DESCRIPTION", [
      ...text(
        "ralph is called by the hooks of Claude Code. While a loop is active, it sends the agent on " +
          "until its task is done, a limit is reached, or you end it, and says why it stopped.",
      ),
    ]),
    section("COMMANDS", listed.flatMap(({ name, summary }) => term(`ralph-${name}(1)`, summary))),
    section("OPTIONS", [
      ...term("-h, --help", "Show help on ralph, or on a command."),
      ...term("--version", "Show version, commit, target and Deno version."),
    ]),
    section("TOPICS", [
      ...text("'ralph help TOPIC' explains:"),
      ...TOPIC_LIST.flatMap(({ value, help }) => term(value, help)),
    ]),
    section("EXAMPLES", [
      ...term('ralph start "add dark mode"', "Work on this task in the project's next session."),
      ...term("ralph status", "Progress, time left, and why the last one stopped."),
    ]),
    section("SEE ALSO", seeAlso(listed.map(({ name }) => `ralph-${name}`))),
  ]);
}

/** Renders the page of a command. */
export function commandPage(command: Command, facts: ManFacts): string {
  const { name, summary, description, subcommands = [], examples = [], exitCodes = [] } = command;
  return page(`ralph-${name}`, summary, facts, [
    section("SYNOPSIS", synopsis(command, [name])),
    section("DESCRIPTION", description === undefined ? text(`${summary}.`) : text(description)),
    section("ARGUMENTS", terms(command.args ?? [], [])),
    section("OPTIONS", [
      ...terms([], command.options ?? []),
      ...term("-h, --help", "Show this help"),
    ]),
    section(
      "COMMANDS",
      subcommands.flatMap((each) => subcommand(each, [name], command.defaultSubcommand)),
    ),
    section(
      "EXAMPLES",
      [examples, ...subcommands.map((each) => each.examples ?? [])].flat()
        .flatMap(([line, help]) => term(line, `${help}.`)),
    ),
    section("EXIT STATUS", exitLines(exitCodes)),
    section("SEE ALSO", seeAlso(["ralph"])),
  ]);
}

function terms(args: readonly PositionalSpec[], options: readonly OptionSpec[]): string[] {
  return [
    ...args.flatMap((spec) => term(spec.name.toUpperCase(), describeArgument(spec))),
    ...options.flatMap((spec) => term(renderOptionName(spec), describeOption(spec))),
  ];
}

function subcommand(
  command: Command,
  above: readonly string[],
  byDefault: string | undefined,
): string[] {
  const { name, summary, description, args = [], options = [], exitCodes = [] } = command;
  const path = [...above, name];
  const also = name === byDefault ? `, the default of 'ralph ${above.join(" ")}'` : "";
  return [
    `.SS ${escape(renderUsage(command, path))}`,
    ...text(`${summary}${also}.`),
    ...(description === undefined ? [] : [".PP", ...text(description)]),
    ...terms(args, options),
    ...exitCodes.flatMap(([code, meaning]) => term(`Exit code ${code}`, meaning)),
  ];
}

function synopsis(command: Command, path: readonly string[]): string[] {
  const usage = renderUsage(command, path);
  const called = ["ralph", ...path].join(" ");
  const rest = usage.slice(called.length + 1);
  return [`.B ${escape(called)}`, ...(rest === "" ? [] : text(rest))];
}

function exitLines(codes: NonNullable<Command["exitCodes"]>): string[] {
  const common = [[0, "it worked"], [1, "it failed"], [2, "the command line is wrong"]] as const;
  const own = new Set(codes.map(([code]) => code));
  return [...common.filter(([code]) => !own.has(code)), ...codes]
    .sort(([left], [right]) => left - right)
    .flatMap(([code, meaning]) => term(String(code), meaning));
}

function seeAlso(names: readonly string[]): string[] {
  const last = names.length - 1;
  return names.map((name, at) => `.BR ${escape(name)} (1)${at < last ? " ," : ""}`);
}

function page(
  name: string,
  summary: string,
  { version, date }: ManFacts,
  sections: readonly string[],
): string {
  return [
    `.TH ${name.toUpperCase()} 1 ${date} "ralph ${version}"`,
    section("NAME", [`${escape(name)} \\-`, ...text(summary)]),
    ...sections.filter((each) => each !== ""),
  ].join("\n") + "\n";
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : [`.SH ${title}`, ...lines].join("\n");
}

function term(name: string, meaning: string): string[] {
  return [".TP", `.B ${escape(name)}`, ...(meaning === "" ? ["\\&"] : text(meaning))];
}

/** Wraps a text; a line that begins with a sign of the macros gets a harmless character before it. */
function text(words: string): string[] {
  return wrapText(words, WIDEST).map((line) => escape(line).replace(/^(?=[.'])/, "\\&"));
}

/** Escapes the signs of roff; a minus stays a minus, so that options can be copied. */
function escape(words: string): string {
  return words.replaceAll("\\", "\\e").replaceAll("-", "\\-").replace(/^(?=[.'])/, "\\&");
}
