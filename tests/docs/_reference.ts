/**
 * The pages of the reference, made from the tables of commands and settings: what exists is on
 * them.
 */
import type { Command, CommandEntry } from "../../src/cli/core/command.ts";
import {
  describeArgument,
  describeOption,
  renderOptionName,
  renderUsage,
} from "../../src/cli/core/help.ts";
import { flagNameOf } from "../../src/store/settings/layers.ts";
import type { SettingSpec } from "../../src/store/settings/settings.ts";
import { expectedOf } from "../../src/store/settings/value.ts";

type Row = readonly string[];

/** What is said at the top of a page that nobody writes. */
const MADE = "`deno task docs` generates this page from the program's tables. Do not edit it.";

/** Renders the page of all commands, in the order of the help; those that only programs call are named last. */
export async function renderCommands(entries: readonly CommandEntry[]): Promise<string> {
  const loaded = await Promise.all(entries.map(async (entry) => ({
    isForPeople: entry.group !== undefined,
    command: (await entry.load()).command,
  })));
  const pages = loaded.filter(({ isForPeople }) => isForPeople)
    .flatMap(({ command }) => renderCommand(command, [command.name]));
  const others = loaded.filter(({ isForPeople }) => !isForPeople)
    .map(({ command }): Row => [`\`${renderUsage(command, [command.name])}\``, command.summary]);
  return [
    "# Commands",
    MADE,
    "`--help` after a command shows the same. Exit code 0 means that it worked, 1 that it failed, and 2 that " +
    "the command line or the configuration is wrong. Other codes are listed with their command.",
    ...pages,
    "## Called by programs",
    renderTable(["command", ""], others),
  ].join("\n\n") + "\n";
}

function renderCommand(command: Command, path: readonly string[]): string[] {
  const { args = [], options = [], examples = [], exitCodes = [], subcommands = [] } = command;
  const depth = "#".repeat(path.length + 1);
  const isDefault = (inner: Command) =>
    inner.name === command.defaultSubcommand ? " (default)" : "";
  return [
    `${depth} ralph ${path.join(" ")}`,
    escape(
      `${command.summary}.${command.description === undefined ? "" : ` ${command.description}`}`,
    ),
    `\`\`\`text\n${renderUsage(command, path)}\n\`\`\``,
    ...section(
      ["argument", ""],
      args.map((spec) => [code(spec.name.toUpperCase()), describeArgument(spec)]),
    ),
    ...section(
      ["option", ""],
      options.map((spec) => [code(renderOptionName(spec)), describeOption(spec)]),
    ),
    ...section(["exit code", ""], exitCodes.map(([number, meaning]) => [String(number), meaning])),
    ...section(
      ["command", ""],
      subcommands.map((inner) => [
        code(`ralph ${[...path, inner.name].join(" ")}`),
        `${inner.summary}${isDefault(inner)}`,
      ]),
    ),
    ...examples.length === 0 ? [] : [
      `\`\`\`sh\n${examples.map(([line, meaning]) => `${line}  # ${meaning}`).join("\n")}\n\`\`\``,
    ],
    ...subcommands.flatMap((inner) => renderCommand(inner, [...path, inner.name])),
  ];
}

/** Renders the page of all settings, in their groups. */
export function renderSettings(specs: readonly SettingSpec[]): string {
  const groups = Map.groupBy(specs, ({ group }) => group);
  return [
    "# Settings",
    MADE,
    "[Configuration](../configuration.md) says where to write settings, and which place wins. " +
    "`ralph config` shows the values in effect, and where each comes from.",
    ...[...groups].flatMap(([name, rows]) => [
      `## ${name}`,
      renderTable(["setting", "default", "may be", "meaning"], rows.map(settingRow)),
    ]),
  ].join("\n\n") + "\n";
}

function settingRow(spec: SettingSpec): Row {
  const { key, environment, flagOf = [], help, isOwn } = spec;
  const flags = flagOf.map((owner) => code(`ralph ${owner} ${flagNameOf(key)}`));
  const also = [...environment.map(code), ...flags];
  return [
    code(key),
    code(shortValue(spec.default)),
    expectedOf(spec),
    [
      `${help}.`,
      ...isOwn ? ["Not in a project's files."] : [],
      ...also.length === 0 ? [] : [`Also ${also.join(", ")}.`],
    ].join(" "),
  ];
}

/** A list of phrases is too long for a table; `config get` prints it. */
function shortValue(value: unknown): string {
  if (value === null) return "none";
  return Array.isArray(value) && value.length > 4
    ? `${value.length} entries`
    : JSON.stringify(value);
}

function section(heads: Row, rows: readonly Row[]): string[] {
  return rows.length === 0 ? [] : [renderTable(heads, rows)];
}

function renderTable(heads: Row, rows: readonly Row[]): string {
  const line = (cells: Row) => `| ${cells.map(escape).join(" | ")} |`;
  return [line(heads), `|${"---|".repeat(heads.length)}`, ...rows.map(line)].join("\n");
}

function code(text: string): string {
  return `\`${text}\``;
}

/** A bar would end a cell, and an angle bracket outside of code begin a tag. */
function escape(text: string): string {
  return text.split(/(`[^`]*`)/)
    .map((part, index) => index % 2 === 1 ? part : part.replaceAll("<", "&lt;"))
    .join("").replaceAll("|", "\\|");
}
