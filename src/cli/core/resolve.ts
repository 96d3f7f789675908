/**
 * From the words of a command line to the command they name.
 *
 * @module
 */
import { UsageError } from "../../error.ts";
import type { Command, CommandEntry } from "./command.ts";
import { isOptionWord } from "./parse.ts";
import { hintFor } from "./usage.ts";

/** A command, how it was reached, and the words that are left for it. */
export interface Resolved {
  readonly command: Command;
  /** Names from the top, without the program's. */
  readonly path: readonly string[];
  readonly rest: readonly string[];
}

/**
 * Follows the names at the beginning of a command line down to a command.
 *
 * @param entries The commands of the top level.
 * @param words The command line; its first word names a command.
 * @param useDefaults Whether a bare `config` stands for its default subcommand; help wants itself.
 * @throws {UsageError} A name that no command has, with the nearest one.
 */
export async function resolveCommand(
  entries: readonly CommandEntry[],
  words: readonly string[],
  useDefaults: boolean,
): Promise<Resolved> {
  let [name = "", ...rest] = words;
  let command = await loadEntry(entries, name, "command");
  const path = [name];
  while (command.subcommands !== undefined) {
    const [next] = rest;
    if (next !== undefined && !isOptionWord(next)) {
      name = next;
      rest = rest.slice(1);
    } else if (useDefaults && command.defaultSubcommand !== undefined) {
      name = command.defaultSubcommand;
    } else {
      break;
    }
    command = await loadEntry(command.subcommands, name, `${path.join(" ")} command`);
    path.push(name);
  }
  return { command, path, rest };
}

function loadEntry(
  entries: readonly CommandEntry[],
  name: string,
  kind: string,
): Promise<Command> {
  const entry = entries.find((candidate) => candidate.name === name);
  if (entry !== undefined) return entry.load();
  const listed = entries.filter(({ group }) => group !== undefined);
  const known = (listed.length > 0 ? listed : entries).map((candidate) => candidate.name);
  throw new UsageError(`Unknown ${kind} '${name}'`, hintFor(name, known));
}
