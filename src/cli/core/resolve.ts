/**
 * From the words of a command line to the command they name.
 *
 * @module
 */
import { UsageError } from "../../error.ts";
import type { Command, CommandEntry } from "./command.ts";
import type { ListedCommand } from "./help.ts";
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
  let { command } = await requireNamed(entries, name, "command").load();
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
    command = requireNamed(command.subcommands, name, `${path.join(" ")} command`);
    path.push(name);
  }
  return { command, path, rest };
}

/**
 * Loads all commands, for a list of them.
 *
 * @param entries The commands of the top level.
 */
export async function loadCommands(entries: readonly CommandEntry[]): Promise<ListedCommand[]> {
  return await Promise.all(
    entries.map(async ({ group, load }) => ({ group, ...(await load()).command })),
  );
}

function requireNamed<Named extends Pick<CommandEntry, "name" | "group">>(
  commands: readonly Named[],
  name: string,
  kind: string,
): Named {
  const command = commands.find((each) => each.name === name);
  if (command !== undefined) return command;
  const listed = commands.filter(({ group }) => group !== undefined);
  const known = (listed.length > 0 ? listed : commands).map((each) => each.name);
  throw new UsageError(`Unknown ${kind} '${name}'`, hintFor(name, known));
}
