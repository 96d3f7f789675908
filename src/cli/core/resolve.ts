/** Resolves the words of a command line to the command that they name. */
import { type RalphErrorOptions, UsageError } from "../../error.ts";
import { line } from "../../text/again.ts";
import type { Command, CommandEntry } from "./command.ts";
import { isOptionWord } from "./scan_words.ts";
import { hintFor } from "./unknown_name.ts";

/** The equivalents of other programs' commands, some with a hint. */
const INSTEAD: readonly (readonly [words: string, line: string, hint?: string])[] = [
  ["audit-now audit", "validate"],
  ["abort cancel clear end exit kill quit", "stop"],
  ["begin loop new", "start"],
  ["bug", "info"],
  ["check", "doctor", "It checks the whole set-up; 'ralph status' shows the loop."],
  ["continue", "start --resume"],
  ["dashboard monitor top watch", "status --watch"],
  ["diagnose", "doctor"],
  ["get", "config get"],
  ["guidance", "encourage", "It also lists your guidance; 'ralph forbid' is the opposite:"],
  ["init install setup", "hooks install"],
  ["list ls ps", "status --all"],
  ["log logs tail", "history --follow"],
  ["next progress todo", "status"],
  [
    "plugin",
    "hooks install",
    "Claude Code installs the plugin: 'claude plugin install ralph'. Without it:",
  ],
  ["remove", "stop", "'ralph hooks uninstall' removes the hooks. To end the loop:"],
  ["reset", "stop", "'ralph config reset' resets settings. To end the loop:"],
  ["restart", "stop", "Stop the loop first, then type 'ralph start':"],
  [
    "resume",
    "start --resume",
    "A plan of 'ralph run' is resumed with 'ralph run --resume', a loop with:",
  ],
  ["sandbox", "help sandbox"],
  ["set", "config set"],
  ["settings", "config"],
  ["uninstall", "hooks uninstall"],
  ["unpause", "pause --off"],
  ["upgrade", "update"],
  ["verify", "validate", "A check of your own: 'ralph start --verify COMMAND'."],
  ["why", "explain"],
];

/** A command, its names, and the remaining words. */
export interface Resolved {
  readonly command: Command;
  /** Names from the top level down, without the program's. */
  readonly path: readonly string[];
  readonly rest: readonly string[];
}

interface Walk extends Omit<Resolved, "command"> {
  /** The last command that was found; null if none was. */
  readonly command: Command | null;
  /** The unknown name that ended the walk; null if every name is known. */
  readonly unknown: string | null;
}

/**
 * Follows the names at the beginning of a command line down to a command, as far as they are known.
 *
 * @param useDefaults Whether a bare `config` means its default subcommand.
 */
export async function walkCommands(
  entries: readonly CommandEntry[],
  words: readonly string[],
  useDefaults: boolean,
): Promise<Walk> {
  const [first = "", ...rest] = words;
  let command: Command | null = await entries.find(({ name }) => name === first)?.load()
    .then((loaded) => loaded.command) ?? null;
  const path: string[] = [];
  let name = first;
  for (let inner = command;;) {
    if (inner === null) return { command, path, rest, unknown: name };
    command = inner;
    path.push(name);
    const { subcommands, defaultSubcommand }: Command = command;
    const [next] = rest;
    if (subcommands === undefined) break;
    if (next !== undefined && !isOptionWord(next)) name = rest.shift()!;
    else if (useDefaults && defaultSubcommand !== undefined) name = defaultSubcommand;
    else break;
    inner = subcommands.find((each) => each.name === name) ?? null;
  }
  return { command, path, rest, unknown: null };
}

/**
 * Follows the names at the beginning of a command line down to a command.
 *
 * @param words The command line; its first word names a command.
 * @param useDefaults Whether a bare `config` means its default subcommand; false for help.
 * @param topics Topics that the first word may name instead, for the hint; only for help.
 * @throws {UsageError} A name is unknown; the hint is the nearest one.
 */
export async function resolveCommand(
  entries: readonly CommandEntry[],
  words: readonly string[],
  useDefaults: boolean,
  topics: readonly string[] = [],
): Promise<Resolved> {
  const { command, path, rest, unknown } = await walkCommands(entries, words, useDefaults);
  if (command !== null && unknown === null) return { command, path, rest };
  const name = unknown ?? "";
  if (command === null) throw refuseName(name, rest, entries, topics);
  throw new UsageError(
    `Unknown ${path.join(" ")} command '${name}'`,
    hintForSubcommand(name, (command.subcommands ?? []).map(nameOf)),
  );
}

/** Synonyms of subcommands' names. */
const SYNONYMS: readonly (readonly [word: string, meant: string])[] = [
  ["list", "show"],
  ["list", "status"],
  ["remove", "uninstall"],
  ["remove", "unset"],
];

function hintForSubcommand(name: string, known: readonly string[]): RalphErrorOptions {
  return hintFor(
    name,
    known,
    undefined,
    new Map(SYNONYMS.filter(([, meant]) => known.includes(meant))),
  );
}

function refuseName(
  name: string,
  args: readonly string[],
  entries: readonly CommandEntry[],
  topics: readonly string[],
): UsageError {
  const what = `Unknown ${topics.length > 0 ? "command or topic" : "command"} '${name}'`;
  const [, meant, hint = ""] = INSTEAD.find(([words]) => words.split(" ").includes(name)) ?? [];
  if (meant !== undefined) {
    // The arguments of `get` and `set` are part of the suggested line, too.
    const rest = meant === `config ${name}` ? args : [];
    return new UsageError(what, { hint, again: line(...meant.split(" "), ...rest) });
  }
  const listed = entries.filter(({ group }) => group !== undefined).map(nameOf);
  // There are too many commands to list in a hint; the help lists them with their meaning.
  return new UsageError(what, hintFor(name, [...listed, ...topics], ""));
}

function nameOf({ name }: { readonly name: string }): string {
  return name;
}
