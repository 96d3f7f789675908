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
  let [name = "", ...rest] = words;
  let { command } = await requireNamed(entries, name, "command", topics).load();
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

function requireNamed<Entry extends Pick<CommandEntry, "name" | "group">>(
  commands: readonly Entry[],
  name: string,
  kind: string,
  topics: readonly string[] = [],
): Entry {
  const command = commands.find((each) => each.name === name);
  if (command !== undefined) return command;
  const isTop = kind === "command" && Object.hasOwn(INSTEAD, name);
  const listed = commands.filter(({ group }) => group !== undefined);
  const known = [
    ...(listed.length > 0 ? listed : commands).map((each) => each.name),
    ...topics,
  ];
  const hint = isTop ? { hint: INSTEAD[name] ?? "" } : hintFor(name, known);
  throw new UsageError(`Unknown ${kind}${topics.length > 0 ? " or topic" : ""} '${name}'`, hint);
}
