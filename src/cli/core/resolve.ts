/** From the words of a command line to the command they name. */
import { UsageError } from "../../error.ts";
import type { Command, CommandEntry } from "./command.ts";
import { isOptionWord } from "./parse.ts";
import { hintFor } from "./usage.ts";

/** Hints for commands that other programs have, by their names. */
const INSTEAD: Readonly<Record<string, string>> = {
  "audit-now": "Use 'ralph validate [ROUND]'.",
  audit: "Use 'ralph validate [ROUND]'.",
  check: "Use 'ralph doctor' for the whole set-up, 'ralph status' for the loop.",
  cancel: "Use 'ralph stop'.",
  continue: "Use 'ralph start --resume'.",
  diagnose: "Use 'ralph doctor'.",
  end: "Use 'ralph stop'.",
  install: "Use 'ralph hooks install'.",
  list: "Use 'ralph status'.",
  loop: "Use 'ralph start'.",
  log: "Use 'ralph status'; 'ralph status --json' has more.",
  logs: "Use 'ralph status'; 'ralph status --json' has more.",
  pause: "Press Esc in the session to pause its loop, or use 'ralph stop' to end it.",
  ps: "Use 'ralph status'.",
  quit: "Use 'ralph stop'.",
  restart: "Use 'ralph stop', then 'ralph start'.",
  resume: "Use 'ralph start --resume', or 'ralph run --resume' for a plan.",
  set: "Use 'ralph config set KEY VALUE'.",
  settings: "Use 'ralph config'.",
  setup: "Use 'ralph hooks install'.",
  uninstall: "Use 'ralph hooks uninstall'.",
  verify: "Use 'ralph validate [ROUND]', or 'ralph start --verify COMMAND'.",
};

/** A command, the names that led to it, and its remaining words. */
export interface Resolved {
  readonly command: Command;
  /** Names from the top, without the program's. */
  readonly path: readonly string[];
  readonly rest: readonly string[];
}

interface Walk extends Omit<Resolved, "command"> {
  /** The last command that was found; null without any. */
  readonly command: Command | null;
  /** The name that no command has, which ended the walk. */
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
 * @param useDefaults Whether a bare `config` means its default subcommand; not so for help.
 * @param topics What else the first word may name, for the hint; only for help.
 * @throws {UsageError} No command has a name; hints at the nearest.
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
  const listed = entries.filter(({ group }) => group !== undefined);
  const [kind, known] = command === null
    ? [topics.length > 0 ? "command or topic" : "command", [...listed.map(nameOf), ...topics]]
    : [`${path.join(" ")} command`, (command.subcommands ?? []).map(nameOf)];
  const instead = command === null && Object.hasOwn(INSTEAD, name) ? INSTEAD[name] : undefined;
  const hint = instead === undefined ? hintFor(name, known) : { hint: instead };
  throw new UsageError(`Unknown ${kind} '${name}'`, hint);
}

function nameOf({ name }: { readonly name: string }): string {
  return name;
}
